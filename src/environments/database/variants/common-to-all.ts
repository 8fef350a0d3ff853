import { type Marked, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { CallNode, ExpressionNode } from "../sql/query-tree.ts";
import type { ScopeSource } from "../sql/scope.ts";
import { joinedByAnd, parallels } from "./attachment.ts";
import { overDistinct, unitOf } from "./counting.ts";
import type { DraftedQuery, Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

export const EVERY = /\b(?:every|each|all|both)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|their\s+|its\s+)?/u;

/** "In every branch", "by every one of them": none may be missing. */
const NONE_MISSING =
  /\b(?:(?:in|by|at|with|to|on|from|for)\s+(?:every|each)|each\s+and\s+every|(?:every|each)\s+(?:one|single))\b/u;

/** "every", "each", "all", "A and B": what each of them has, what any of them has, or what all of them have in common. */
export const commonToAll: Proposer = (query) => {
  const { core, question } = query;
  const isEvery = question.has(EVERY);
  if (core.having) return withoutHaving(query, isEvery && !question.has(NONE_MISSING));
  if (query.tree.operators.length > 0) return ofEither(query);
  if (!core.select || core.groupBy || DENIED.test(query.sql.slice(0, core.start))) return [];
  const targets = [
    ...(isEvery ? query.scope.sources.flatMap((source) => countedTarget(query, source) ?? []) : []),
    ...listed(query),
  ];
  const { aggregates } = query;
  const [call] = aggregates;
  return targets.flatMap((target): readonly Variant[] => {
    const having = `HAVING COUNT(DISTINCT ${target.counted}) = ${target.number}`;
    const isSingle = call !== undefined && aggregates.length === 1;
    if (call) return isSingle ? aggregated(query, { call, target, having }) : [];
    // The columns of those that have something: each one's own list becomes a single one.
    const kept = query.selected.filter(
      (node) => !target.source || query.column(node)?.source !== target.source,
    );
    const group = groupOf(query, kept);
    if (!group || !query.endOfConditions || query.selected.length < query.scope.items.length) return [];
    const clause = { span: query.endOfConditions, text: ` GROUP BY ${group} ${having}` };
    const sql =
      kept.length < query.selected.length
        ? query.withSelect(kept.map((node) => query.text(node)).join(", "), [clause])
        : query.edited([clause]);
    return query.variant("common-to-all", target.reading, sql);
  });
};

/** Before a subquery of what is not meant. */
const DENIED = /\bnot\s+(?:in|exists)\s*\(\s*$/iu;

/** The key of what is listed, and the columns that stand for it; undefined where these are of several things. */
function groupOf(query: DraftedQuery, selected: readonly ExpressionNode[]): string | undefined {
  const source = query.soleSource(selected);
  if (!source) return undefined;
  const columns = selected.map((node) => query.text(node));
  // A subquery, or a table that only refers to what is listed, gives its references.
  if (query.parts[0] !== query || selected.every((node) => query.isReference(node)))
    return columns.join(", ");
  const key = query.keyOf(source);
  return key && [...new Set([key, ...columns])].join(", ");
}

/** How many there are in common, or their average. */
function aggregated(
  query: DraftedQuery,
  { call, target, having }: { readonly call: CallNode; readonly target: Target; readonly having: string },
): readonly Variant[] {
  const unit = unitOf(query, call);
  if (!unit || (target.source && unit.source === target.source)) return [];
  const sql = overDistinct(query, call, { key: unit.key, having });
  return sql === undefined ? [] : query.variant("common-to-all", target.reading, sql);
}

/** What a row of the result must be joined with to be common to all: so many distinct ones. */
interface Target {
  /** Absent where only a reference to it is joined. */
  readonly source?: ScopeSource;
  /** SQL of what is counted, and of how many there must be. */
  readonly counted: string;
  readonly number: string;
  readonly reading: Marked;
}

/** "A and B": values of one column by OR or IN that the question joins by "and". */
function listed(query: DraftedQuery): readonly Target[] {
  return joinedByAnd(query).flatMap(({ column, values }): readonly Target[] => {
    const source = query.column(column)?.source;
    const reading = say`only what ${values.map((value) => written(query.text(value)))} have in common`;
    return source ? [{ source, counted: query.text(column), number: String(values.length), reading }] : [];
  });
}

/** What any of them has, where the draft counts in HAVING how many of them there are. */
function withoutHaving(query: DraftedQuery, isOpen: boolean): readonly Variant[] {
  const { having } = query.core;
  if (!having || !/\bcount\s*\(/iu.test(having.text)) return [];
  const ofAll = isOpen && /\bselect\b/iu.test(having.text);
  if (!ofAll && !listed(query).some(({ number }) => having.text.trimEnd().endsWith(number))) return [];
  const edits = query.without(having, /\bhaving\s+$/iu);
  if (edits.length === 0) return [];
  return query.variant("common-to-all", say`of any of them instead of common to all`, edits);
}

/** What A or B has, where the draft intersects what each of them has. */
function ofEither(query: DraftedQuery): readonly Variant[] {
  const { tree, question, sql } = query;
  const [pair] = parallels(query).filter(({ values }) => question.joinsByAnd(values));
  const [first, second, ...more] = tree.cores;
  const isBoth = tree.operators[0] === "INTERSECT" && more.length === 0 && !question.has(/\bboth\b/u);
  if (!pair || !isBoth || !first || !second) return [];
  const at = sql.toLowerCase().indexOf("intersect", first.end);
  const span = { start: at, end: at + "intersect".length };
  if (at < 0 || at > second.start) return [];
  const values = pair.values.map((value) => written(query.text(value)));
  return query.variant("common-to-all", say`of any of ${values} instead of common to all`, [
    { span, text: "UNION" },
  ]);
}

/** The rows of a source that are meant by "every": those that its own conditions keep. */
function countedTarget(query: DraftedQuery, source: ScopeSource): Target | undefined {
  const { table } = source;
  if (!table) return undefined;
  const { question } = query;
  const isMeant = (name: string) => question.distanceAfter(EVERY, name, 2) !== undefined;
  const target = (counted: string, name: string, from: string): Target => ({
    counted,
    number: `(SELECT COUNT(*) FROM ${from})`,
    reading: say`only what is common to all ${schemaName(name)} rows that are meant`,
  });
  const own = query.conditions.filter((each) => query.isOnlyOf(each, source));
  const joined = [query, query.parts[0] ?? query].flatMap(({ scope }) => scope.sources);
  const isJoined = (other: unknown) => joined.some((each) => each.table === other);
  const link = query.links.find(({ from, to }) => from === table && !isJoined(to) && isMeant(to.name));
  if (link) {
    const { column, to } = link;
    const within = own.find(
      (each) => each.type === "in" && !each.negated && query.column(each.operand)?.column.name === column,
    );
    const set = within?.type === "in" && within.set.type === "subquery" ? within.set : undefined;
    const from = set ? `${query.text(set)} AS meant` : `${qualifiedTable(query.services, to)}`;
    return target(query.sqlOf(source, column), to.name, from);
  }
  const key = query.keyOf(source);
  const isNamed = query.scope.sources.some((each) => each.table && isMeant(each.table.name));
  // "All the members" are rows of readers: where no table is called so, what is limited by a condition of its own is meant.
  if (key === undefined || !(isMeant(table.name) || (!isNamed && own.length > 0))) return undefined;
  const where = own.length > 0 ? ` WHERE ${own.map((each) => query.text(each)).join(" AND ")}` : "";
  return { source, ...target(key, table.name, `${query.text(source.source)}${where}`) };
}
