import { say, schemaName } from "../../../environment/egress/marks.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableLinks } from "../schema/table-links.ts";
import type { CallNode, ExpressionNode } from "../sql/query-tree.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { DraftedQuery } from "./drafted-query.ts";
import type { Proposer, Variant } from "./variant.ts";

const COUNTED = /\b(?:how many|number of|count of|count the|count)\b/u;

/** Things that can be counted once each: rows of a table that the question names, by its key or a foreign key to it. */
interface Countable {
  readonly table: TableSchema;
  /** The key as SQL. */
  readonly key: string;
}

/** Rows against distinct things: `COUNT(*)` over a join or a foreign key counts a thing once for each row. */
export const counting: Proposer = (query) => {
  // A count that is part of a calculation counts for a share or a mean, not the things that are asked for.
  const whole = query.selected.filter((node) => node.type === "call");
  const counts = query.aggregates.filter(
    (call) => /^count$/iu.test(call.name) && !call.filter && whole.includes(call),
  );
  if (counts.length === 0) return [];
  const plain = counts.filter((call) => !call.distinct && (call.star || isPlain(query, call)));
  return plain.length > 0 ? countedOnce(query, plain) : countedRows(query, counts);
};

function isPlain(query: DraftedQuery, call: CallNode): boolean {
  const [only, ...others] = call.arguments;
  return only !== undefined && others.length === 0 && query.column(only) !== undefined;
}

function countedOnce(query: DraftedQuery, calls: readonly CallNode[]): readonly Variant[] {
  const fixed = fixedTables(query);
  const asked = askedFor(query);
  const all = countables(query).filter(({ table }) => !fixed.has(table));
  return all
    .filter(({ table }, at) => all.findIndex((each) => each.table === table) === at)
    .filter(({ table }) => asked === undefined || table === asked)
    .map(({ table, key }) => ({
      kind: "counted",
      sql: query.edited(calls.map((call) => ({ span: call, text: `COUNT(DISTINCT ${key})` }))),
      reading: say`each ${schemaName(table.name)} counted once`,
    }));
}

/** Rows of the table that is asked for, where the draft counts other things once. */
function countedRows(query: DraftedQuery, calls: readonly CallNode[]): readonly Variant[] {
  const distinct = calls.filter((call) => call.distinct && isPlain(query, call));
  const counted = distinct.map((call) => call.arguments[0] && query.column(call.arguments[0])?.source.table);
  const asked = askedFor(query);
  if (distinct.length === 0 || !asked || counted.includes(asked)) return [];
  if (!query.scope.sources.some(({ table }) => table === asked)) return [];
  return [
    {
      kind: "counted",
      sql: query.edited(distinct.map((call) => ({ span: call, text: "COUNT(*)" }))),
      reading: say`every row of ${schemaName(asked.name)} counted`,
    },
  ];
}

/** The table named first behind "how many". */
function askedFor(query: DraftedQuery): TableSchema | undefined {
  const tables = [
    ...query.scope.sources.flatMap(({ table }) => table ?? []),
    ...countables(query).map(({ table }) => table),
  ];
  const placed = tables.map((table) => ({
    table,
    at: query.question.distanceAfter(COUNTED, table.name, 4) ?? Number.POSITIVE_INFINITY,
  }));
  const [first] = placed.toSorted((one, other) => one.at - other.at);
  return first && Number.isFinite(first.at) ? first.table : undefined;
}

function countables(query: DraftedQuery): readonly Countable[] {
  const own = query.scope.sources.flatMap((source): readonly Countable[] => {
    const key = query.keyOf(source);
    return source.table && key !== undefined && query.question.names(source.table.name)
      ? [{ table: source.table, key }]
      : [];
  });
  return [...own, ...query.scope.sources.flatMap((source) => referenced(query, source))];
}

/** Tables that the question names and the query reaches by a foreign key alone. */
function referenced(query: DraftedQuery, source: ScopeSource): readonly Countable[] {
  const joined = new Set(query.scope.sources.map(({ table }) => table));
  return tableLinks(query.services).flatMap(({ from, fromColumns: [column, ...more], to }) =>
    from === source.table &&
    column !== undefined &&
    more.length === 0 &&
    !joined.has(to) &&
    query.question.names(to.name)
      ? [{ table: to, key: query.sqlOf(source, column) }]
      : [],
  );
}

