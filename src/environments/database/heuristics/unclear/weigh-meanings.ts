import type { Unclear } from "../../../../environment/capabilities.ts";
import type { FoundReading } from "../../../../environment/readings.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { tellingApart } from "../../readings/value-readings.ts";
import { type Rows, sameRows } from "../choose-reading.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import type { Mention } from "../lexicon/link.ts";
import { type LinkedQuestion, readAttempt } from "../read-attempt.ts";

/** A question to the person about words that the database shows to have several meanings, or none but near ones. */
export function asUnclear(words: string, readings: readonly FoundReading[]): Unclear {
  const misspelt = readings.every(({ likeness }) => likeness === "near");
  const question = misspelt
    ? `Nothing here is called "${words}". Which of these is meant?`
    : `What is meant by "${words}"?`;
  return {
    understood: false,
    reason: misspelt
      ? `Nothing is called "${words}", and several names are near.`
      : `"${words}" can mean several things here, which lead to different answers.`,
    words: [words],
    unclear: {
      kind: misspelt ? "problematic" : "several-meanings",
      question,
      readings: tellingApart(readings),
    },
  };
}

/** Each costs a query; more are no choice for a person either. */
export const MOST_MEANINGS = 8;

export type Span = Pick<Mention, "at" | "end" | "text">;

/** The meanings with which the question is understood, and whether they lead to different results. */
export interface Weighed {
  readonly readings: readonly FoundReading[];
  readonly differ: boolean;
}

/** Reads the question with each of the meanings of a span, and compares what comes of it; gives up when that takes longer than one action may. */
export async function weighMeanings(
  linked: LinkedQuestion,
  span: Span,
  readings: readonly FoundReading[],
  given: readonly Mention[],
  context: CompileContext,
): Promise<Weighed> {
  const fitting: { readonly reading: FoundReading; readonly rows: Rows }[] = [];
  const deadline = performance.now() + context.act.limits.milliseconds;
  for (const reading of readings.slice(0, MOST_MEANINGS)) {
    if (performance.now() > deadline) return { readings: [], differ: false };
    const mention = meaningOf(span, reading, context);
    if (mention === undefined) continue;
    const { choice } = await readAttempt(linked, [...given, mention], context);
    if (choice?.chosen && !repeats(mention, choice.rows)) fitting.push({ reading, rows: choice.rows });
  }
  const [first, ...more] = fitting;
  return {
    readings: fitting.map(({ reading }) => reading),
    differ: first !== undefined && more.some((other) => !sameRows(first.rows, other.rows)),
  };
}

/** "In which region is Neelgarh?" would be answered by "Neelgarh": so nobody asks. */
function repeats({ links: [link] }: Mention, rows: Rows): boolean {
  const [row, ...more] = rows;
  return more.length === 0 && row?.length === 1 && link?.kind === "value" && link.values[0] === row[0];
}

/** The span with nothing but this meaning. */
export function meaningOf(
  { at, end, text }: Span,
  { token }: Pick<FoundReading, "token">,
  { services }: CompileContext,
): Mention | undefined {
  const link = linkOfToken(token, services);
  return link && { at, end, text, links: [link] };
}
