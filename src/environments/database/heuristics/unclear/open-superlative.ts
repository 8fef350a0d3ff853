import type { FoundReading } from "../../../../environment/readings.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { readingOfLink } from "../../readings/reading-of-link.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import { isAmount } from "../compile/compile-count.ts";
import { isToOne, waysTo } from "../compile/place.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { wordLikeness } from "../lexicon/same-word.ts";
import { OPEN_SUPERLATIVES, SIZE } from "../question/english.ts";
import { textOf } from "../question/question-word.ts";
import type { LinkedQuestion } from "../read-attempt.ts";
import type { Span } from "./weigh-meanings.ts";

/** Names of things less like the words than this are not what is ranked. */
const KNOWN_BY = 0.9;

export interface OpenSuperlative {
  readonly span: Span;
  /** What it may rank by: an amount of what belongs to the thing, or the number of them. */
  readonly readings: readonly FoundReading[];
}

/**
 * "Our biggest cinema" where cinemas have no size: its screens may be counted or their seats added up. Where something that belongs to it has a size, nothing
 * else is its size; otherwise whatever refers to it may be counted.
 */
export function openSuperlatives(
  linked: LinkedQuestion,
  given: readonly Mention[],
  context: CompileContext,
): readonly OpenSuperlative[] {
  const { words, question } = linked;
  return words.flatMap(({ folded }, at): readonly OpenSuperlative[] => {
    const two = `${folded} ${words[at + 1]?.folded ?? ""}`;
    const end = OPEN_SUPERLATIVES.has(folded) ? at + 1 : OPEN_SUPERLATIVES.has(two) ? at + 2 : undefined;
    if (end === undefined || given.some((each) => at < each.end && each.at < end)) return [];
    const ranked = rankedThing(at, end, linked);
    const links = ranked ? measures(ranked, end === at + 1, context) : [];
    const readings = links.flatMap((link) => readingOfLink(link, { likeness: "related", score: 0.8 }));
    return readings.length > 0
      ? [{ span: { at, end, text: textOf(question, words, at, end) }, readings }]
      : [];
  });
}

/** The thing behind the word ("our biggest cinema"), else the last one before it ("which cinema is the biggest"). */
function rankedThing(at: number, end: number, { words, links }: LinkedQuestion): TableSchema | undefined {
  const before = words.slice(0, at).map((_, i) => at - 1 - i);
  for (const place of [end, ...before]) {
    for (const mention of links.from(place)) {
      const tables = mention.links.filter((link) => link.kind === "table" && link.score >= KNOWN_BY);
      if (tables.length > 0) return tables.length === 1 ? tables[0]?.table : undefined;
    }
  }
  return undefined;
}

function measures(ranked: TableSchema, isSize: boolean, { services }: CompileContext): readonly Link[] {
  const parts = services.schema.tables.filter((table) => {
    if (table.kind !== "table" || table === ranked) return false;
    const [way, another] = waysTo(table, ranked, services);
    return way?.length === 1 && another === undefined && way.every(isToOne);
  });
  const sized = isSize ? parts.filter((table) => sizesOf(table).length > 0) : [];
  return (sized.length > 0 ? sized : parts).flatMap((table): readonly Link[] => [
    ...(isSize ? sizesOf(table) : []).map((column): Link => ({ kind: "column", table, column, score: 1 })),
    { kind: "table", table, score: 1 },
  ]);
}

function sizesOf(table: TableSchema): TableSchema["columns"] {
  return table.columns.filter(
    (column) =>
      isAmount({ root: table, column, tests: [] }) &&
      SIZE.some((size) => wordLikeness(size, nameWords(column.name).at(-1) ?? "") >= 0.9),
  );
}
