import type { EvaluationProgress } from "../../../evaluation/run/work-through.ts";
import type { CliIo } from "../../cli-io.ts";
import { progressLine } from "../../progress-line.ts";

export interface ShownProgress {
  readonly update: (progress: EvaluationProgress) => void;
  /** Once each: places of one run warn of the same things. */
  readonly warn: (message: string) => void;
  readonly end: () => void;
}

const CLEAR = "\r\u001b[2K";

/** How far a run is: a line that is redrawn for a person, and one now and then in a log. */
export function progressOf(quiet: boolean, io: CliIo): ShownProgress {
  if (quiet) return { update: () => {}, warn: () => {}, end: () => {} };
  const line = progressLine(io);
  const warned = new Set<string>();
  const clear = (): string => (io.interactive ? CLEAR : "");
  return {
    update: (progress) =>
      line.update(lineOf(progress), progress.total === 0 ? 1 : progress.done / progress.total),
    warn(message) {
      if (warned.has(message)) return;
      warned.add(message);
      io.err(`${clear()}${io.colors.yellow("warning:")} ${message}\n`);
    },
    end: () => io.err(clear()),
  };
}

function lineOf({ done, total, running, tokens, cost }: EvaluationProgress): string {
  return [
    `${done} of ${total}`,
    ...(running === 0 ? [] : [`${running} running`]),
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} tokens`]),
    ...(cost === undefined || cost === 0 ? [] : [`cost ${cost.toFixed(2)}`]),
  ].join(" · ");
}