/** Tables of which a group, or the whole result, has a single row: grouped by, or named by an equality. */
function fixedTables(query: DraftedQuery): ReadonlySet<TableSchema | undefined> {
  const equal = query.conditions.flatMap((node) =>
    node.type === "binary" && node.operator === "=" ? [node.left, node.right] : [],
  );
  const columns = [...query.groupKeys, ...equal].flatMap((node) => query.column(node) ?? []);
  return new Set(
    columns.flatMap(({ source, column }) => [
      source.table,
      ...tableLinks(query.services)
        .filter(({ from, fromColumns }) => from === source.table && fromColumns[0] === column.name)
        .map(({ to }) => to),
    ]),
  );
}

const PER = /\b(?:each|every|per|all|by)\b/u;
const HAVING_SOME = /\b(?:who|that|which|with) (?:have|has|had)\b|\bany\b|\bat least\b/u;
const SHARE = /%|\b(?:percent\w*|share|proportion|ratio|fraction)\b/u;

/** With the rows that an inner join drops: groups without any, and what a share is taken of. */
export const unmatched: Proposer = (query) => {
  const [first, ...joined] = query.scope.sources;
  const isJoin = joined.every(
    ({ source: { join, kind } }) => kind === "table" && join?.kind === "inner" && join.on,
  );
  if (!first?.table || joined.length === 0 || joined.length > 3 || !isJoin) return [];
  const isGrouped =
    query.core.groupBy !== undefined && query.question.has(PER) && !query.question.has(HAVING_SOME);
  const isShare = query.core.groupBy === undefined && query.question.has(SHARE);
  if (query.aggregates.length === 0 || !(isGrouped || isShare)) return [];
  const keptAs = isGrouped ? groupedSource(query) : first;
  // Rows of the table that stands first are kept by LEFT JOIN; of two tables those of the second by RIGHT JOIN.
  const side = keptAs === first ? "LEFT" : joined.length === 1 && keptAs === joined[0] ? "RIGHT" : undefined;
  const other = side === "RIGHT" ? first : joined.at(-1);
  if (side === undefined || !keptAs?.table || !other?.table) return [];
  const elsewhere = query.conditions.filter((each) => !query.isOnlyOf(each, keptAs));
  if (elsewhere.length > 0 && joined.length > 1) return [];
  const edits = joined.flatMap((source) => outerJoin(query, source, side));
  if (edits.length !== joined.length) return [];
  const key = isGrouped ? matchedColumn(query, other) : undefined;
  const stars = query.aggregates.filter(({ star }) => star);
  if (isGrouped && stars.length > 0 && key === undefined) return [];
  const counts = isGrouped ? stars.map((call) => ({ span: call, text: `COUNT(${key})` })) : [];
  return [
    {
      kind: "unmatched",
      sql: query.edited([...edits, ...counts, ...movedConditions(query, elsewhere)]),
      reading: say`with ${schemaName(keptAs.table.name)} rows that have no ${schemaName(other.table.name)}`,
    },
  ];
};

function groupedSource(query: DraftedQuery): ScopeSource | undefined {
  const sources = new Set(query.groupKeys.map((key) => query.column(key)?.source));
  return sources.size === 1 ? [...sources][0] : undefined;
}

/** The edit that makes the join before a source an outer one. */
function outerJoin(query: DraftedQuery, { source }: ScopeSource, side: "LEFT" | "RIGHT") {
  const before = /\b(?:inner\s+)?join\s+$/iu.exec(query.sql.slice(0, source.start));
  return before ? [{ span: { start: before.index, end: source.start }, text: `${side} JOIN ` }] : [];
}

/** A column of the source that its join compares, which is NULL where nothing matches. */
function matchedColumn(query: DraftedQuery, source: ScopeSource): string | undefined {
  const column =
    source.table && (source.table.columns.find((each) => !each.nullable) ?? source.table.columns[0]);
  return query.keyOf(source) ?? (column && query.sqlOf(source, column.name));
}

/** Conditions on the other table belong to the outer join's ON: in WHERE they would drop what it keeps. */
function movedConditions(query: DraftedQuery, moved: readonly ExpressionNode[]) {
  const on = query.scope.sources.at(-1)?.source.join?.on;
  const { where } = query.core;
  if (moved.length === 0 || !on || !where) return [];
  const stays = query.conditions.filter((each) => !moved.includes(each)).map((each) => query.text(each));
  const all = moved.map((each) => `(${query.text(each)})`).join(" AND ");
  return [
    { span: { start: on.end, end: on.end }, text: ` AND ${all}` },
    { span: where, text: stays.length > 0 ? stays.join(" AND ") : "1 = 1" },
  ];
}
