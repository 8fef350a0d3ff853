import type { FoundReading } from "../../../../environment/readings.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { NameSpan } from "./unclear-spans.ts";

/** How much better than the next a near name has to be to be taken without asking: more than one letter. */
const FAR_AHEAD = 0.15;
const MOST = 12;
/** A word of four letters is near many others. */
const LEAST_LETTERS = 5;

/**
 * Cells that a name may stand for, the best first and none far behind it: of what rows are called by also those that it is a part of. What is
 * stored under the very words is not looked past, unless it is a first or last name alone.
 */
export async function nameMeanings(
  span: NameSpan,
  { services, act }: CompileContext,
): Promise<readonly FoundReading[]> {
  const found = await valueReadings(span.text, services, act.signal);
  const fitting = found.filter((reading) => {
    const isName = isCalledBy(reading, services);
    if (reading.likeness === "near" && (span.beginsSentence || span.text.length < LEAST_LETTERS))
      return false;
    return isName || (!span.stored && reading.likeness !== "part");
  });
  const sorted = fitting.toSorted((one, other) => other.score - one.score);
  const [best] = sorted;
  const isOpen = ({ likeness, score }: FoundReading): boolean =>
    best !== undefined && score > best.score - FAR_AHEAD && (likeness !== "near" || best.likeness === "near");
  return sorted.filter(isOpen).slice(0, MOST);
}

/** Those that rows are called by; the others only where there are none such. */
export function namesFirst(
  readings: readonly FoundReading[],
  { services }: CompileContext,
): readonly FoundReading[] {
  const names = readings.filter((reading) => isCalledBy(reading, services));
  return names.length > 0 ? names : readings;
}

function isCalledBy({ token }: FoundReading, services: DatabaseServices): boolean {
  const link = linkOfToken(token, services);
  return link?.kind === "value" && namingColumns(link.table).includes(link.column);
}
