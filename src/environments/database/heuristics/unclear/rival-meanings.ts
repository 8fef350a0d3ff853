import type { FoundReading } from "../../../../environment/readings.ts";
import { readingOfLink } from "../../readings/reading-of-link.ts";
import { type QueryParts, queryText } from "../compile/query-writer.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { Attempt } from "../read-attempt.ts";
import { cellsIn, columnsIn } from "../sql-mentions.ts";

/** Links this much worse than the best of the same words are not what rivals differ by. */
const MARGIN = 0.12;

const CALLED = new Set("named called titled".split(" "));

export interface RivalMeanings {
  readonly span: Mention;
  readonly readings: readonly FoundReading[];
}

/** The words by which two equally likely readings differ, each with what it may stand for. */
export function rivalMeanings(
  { words, links }: Attempt,
  rivals: readonly [QueryParts, QueryParts],
): readonly RivalMeanings[] {
  const [one, other] = rivals.map((parts) => columnsIn(queryText(parts))) as [
    readonly string[],
    readonly string[],
  ];
  const [own, theirs] = [without(one, other), without(other, one)];
  const [cells, otherCells] = rivals.map((parts) => cellPlaces(parts)) as [
    readonly string[],
    readonly string[],
  ];
  const [ownCells, theirCells] = [without(cells, otherCells), without(otherCells, cells)];
  const mentions = words.flatMap((_, at) => links.from(at));
  const found = mentions.flatMap((span): readonly RivalMeanings[] => {
    const best = Math.max(...span.links.map(({ score }) => score));
    const likely = span.links.filter(({ score }) => score >= best - MARGIN);
    const called = CALLED.has(words[span.at - 1]?.folded ?? "") ? likely.filter(isName) : [];
    const near = called.length > 0 ? called : likely;
    const tells = (names: readonly string[]) => near.some((link) => names.includes(placeOf(link)));
    const holds = (cellsOf: readonly string[]) => near.some((link) => cellsOf.includes(cellOf(link)));
    if (called.length === 0 && (!tells(own) || !tells(theirs)) && (!holds(ownCells) || !holds(theirCells)))
      return [];
    const readings = near.flatMap((link) =>
      readingOfLink(link, { likeness: link.score >= 1 ? "same" : "form", score: Math.min(1, link.score) }),
    );
    return readings.length > (called.length > 0 ? 0 : 1) ? [{ span, readings }] : [];
  });
  // Of spans within each other the longest says most.
  return found.toSorted((a, b) => b.span.end - b.span.at - (a.span.end - a.span.at));
}

/** What rows are called by. */
function isName(link: Link): boolean {
  return link.kind === "value" && link.how === "cell" && namingColumns(link.table).includes(link.column);
}

function placeOf(link: Link): string {
  return link.kind === "table" ? link.table.name : `${link.table.name}.${link.column.name}`;
}

/** Each cell that the query compares a column with, with that column. */
function cellPlaces(parts: QueryParts): readonly string[] {
  return [...cellsIn(queryText(parts))].flatMap(([value, columns]) =>
    columns.map((column) => `${column} ${value}`),
  );
}

function cellOf(link: Link): string {
  return link.kind === "value" ? `${placeOf(link)} ${link.values[0] ?? ""}` : "";
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}
