import type { NotUnderstood, Unclear, Understood } from "../../../environment/capabilities.ts";
import type { FoundReading } from "../../../environment/readings.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import type { Mention } from "./lexicon/link.ts";
import { planOf } from "./plan-of.ts";
import { type LinkedQuestion, readAttempt } from "./read-attempt.ts";
import { asUnclear } from "./unclear/as-unclear.ts";
import { nameMeanings, namesFirst } from "./unclear/name-meanings.ts";
import { rivalMeanings } from "./unclear/rival-meanings.ts";
import { sameNamed } from "./unclear/same-named.ts";
import { unclearSpans } from "./unclear/unclear-spans.ts";
import { MOST_MEANINGS, type Span, weighMeanings } from "./unclear/weigh-meanings.ts";
import { unknownWords, wordsNotKnown } from "./words-not-known.ts";

interface Given {
  readonly mentions: readonly Mention[];
  /** What was assumed of them. */
  readonly notes: readonly string[];
}

type Interpretation = Understood | NotUnderstood | Unclear;

/**
 * Reads a question. Where its words leave open what is meant, the person chooses: a name that is only like a stored one is never taken for it.
 */
export async function resolveQuestion(
  environment: string,
  linked: LinkedQuestion,
  given: Given,
  context: CompileContext,
): Promise<Interpretation> {
  const attempt = await readAttempt(linked, given.mentions, context);
  const { choice } = attempt;
  if (choice?.chosen) {
    const bearers = await sameNamed(attempt, given.mentions, context);
    const unclear = bearers && (await ifDifferent(bearers));
    if (unclear) return unclear;
    const plan = planOf(environment, choice.chosen, context.services);
    return { ...plan, assumptions: [...new Set([...given.notes, ...plan.assumptions])] };
  }
  for (const rival of choice?.rivals ? rivalMeanings(attempt, choice.rivals) : []) {
    const unclear = await ifDifferent(rival);
    if (unclear) return unclear;
  }
  const sure: { readonly span: Span; readonly readings: readonly FoundReading[] }[] = [];
  for (const span of unclearSpans(linked, given.mentions)) {
    const readings = await nameMeanings(span, context);
    if (readings.length === 0) continue;
    const weighed = await weighMeanings(linked, span, readings, given.mentions, context);
    if (weighed.readings.length > 0) return asUnclear(span.text, weighed.readings);
    const names = namesFirst(readings, context);
    if (isChoice(names)) sure.push({ span, readings: names });
  }
  // Whoever answers in the end needs to know who is meant; but what is not there at all is said at once.
  const [only] = sure;
  if (only && unknownWords(attempt).every((at) => sure.some(({ span }) => at >= span.at && at < span.end)))
    return asUnclear(only.span.text, only.readings);
  return wordsNotKnown({ ...attempt, problem: choice?.problem }, context.services, context.act.signal);

  /** The person is asked only where the meanings lead to different results. */
  async function ifDifferent(open: {
    readonly span: Span;
    readonly readings: readonly FoundReading[];
  }): Promise<Unclear | undefined> {
    const others = given.mentions.filter((each) => each.end <= open.span.at || open.span.end <= each.at);
    const weighed = await weighMeanings(linked, open.span, open.readings, others, context);
    return weighed.differ ? asUnclear(open.span.text, weighed.readings) : undefined;
  }
}

/** Several that go by a part of what rows are called by, or by a slip of the pen. */
function isChoice(readings: readonly FoundReading[]): boolean {
  return (
    readings.length > 1 &&
    readings.length <= MOST_MEANINGS &&
    readings.every(({ likeness }) => likeness !== "related")
  );
}
