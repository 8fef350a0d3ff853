import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type TableLink, tableLinks } from "../schema/table-links.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { DraftedQuery, Replacement } from "./drafted-query.ts";
import type { Proposer, Variant } from "./variant.ts";

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
        .map((way) => ({
          kind: "link",
          query: query.edited(taken.edits(way.condition)),
          reading: say`linked by ${way.name} instead of ${own.name}`,
        }));
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
  const { sources } = query.scope;
  const on = (source: ScopeSource) =>
    source.source.join?.kind === "inner" && source.source.kind === "table"
      ? source.source.join.on
      : undefined;
  const endsOf = (source: ScopeSource) => {
    const node = on(source);
    const found = node?.type === "binary" && node.operator === "=" ? columnsOf(node) : [];
    return found.map((each) => query.column(each));
  };
  const direct = endsOf(other);
  const joins = (
    ends: readonly (ReturnType<DraftedQuery["column"]> | undefined)[],
    ...of: readonly ScopeSource[]
  ) => ends.length === 2 && of.every((source) => ends.some((end) => end?.source === source));
  const condition = on(other);
  if (condition && joins(direct, one, other)) {
    const reference = direct.find((end) => end?.column.origin && !isKey(end.source.table, end.column.name));
    return reference && { words: reference.column.name, edits: (text) => [{ span: condition, text }] };
  }
  const between = sources.find(
    (each) => each !== one && each !== other && joins(endsOf(each), one, each) && joins(direct, each, other),
  );
  if (!between?.table || !condition) return undefined;
  const uses = query.expressions
    .flatMap(({ expression }) => columnsOf(expression))
    .filter((node) => query.column(node)?.source === between);
  const before = /\b(?:inner\s+)?join\s+$/iu.exec(query.sql.slice(0, between.source.start));
  if (!before || uses.length !== 2) return undefined;
  const joined = { start: before.index, end: on(between)?.end ?? between.source.end };
  return {
    words: between.table.name,
    edits: (text) => [
      { span: joined, text: "" },
      { span: condition, text },
    ],
  };
}

const isKey = (table: TableSchema | undefined, name: string): boolean =>
  table?.columns.some((column) => column.name === name && column.primaryKeyPosition !== undefined) === true;

function waysBetween(query: DraftedQuery, one: ScopeSource, other: ScopeSource): readonly Way[] {
  const links = tableLinks(query.services).filter(({ fromColumns }) => fromColumns.length === 1);
  const direct = (from: ScopeSource, to: ScopeSource) =>
    links
      .filter((link) => link.from === from.table && link.to === to.table)
      .map((link): Way => {
        const [here, there] = [link.fromColumns[0] ?? "", link.toColumns[0] ?? ""];
        return {
          name: schemaName(here),
          words: here,
          condition: `${query.sqlOf(from, here)} = ${query.sqlOf(to, there)}`,
        };
      });
  const through = links.flatMap((link) => {
    const next = links.find((each) => each !== link && each.from === link.from && each.to === other.table);
    return link.to === one.table && next ? [throughTable(query, [link, one], [next, other])] : [];
  });
  return [...direct(one, other), ...direct(other, one), ...through];
}

function throughTable(
  query: DraftedQuery,
  ...ends: readonly (readonly [link: TableLink, to: ScopeSource])[]
): Way {
  const { dialect, services } = query;
  const table = ends[0]?.[0].from ?? { name: "" };
  const conditions = ends.map(
    ([{ fromColumns, toColumns }, to]) =>
      `between_both.${dialect.identifier(fromColumns[0] ?? "")} = ${query.sqlOf(to, toColumns[0] ?? "")}`,
  );
  const from = `FROM ${qualifiedTable(services, table)} AS between_both`;
  return {
    name: schemaName(table.name),
    words: table.name,
    condition: `EXISTS (SELECT 1 ${from} WHERE ${conditions.join(" AND ")})`,
  };
}
