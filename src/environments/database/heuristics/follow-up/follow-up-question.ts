import type { PreviousRun } from "../../../../environment/task.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { LinkedQuestion } from "../read-attempt.ts";
import type { SettledLink } from "../settled/settled-mentions.ts";

/** A question with the one before it, each with what its words may stand for. */
export interface FollowUpQuestion {
  readonly own: LinkedQuestion;
  readonly before: LinkedQuestion;
  readonly previous: PreviousRun;
  readonly services: DatabaseServices;
  readonly signal: AbortSignal;
}

/** A question that says by itself what the follow-up asks. */
export interface Standalone {
  readonly question: string;
  /** Names that were put in, and what they stand for. */
  readonly settled?: readonly SettledLink[];
}

/** One way to follow up: the questions that may be meant, the likeliest first; none where the words are not of this kind. */
export type FollowUpRule = (
  asked: FollowUpQuestion,
) => Promise<readonly Standalone[]> | readonly Standalone[];
