import type { Command } from "commander";
import type pc from "picocolors";
import type { Configuration } from "../config/file/configuration.ts";
import type { Outcome } from "../trajectory/outcome.ts";

/** Commands that use a store, and so take `--store`. */
const KEEPING = ["ask", "resume", "call", "mcp", "runs", "glossary", "purge", "eval"];

/** Adds `--store` to commands that use a store. The option overrides the environment variable, which the code that opens stores reads. */
export function addStoreOption(command: Command, env: NodeJS.ProcessEnv): void {
  if (!KEEPING.includes(command.name())) return;
  const own = command.commands.length === 0 ? [command] : command.commands;
  for (const each of own) {
    each
      .option("--store <url>", "where runs are kept, shared with other machines: postgres://… (FUXI_STORE)")
      .hook("preAction", (_, acting) => {
        const { store } = acting.opts<{ store?: string }>();
        if (store !== undefined) env["FUXI_STORE"] = store;
      });
  }
}

/** Exit codes of the command line; documented in docs/cli.md. */
export const EXIT = {
  answered: 0,
  failed: 1,
  usage: 2,
  unanswerable: 3,
  needsClarification: 4,
  stopped: 5,
  cancelled: 130,
} as const;

export function exitCodeOf(outcome: Outcome): number {
  switch (outcome.type) {
    case "answered":
      return EXIT.answered;
    case "unanswerable":
      return EXIT.unanswerable;
    case "needs-clarification":
      return EXIT.needsClarification;
    case "stopped":
      return outcome.reason === "cancelled" ? EXIT.cancelled : EXIT.stopped;
    case "failed":
      return EXIT.failed;
  }
}

/** A command's access to the outside, which tests can replace. Results go to `out`, everything else to `err`. */
export interface CliIo {
  readonly out: (content: string | Uint8Array) => void;
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** True when a person watches stderr: progress may be redrawn in place. */
  readonly interactive: boolean;
  /** True when results go to a terminal, which binary content would disturb. */
  readonly outIsTerminal?: boolean;
  /** True when a person can also type, so that questions may be asked. */
  readonly answers: boolean;
  /** Current columns of the terminal. */
  readonly width: number;
  /** Content of the configuration file, if there is one. */
  readonly configuration?: Configuration;
  readonly colors: ReturnType<typeof pc.createColors>;
}

/** Sets the process's exit code, for commands that ran to their end. */
export type SetExitCode = (code: number) => void;
