import type { Unclear } from "../../../../environment/capabilities.ts";
import { describedReadings } from "../../readings/knowledge-base-readings.ts";
import { isNode } from "../../term/term.ts";
import { CLOSED_WORDS } from "../lexicon/kinds.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import type { Token } from "../question/read-tokens.ts";
import type { ReadingSession } from "../resolve/resolve-context.ts";
import { likenessOf, MOST_CHOICES, unclearName } from "./unclear-rivals.ts";

/** Names further apart than this in the graph do not tell each other's meaning. */
const NEAR_STEPS = 2;
const SURE = 0.35;
/** "A Best Director prize" means any of them. */
const INDEFINITE: ReadonlySet<string> = new Set("a an any some every each all".split(" "));

/**
 * A name of several entities in a question that no rule could read: whoever reads it needs to know which one is meant. Names that another name of
 * the question makes clear are left alone.
 */
export async function unclearNames(
  names: readonly NameSpan[],
  tokens: readonly Token[],
  session: ReadingSession,
): Promise<Unclear | undefined> {
  const sure = names.filter(
    ({ cost, text, from, to }) =>
      cost <= SURE &&
      !INDEFINITE.has(tokens[from - 1]?.folded ?? "") &&
      !CLOSED_WORDS.has(text.toLowerCase()) &&
      !names.some((other) => other.from <= from && to <= other.to && other.to - other.from > to - from),
  );
  for (const span of sure) {
    if (span.readings.length < 2 || span.readings.some(({ tier }) => tier === "said")) continue;
    const left = await fitting(span, sure, session);
    if (left.length < 2 || left.length > MOST_CHOICES) continue;
    const labels = await session.graph.termNames(left.map(({ term }) => term));
    const like = left.map(({ term, name, tier }, at) => ({
      term,
      label: labels[at] ?? name,
      ...likenessOf(tier),
    }));
    return unclearName(span.text, await describedReadings(like, session.graph, session.services.names));
  }
  return undefined;
}

/** Those that stand near what the other names mean; all where none does. */
async function fitting(
  span: NameSpan,
  names: readonly NameSpan[],
  { graph }: ReadingSession,
): Promise<readonly NameReading[]> {
  const others = names.filter((each) => each !== span && each.readings.length === 1);
  let left = span.readings;
  for (const other of others) {
    const [fixed] = other.readings;
    if (fixed === undefined || !isNode(fixed.term)) continue;
    const kept: NameReading[] = [];
    for (const each of left) {
      if (!isNode(each.term)) continue;
      if ((await graph.paths(each.term, fixed.term, NEAR_STEPS)).length > 0) kept.push(each);
    }
    if (kept.length > 0) left = kept;
  }
  return left;
}
