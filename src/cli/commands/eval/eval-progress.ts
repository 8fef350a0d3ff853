import type { EvaluationProgress } from "../../../evaluation/run/run-evaluation.ts";
import type { CliIo } from "../../cli-io.ts";

export interface ShownProgress {
  readonly update: (progress: EvaluationProgress) => void;
  /** Once each: places of one run warn of the same things. */
  readonly warn: (message: string) => void;
  readonly end: () => void;
}

/** Where nobody watches, a line each time this much more is done. */
const STEP = 0.1;
const CLEAR = "\r\u001b[2K";

/** How far a run is: a line that is redrawn for a person, and one now and then in a log. */
export function progressOf(quiet: boolean, io: CliIo): ShownProgress {
  if (quiet) return { update: () => {}, warn: () => {}, end: () => {} };
  const warned = new Set<string>();
  let told = 0;
  let shown = "";
  const redraw = (text: string): void => {
    shown = text;
    io.err(`${CLEAR}${text}`.slice(0, io.width + CLEAR.length - 1));
  };
  return {
    update(progress) {
      if (io.interactive) return redraw(lineOf(progress));
      const share = progress.total === 0 ? 1 : progress.done / progress.total;
      if (share < told + STEP && !(share === 1 && told < 1)) return;
      told = share;
      io.err(`${lineOf(progress)}\n`);
    },
    warn(message) {
      if (warned.has(message)) return;
      warned.add(message);
      io.err(`${io.interactive ? CLEAR : ""}${io.colors.yellow("warning:")} ${message}\n`);
      if (io.interactive && shown !== "") redraw(shown);
    },
    end: () => io.err(io.interactive ? CLEAR : ""),
  };
}

function lineOf({ done, total, running, tokens, cost, millisecondsLeft }: EvaluationProgress): string {
  return [
    `${done} of ${total}`,
    ...(running === 0 ? [] : [`${running} running`]),
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} tokens`]),
    ...(cost === undefined || cost === 0 ? [] : [`cost ${cost.toFixed(2)}`]),
    ...(millisecondsLeft === undefined || done === total ? [] : [`about ${timeText(millisecondsLeft)} left`]),
  ].join(" · ");
}

function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
