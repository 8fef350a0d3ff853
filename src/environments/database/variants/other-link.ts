import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ColumnNode } from "../sql/query-tree.ts";
import type { ScopeSource } from "../sql/scope.ts";
import { type DraftedQuery, joinCondition, type Proposer, type Replacement } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

/** A way from the rows of one source to those of another. */
interface Way {
  /** What it goes by: a column, or the table between. */
  readonly name: Marked;
  /** Words of the question that name this way. */
  readonly words: string;
  readonly condition: string;
}

/**
 * Another link between the same two tables: another foreign key, or a table between that refers to both. The patients of a doctor are those who
 * visited, or those whose primary doctor it is.
 */
export const otherLink: Proposer = (query) => {
  const { sources } = query.scope;
  return sources.flatMap((one, at) =>
    sources.slice(at + 1).flatMap((other): readonly Variant[] => {
      const taken = joinOf(query, one, other);
      const ways = taken ? waysBetween(query, one, other) : [];
      const own = ways.find(({ words }) => words === taken?.words);
      // What the question says by name is not open: "visited", "the home team".
      if (!taken || !own || isSaid(query, own, one, other)) return [];
      return ways
        .filter((way) => way !== own)
        .flatMap((way) =>
          query.variant(
            "link",
            say`linked by ${way.name} instead of ${own.name}`,
            taken.edits(way.condition),
          ),
        );
    }),
  );
};

const ENDS = /\b(?:from|to|depart|arriv|leav|land|source|dest|origin|start|end)/u;

function isSaid({ question }: DraftedQuery, way: Way, ...of: readonly ScopeSource[]): boolean {
  const names = of.flatMap(({ table }) => (table ? nameWords(table.name).map(wordKey) : []));
  const words = nameWords(way.words).filter((word) => word !== "id" && !names.includes(wordKey(word)));
  if (question.has(ENDS) && words.some((word) => ENDS.test(word))) return true;
  // "Gold-eyed" names the eye.
  return words.some((word) => question.hasKey(wordKey(word)) || question.text.includes(`-${word}`));
}

interface Taken {
  readonly words: string;
  readonly edits: (condition: string) => readonly Replacement[];
}

/** How the draft joins the two, where it can be replaced: directly, or by a table between of which it uses nothing else. */
function joinOf(query: DraftedQuery, one: ScopeSource, other: ScopeSource): Taken | undefined {
  const condition = joinCondition(other);
  const reference = endsOf(query, other, one).find((node) => query.isReference(node));
  if (condition && reference) return { words: reference.name, edits: (text) => [{ span: condition, text }] };
  const between = query.scope.sources.find(
    (each) => endsOf(query, each, one).length > 0 && endsOf(query, other, each).length > 0,
  );
  const on = between && joinCondition(between);
  if (!between?.table || !on || !condition) return undefined;
  const uses = query.expressions
    .flatMap(({ expression }) => columnsOf(expression))
    .filter((node) => query.column(node)?.source === between);
  const keywords = query.keywords(between.source.start, /\b(?:inner\s+)?join\s+$/iu, "");
  if (keywords.length === 0 || uses.length !== 2) return undefined;
  const joined = { start: between.source.start, end: on.end };
  return {
    words: between.table.name,
    edits: (text) => [...keywords, { span: joined, text: "" }, { span: condition, text }],
  };
}

/** The two columns that the join of a source compares with those of another one. */
function endsOf(query: DraftedQuery, source: ScopeSource, other: ScopeSource): readonly ColumnNode[] {
  const on = joinCondition(source);
  const ends = on?.type === "binary" && on.operator === "=" ? columnsOf(on) : [];
  const joined = ends.map((node) => query.column(node)?.source);
  return ends.length === 2 && joined.includes(source) && joined.includes(other) ? ends : [];
}

function waysBetween(query: DraftedQuery, one: ScopeSource, other: ScopeSource): readonly Way[] {
  const { links } = query;
  const direct = (from: ScopeSource, to: ScopeSource) =>
    links
      .filter((link) => link.from === from.table && link.to === to.table)
      .map(
        ({ column, key }): Way => ({
          name: schemaName(column),
          words: column,
          condition: `${query.sqlOf(from, column)} = ${query.sqlOf(to, key)}`,
        }),
      );
  const through = links.flatMap((link) => {
    const next = links.find((each) => each !== link && each.from === link.from && each.to === other.table);
    return link.to === one.table && next ? [throughTable(query, [link, next], [one, other])] : [];
  });
  return [...direct(one, other), ...direct(other, one), ...through];
}

type Link = DraftedQuery["links"][number];

function throughTable(
  query: DraftedQuery,
  links: readonly [Link, Link],
  ends: readonly [ScopeSource, ScopeSource],
): Way {
  const [{ from: table }] = links;
  const conditions = links.map(({ column, key }, at) => {
    const end = ends[at] ?? ends[0];
    return `between_both.${query.dialect.identifier(column)} = ${query.sqlOf(end, key)}`;
  });
  const from = `${qualifiedTable(query.services, table)} AS between_both`;
  return {
    name: schemaName(table.name),
    words: table.name,
    condition: `EXISTS (SELECT 1 FROM ${from} WHERE ${conditions.join(" AND ")})`,
  };
}
