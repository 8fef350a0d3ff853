import { say, schemaName } from "../../../environment/egress/marks.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { tableLinks } from "../schema/table-links.ts";
import type { ExpressionNode } from "../sql/query-tree.ts";
import type { ScopeSource } from "../sql/scope.ts";
import { EVERY } from "./common-to-all.ts";
import { type DraftedQuery, joinCondition, type Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

const PER = /\b(?:each|every|per|all|by)\b/u;
const HAVING_SOME = /\b(?:who|that|which|with) (?:have|has|had)\b|\bany\b|\bat least\b/u;
const SHARE = /%|\b(?:percent\w*|share|proportion|ratio|fraction)\b/u;

/** With the rows that a join drops, or without those that it keeps: groups and list entries without any, and what a share is taken of. */
export const unmatched: Proposer = (query) => {
  const { core, question, aggregates } = query;
  const isGrouped = core.groupBy !== undefined && aggregates.length > 0 && question.has(PER);
  const isList = core.groupBy === undefined && aggregates.length === 0 && question.has(EVERY);
  const isShare = core.groupBy === undefined && aggregates.length > 0 && question.has(SHARE);
  if (isShare || ((isGrouped || isList) && !question.has(HAVING_SOME)))
    return [
      ...kept(query, { isGrouped, isList }),
      ...dropped(query),
      ...(isShare ? ofThoseThatJoin(query) : []),
    ];
  return question.has(SHARE) ? ofThoseThatJoin(query) : [];
};

function kept(
  query: DraftedQuery,
  { isGrouped, isList }: { readonly isGrouped: boolean; readonly isList: boolean },
): readonly Variant[] {
  const [first, ...joined] = query.scope.sources;
  const isJoin = joined.every(joinCondition);
  if (!first?.table || joined.length === 0 || joined.length > 3 || !isJoin) return [];
  const keptAs = isGrouped ? query.soleSource(query.groupKeys) : isList ? listedSource(query) : first;
  // Rows of the table that stands first are kept by LEFT JOIN, those of the last by RIGHT JOIN.
  const last = joined.at(-1);
  const side = keptAs === first ? "LEFT" : keptAs === last ? "RIGHT" : undefined;
  const other = side === "RIGHT" ? first : last;
  if (side === undefined || !keptAs?.table || !other?.table) return [];
  const elsewhere = query.conditions.filter((each) => !query.isOnlyOf(each, keptAs));
  if (elsewhere.length > 0 && joined.length > 1 && side === "LEFT") return [];
  // A condition on what each row refers to is meant for the row: "the budgets of that event".
  if (elsewhere.length > 0 && !refersTo(query, other.table, keptAs.table)) return [];
  const outer = side === "LEFT" ? joined : joined.slice(-1);
  const edits = outer.flatMap(({ source }) =>
    query.keywords(source.start, /\b(?:inner\s+)?join\s+$/iu, `${side} JOIN `),
  );
  if (edits.length !== outer.length) return [];
  const key = isGrouped ? matchedColumn(query, other) : undefined;
  const stars = query.aggregates.filter(({ star }) => star);
  if (isGrouped && stars.length > 0 && key === undefined) return [];
  const counts = isGrouped ? stars.map((call) => ({ span: call, text: `COUNT(${key})` })) : [];
  return query.variant(
    "unmatched",
    say`with ${schemaName(keptAs.table.name)} rows that have no ${schemaName(other.table.name)}`,
    [...edits, ...counts, ...movedConditions(query, elsewhere)],
  );
}

/** The other way round: LEFT JOIN read as JOIN. */
function dropped(query: DraftedQuery): readonly Variant[] {
  const [first] = query.scope.sources;
  const outer = query.scope.sources.filter(({ source }) => source.join?.kind === "left");
  const edits = outer.flatMap(({ source }) =>
    query.keywords(source.start, /\bleft\s+(?:outer\s+)?join\s+$/iu, "JOIN "),
  );
  const other = outer.at(-1)?.table;
  if (!first?.table || !other || edits.length === 0 || edits.length < outer.length) return [];
  const reading = say`without ${schemaName(first.table.name)} rows that have no ${schemaName(other.name)}`;
  return query.variant("unmatched", reading, edits);
}

/** A share of all rows of a table that stands alone in its SELECT, read as one of those that another table refers to. */
function ofThoseThatJoin(query: DraftedQuery): readonly Variant[] {
  return query.parts.flatMap((part): readonly Variant[] => {
    const [only, ...more] = part.scope.sources;
    const table = only?.table;
    const isAll = more.length === 0 && part.core.where === undefined && part.core.groupBy === undefined;
    const key = only && part.keyOf(only);
    if (!table || !isAll || part.aggregates.length === 0 || key === undefined || !part.endOfConditions)
      return [];
    const link = query.parts
      .flatMap(({ scope }) => scope.sources.flatMap((source) => source.table ?? []))
      .flatMap((other) => query.links.filter(({ from, to }) => from === other && to === table))[0];
    if (!link) return [];
    const column = query.dialect.identifier(link.column);
    const others = `SELECT ${column} FROM ${qualifiedTable(query.services, link.from)}`;
    return query.variant(
      "unmatched",
      say`of those ${schemaName(table.name)} rows that have ${schemaName(link.from.name)}`,
      [{ span: part.endOfConditions, text: ` WHERE ${key} IN (${others})` }],
    );
  });
}

/** What "every" or "all" stands before, if it is among what is listed and something of another table is listed, too. */
function listedSource(query: DraftedQuery): ScopeSource | undefined {
  const sources = [...new Set(query.selected.flatMap((node) => query.column(node)?.source ?? []))];
  const isMeant = ({ table }: ScopeSource) =>
    table && query.question.distanceAfter(EVERY, table.name, 2) !== undefined;
  return sources.length > 1 ? sources.find(isMeant) : undefined;
}

function refersTo({ services }: DraftedQuery, one: TableSchema, other: TableSchema): boolean {
  return tableLinks(services).some(({ from, to }) => from === one && to === other);
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
