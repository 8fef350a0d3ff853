import type { Outcome } from "../trajectory/outcome.ts";

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
