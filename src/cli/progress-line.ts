import type { CliIo } from "./cli-io.ts";

/** A progress line on stderr: redrawn in place for a person, printed occasionally otherwise. */
export interface ProgressLine {
  update(text: string, share: number): void;
  done(text: string): void;
}

const BAR = 24;
const QUIET_STEP = 0.25;

export function progressLine(io: CliIo): ProgressLine {
  const started = performance.now();
  let told = 0;
  const left = (share: number): string => {
    const elapsed = (performance.now() - started) / 1000;
    if (share <= 0.02 || share >= 1 || elapsed < 1) return "";
    return ` about ${Math.ceil((elapsed / share) * (1 - share))} s left`;
  };
  return {
    update(text, share) {
      const filled = Math.round(Math.min(1, share) * BAR);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR - filled)}`;
      if (io.interactive) {
        io.err(`\r\u001b[2K${bar} ${Math.floor(share * 100)}% ${text}${left(share)}`.slice(0, io.width + 5));
      } else if (share - told >= QUIET_STEP || (share >= 1 && told < 1)) {
        told = share;
        io.err(`${Math.floor(share * 100)}% ${text}\n`);
      }
    },
    done(text) {
      io.err(`${io.interactive ? "\r\u001b[2K" : ""}${text}\n`);
    },
  };
}
