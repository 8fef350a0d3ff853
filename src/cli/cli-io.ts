import type pc from "picocolors";
import type { Configuration } from "../config/file/configuration.ts";

/** What a command may touch of the world, so that tests can stand in for a terminal. Results go to `out`, all else to `err`. */
export interface CliIo {
  readonly out: (content: string | Uint8Array) => void;
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** True when a person watches stderr: progress may be redrawn in place. */
  readonly interactive: boolean;
  /** True when results go to a terminal, which binary content would disturb. */
  readonly outIsTerminal?: boolean;
  /** True when a person can also type: questions may be asked. */
  readonly answers: boolean;
  /** Columns of the terminal now. */
  readonly width: number;
  /** What a file says, where there is one. */
  readonly configuration?: Configuration;
  readonly colors: ReturnType<typeof pc.createColors>;
}

/** How a command that did its work says with which code the process ends. */
export type SetExitCode = (code: number) => void;
