import type { Unclear } from "../../../../environment/capabilities.ts";
import { severalMeanings } from "../../../../environment/interpretations.ts";
import { describedReadings, type EntityLike } from "../../readings/knowledge-base-readings.ts";
import { termText } from "../../term/term.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import type { ReadingSession, Resolved } from "../resolve/resolve-context.ts";

/** Nobody reads more choices than this. */
const MOST_CHOICES = 8;

const LIKELY: Readonly<Record<NameReading["tier"], Pick<EntityLike, "likeness" | "score">>> = {
  said: { likeness: "same", score: 1 },
  exact: { likeness: "same", score: 1 },
  folded: { likeness: "form", score: 0.97 },
  part: { likeness: "part", score: 0.8 },
  typo: { likeness: "near", score: 0.85 },
};

/** Asks which of several entities the words mean. */
export async function unclearName(
  words: string,
  found: readonly NameReading[],
  { graph, services }: ReadingSession,
): Promise<Unclear> {
  const some = found.slice(0, MOST_CHOICES);
  const labels = await graph.termNames(some.map(({ term }) => term));
  const like = some.map(({ term, name, tier }, at) => ({ term, label: labels[at] ?? name, ...LIKELY[tier] }));
  return severalMeanings(words, await describedReadings(like, graph, services.names));
}

/** Names that were read as entities, each with its alternatives. */
export function spansTaken(resolved: Resolved, names: readonly NameSpan[]) {
  return resolved.taken.flatMap((each) => {
    const span = each.is === "name" ? names.find(({ text }) => text === each.words) : undefined;
    const taken = span?.readings.find(({ term }) => each.is === "name" && term === each.term);
    return span === undefined || taken === undefined ? [] : [{ span, taken }];
  });
}

/** Asks about the name whose readings make rival sets differ; undefined if the difference has another cause. */
export async function unclearRivals(
  rivals: readonly Resolved[],
  names: readonly NameSpan[],
  session: ReadingSession,
): Promise<Unclear | undefined> {
  const made = rivals.map((rival) => spansTaken(rival, names));
  for (const { span } of made[0] ?? []) {
    const own = made.flatMap((each) => each.find((other) => other.span === span)?.taken ?? []);
    const distinct = [...new Map(own.map((each) => [termText(each.term), each])).values()];
    if (distinct.length > 1 && own.length === made.length) return unclearName(span.text, distinct, session);
  }
  return undefined;
}
