import pc from "picocolors";
import type { CliIo } from "../../../src/cli/cli-io.ts";
import { type Reviewer, terminalReviewer } from "../../../src/cli/terminal-user.ts";
import { typist } from "../terminal.ts";

export interface PersonAtTerminal {
  readonly io: CliIo;
  readonly reviewer: Reviewer;
  readonly codes: number[];
  /** What was printed beside the prompts. */
  err(): string;
  drawn(): string;
  /** Prompts that never came. */
  left(): readonly string[];
}

/** A person who waits for each prompt and then types. */
export function personAtTerminal(lines: Parameters<typeof typist>[0]): PersonAtTerminal {
  let err = "";
  const io: CliIo = {
    out: () => {},
    err: (text) => {
      err += text;
    },
    env: {},
    signal: new AbortController().signal,
    interactive: true,
    answers: true,
    width: 100,
    colors: pc.createColors(false),
  };
  const terminal = typist(lines);
  const reviewer = terminalReviewer(io, { input: terminal.input, output: terminal.output });
  return { io, reviewer, codes: [], err: () => err, drawn: terminal.drawn, left: terminal.left };
}
