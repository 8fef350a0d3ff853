import type { createColors } from "picocolors";

/** What a command may touch of the world, so that tests can stand in for a terminal. Results go to `out`, all else to `err`. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** True when a person watches stderr: progress may be redrawn in place. */
  readonly interactive: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly colors: ReturnType<typeof createColors>;
}
