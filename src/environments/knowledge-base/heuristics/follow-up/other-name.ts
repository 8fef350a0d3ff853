import type { PreviousRun } from "../../../../environment/task.ts";
import type { Term } from "../../term/term.ts";
import { type Interpretation, interpretQuestion, linkQuestion } from "../interpret-question.ts";
import type { NameReading, NameSpan } from "../linking/name-reading.ts";
import { textBetween } from "../question/read-tokens.ts";
import type { ReadingSession } from "../reading-session.ts";
import { applySettled } from "../settled/apply-settled.ts";
import type { Said } from "../settled/said.ts";

const BEFORE_NAME = /^(?:in|at|on|to|for|from|of|by|with|about|through|into|under|the|a|an)$/u;

/** "And in Rome?": the previous question with this name in place of the one of the same class. Undefined where the text is more than a name. */
export async function otherName(
  rest: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const own = await linkQuestion(rest, session);
  const span = own?.names.find(
    ({ from, to }) =>
      to === own.tokens.length && own.tokens.slice(0, from).every(({ folded }) => BEFORE_NAME.test(folded)),
  );
  if (own === undefined || span === undefined) return undefined;
  const before = await applySettled(previous.question, previous.settled ?? [], session);
  const linked = await linkQuestion(before, session);
  if (linked === undefined) return undefined;
  const sure = linked.names.filter(
    (each) =>
      each.cost < 0.5 &&
      !linked.names.some(
        (other) =>
          other !== each && other.from <= each.from && each.to <= other.to && other.cost <= each.cost,
      ),
  );
  const alike: { readonly place: NameSpan; readonly readings: readonly NameReading[] }[] = [];
  for (const place of sure) {
    const readings = await ofSameClass(span.readings, place.readings, session);
    if (readings.length > 0) alike.push({ place, readings });
  }
  const [only, ...more] = alike;
  const words = textBetween(rest.question, own.tokens, span.from, span.to);
  if (only === undefined || more.length > 0) return undefined;
  const { place, readings } = only;
  const [start, end] = [linked.tokens[place.from]?.start ?? 0, linked.tokens[place.to - 1]?.end ?? 0];
  const question = before.question.slice(0, start) + words + before.question.slice(end);
  const found = await interpretQuestion(
    {
      question,
      names: [...before.names, ...rest.names, { words, readings }],
      relations: before.relations,
    },
    session,
  );
  return found.understood
    ? { ...found, assumptions: [`The question was read as: "${question}"`, ...found.assumptions] }
    : found;
}

/** Those that share a class with one of the others; all where neither has any. */
async function ofSameClass(
  readings: readonly NameReading[],
  others: readonly NameReading[],
  { graph }: ReadingSession,
): Promise<readonly NameReading[]> {
  const classesOf = async (term: Term): Promise<readonly string[]> =>
    (await graph.summarize({ op: "terms", terms: [term] })).classes.map((each) => each.class);
  const known = (await Promise.all(others.map(({ term }) => classesOf(term)))).flat();
  const own = await Promise.all(readings.map(({ term }) => classesOf(term)));
  return readings.filter((_, at) => {
    const classes = own[at] ?? [];
    return classes.length === 0 ? known.length === 0 : classes.some((each) => known.includes(each));
  });
}
