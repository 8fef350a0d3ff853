import type { PreviousRun } from "../../../../environment/task.ts";
import { type Interpretation, interpretQuestion } from "../interpret-question.ts";
import type { ReadingSession } from "../reading-session.ts";
import type { Said } from "../settled/said.ts";
import { byReference } from "./by-reference.ts";
import { howManyOfThem } from "./how-many-of-them.ts";
import { onlyThose } from "./only-those.ts";
import { otherName } from "./other-name.ts";
import { otherYear } from "./other-year.ts";

const LINKING = /^(?:(?:and|but|so|then|ok|okay),?\s+)+/iu;
const ABOUT = /^(?:what|how) about\s+/iu;

/**
 * A question that goes on from the run before, rewritten so that it stands by itself. Undefined where it does so already; a rest that no rule can
 * tie to the run before is not understood, with its words.
 */
export async function followUp(
  said: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const bare = said.question.trim().replace(/[\s?.!]+$/u, "");
  const rest = bare.replace(LINKING, "").replace(ABOUT, "");
  const own: Said = { ...said, question: rest };
  const found =
    (await howManyOfThem(rest, previous, session)) ??
    (await onlyThose(own, previous, session)) ??
    (await otherYear(rest, previous, session)) ??
    (await otherName(own, previous, session)) ??
    (await byReference(own, previous, session));
  if (found !== undefined || rest === bare) return found;
  // "And who directed Heat?" needs nothing from before; "and by month?" does.
  return /^(?:who|what|which|when|where|whose|how|list|show|name|give|is|are|was|were|do|does|did)\b/iu.test(
    rest,
  )
    ? interpretQuestion(own, session)
    : {
        understood: false,
        reason: `I cannot tie "${rest}" to the question before.`,
        words: [rest],
      };
}
