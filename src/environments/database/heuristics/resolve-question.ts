import type { NotUnderstood, Unclear, Understood } from "../../../environment/capabilities.ts";
import type { FoundReading } from "../../../environment/readings.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import type { Mention } from "./lexicon/link.ts";
import { planOf } from "./plan-of.ts";
import { type Attempt, type LinkedQuestion, readAttempt } from "./read-attempt.ts";
import { asUnclear } from "./unclear/as-unclear.ts";
import { meantAlone, nameMeanings, namesFirst } from "./unclear/name-meanings.ts";
import { openSuperlatives } from "./unclear/open-superlative.ts";
import { rivalMeanings } from "./unclear/rival-meanings.ts";
import { sameNamed } from "./unclear/same-named.ts";
import { unclearSpans } from "./unclear/unclear-spans.ts";
import { MOST_MEANINGS, meaningOf, type Span, weighMeanings } from "./unclear/weigh-meanings.ts";
import { unknownWords, wordsNotKnown } from "./words-not-known.ts";

/** Names of one question that are put right, at most. */
const MOST_MENDED = 3;

interface Given {
  readonly mentions: readonly Mention[];
  /** What was assumed of them. */
  readonly notes: readonly string[];
}

type Interpretation = Understood | NotUnderstood | Unclear;

/**
 * Reads a question and, where words leave open what is meant, tries what they may mean here: the same result whichever is meant is the answer,
 * different results are for the person to choose from.
 */
export async function resolveQuestion(
  environment: string,
  linked: LinkedQuestion,
  given: Given,
  context: CompileContext,
): Promise<Interpretation> {
  const attempt = await readAttempt(linked, given.mentions, context);
  const { choice } = attempt;
  const answer = (): Interpretation => {
    if (!choice?.chosen) return { understood: false, reason: "", words: [] };
    const plan = planOf(environment, choice.chosen, context.services);
    return { ...plan, assumptions: [...new Set([...given.notes, ...plan.assumptions])] };
  };
  if (choice?.chosen) return (await bearersDiffer(linked, attempt, given, context)) ?? answer();
  if (choice?.rivals) {
    for (const { span, readings } of rivalMeanings(attempt, choice.rivals)) {
      const weighed = await weighMeanings(linked, span, readings, given.mentions, context);
      if (weighed.kind === "different") return asUnclear(span.text, weighed.readings);
      if (weighed.kind === "one" && weighed.others === "same-or-empty")
        return taken(environment, linked, given, span, weighed.reading, context);
    }
  }
  if (choice === undefined) {
    const ranked = await superlative(environment, linked, given, context);
    if (ranked) return ranked;
  }
  const open = given.notes.length < MOST_MENDED ? unclearSpans(linked, given.mentions) : [];
  const sure: { readonly span: Span; readonly readings: readonly FoundReading[] }[] = [];
  for (const span of open) {
    const readings = await nameMeanings(span, context);
    if (readings.length === 0) continue;
    const alone = meantAlone(span, readings);
    if (alone) return taken(environment, linked, given, span, alone, context);
    const weighed = await weighMeanings(linked, span, readings, given.mentions, context);
    if (weighed.kind === "different") return asUnclear(span.text, weighed.readings);
    if (weighed.kind === "one") return taken(environment, linked, given, span, weighed.reading, context);
    const names = namesFirst(readings, context);
    if (isChoice(names)) sure.push({ span, readings: names });
  }
  // Whoever answers in the end needs to know who is meant; but what is not there at all is said at once.
  const [only] = sure;
  if (only && unknownWords(attempt).every((at) => sure.some(({ span }) => at >= span.at && at < span.end)))
    return asUnclear(only.span.text, only.readings);
  return wordsNotKnown({ ...attempt, problem: choice?.problem }, context.services, context.act.signal);
}

/** "Biggest" where several measures may be meant: one alone would be a guess, several that agree leave nothing open. */
async function superlative(
  environment: string,
  linked: LinkedQuestion,
  given: Given,
  context: CompileContext,
): Promise<Interpretation | undefined> {
  for (const { span, readings } of openSuperlatives(linked, given.mentions, context)) {
    if (readings.length < 2 || readings.length > MOST_MEANINGS) continue;
    const weighed = await weighMeanings(linked, span, readings, given.mentions, context);
    if (weighed.kind === "different") return asUnclear(span.text, weighed.readings);
    if (weighed.kind === "none") continue;
    // By the others several may share the first place.
    return weighed.others === "not-understood"
      ? asUnclear(span.text, readings)
      : taken(environment, linked, given, span, weighed.reading, context);
  }
  return undefined;
}

/** With one meaning of the span, said with the answer. */
async function taken(
  environment: string,
  linked: LinkedQuestion,
  given: Given,
  span: Span,
  reading: FoundReading,
  context: CompileContext,
): Promise<Interpretation> {
  const mention = meaningOf(span, reading, context);
  const mentions = mention ? [...given.mentions, mention] : given.mentions;
  const notes = [...given.notes, `"${span.text}" was read as ${reading.text}.`];
  return resolveQuestion(environment, linked, { mentions, notes }, context);
}

/** The rows that bear a name in the query lead to different results. */
async function bearersDiffer(
  linked: LinkedQuestion,
  attempt: Attempt,
  given: Given,
  context: CompileContext,
): Promise<Unclear | undefined> {
  const found = await sameNamed(attempt, given.mentions, context);
  if (!found) return undefined;
  const { span, readings } = found;
  const others = given.mentions.filter((each) => each.end <= span.at || span.end <= each.at);
  const weighed = await weighMeanings(linked, span, readings, others, context);
  return weighed.kind === "different" ? asUnclear(span.text, weighed.readings) : undefined;
}

/** Several that go by a part of what rows are called by, or by a slip of the pen. */
function isChoice(readings: readonly FoundReading[]): boolean {
  return (
    readings.length > 1 &&
    readings.length <= MOST_MEANINGS &&
    readings.every(({ likeness }) => likeness !== "related")
  );
}
