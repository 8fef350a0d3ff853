import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { visibleLines } from "../util/visible-text.ts";
import type { CliIo } from "./cli-io.ts";

/** Asks a person to look over what a model wrote. Undefined: the person left the prompt (Ctrl-C). */
export interface Reviewer {
  choose<T extends string>(
    message: string,
    choices: Readonly<Record<T, string>>,
  ): Promise<NoInfer<T> | undefined>;
  /** A line, with what it is now to be changed. */
  edit(message: string, now: string): Promise<string | undefined>;
}

/** The process's own unless given. */
export interface ReviewerStreams {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** @throws FuxiError `usage` where nobody can type, `cancelled` */
export function terminalReviewer(
  io: CliIo,
  { input = process.stdin, output = process.stderr }: ReviewerStreams = {},
): Reviewer {
  if (!io.answers) {
    throw new FuxiError("usage", "Only a person at a terminal can confirm items.", {
      hint: "Run the command in a terminal, without a pipe.",
    });
  }
  const streams = { input, output, signal: io.signal };
  const left = (reply: unknown): boolean => {
    if (io.signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    return isCancel(reply);
  };
  return {
    async choose<T extends string>(message: string, choices: Readonly<Record<T, string>>) {
      const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
      const chosen = await select({ ...streams, message: visibleLines(message), options });
      const known = (Object.keys(choices) as T[]).find((each) => each === chosen);
      return left(chosen) ? undefined : known;
    },
    async edit(message, now) {
      const written = await text({ ...streams, message: visibleLines(message), initialValue: now });
      return left(written) || isCancel(written) ? undefined : (written ?? "").trim();
    },
  };
}
