import { type Marked, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { aggregatesIn } from "../check/clause-expressions.ts";
import type { ExpressionNode } from "../sql/query-tree.ts";
import { inOrder, joinedByAnd, parallels } from "./attachment.ts";
import { unitOf } from "./counting.ts";
import { type DraftedQuery, isNameColumn, type Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

const ONE_BY_ONE = /\b(?:every|each|both|per)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|their\s+|its\s+)?/u;
const ALL_OF_THEM = /\b(?:all|both)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|their\s+|its\s+)?/u;

/** "How many visits did A and B have", "… every member have": the number of each one, or one for all of them together. */
export const eachOrTogether: Proposer = (query) => {
  const { core, aggregates, selected, scope } = query;
  if (!query.isWhole || core.having) return together(query);
  const isNumbers = aggregates.length > 0 && selected.length === scope.items.length;
  if (!isNumbers || query.tree.limit) return together(query);
  return core.groupBy ? ungrouped(query) : [...forNames(query), ...forEach(query)];
};

function forNames(query: DraftedQuery): readonly Variant[] {
  return joinedByAnd(query).flatMap(({ column, values }) =>
    grouped(
      query,
      [query.text(column)],
      say`for each of ${values.map((value) => written(query.text(value)))}`,
    ),
  );
}

/** "every member": rows of a table of the query. */
function forEach(query: DraftedQuery): readonly Variant[] {
  return query.scope.sources.flatMap((source): readonly Variant[] => {
    const { table } = source;
    const key = query.keyOf(source);
    // "The average height of each member" is one of members.
    if (query.aggregates.some((call) => unitOf(query, call)?.source === source)) return [];
    if (!table || key === undefined || query.question.distanceAfter(ONE_BY_ONE, table.name, 2) === undefined)
      return [];
    const name = table.columns.find((each) => isNameColumn(each.name));
    const columns = [...(name ? [query.sqlOf(source, name.name)] : []), key];
    return grouped(query, columns, say`for each ${schemaName(table.name)} on its own`);
  });
}

/** Shows the first of the columns. */
function grouped(query: DraftedQuery, columns: readonly string[], reading: Marked): readonly Variant[] {
  const items = [columns[0], ...query.selected.map((node) => query.text(node))].join(", ");
  const clause = { span: query.endOfConditions ?? query.core, text: ` GROUP BY ${columns.join(", ")}` };
  return query.variant("each-or-together", reading, query.withSelect(items, [clause]));
}

/** One number for all groups: of the values that are named, or of the table that "all" or "both" stands before. */
function ungrouped(query: DraftedQuery): readonly Variant[] {
  const { core, question, groupKeys } = query;
  const sources = new Set(groupKeys.map((each) => query.column(each)?.source));
  const [source, ...more] = sources;
  const values = joinedByAnd(query).find(({ column }) => sources.has(query.column(column)?.source))?.values;
  const name = source?.table?.name;
  const key = source && query.keyOf(source);
  const isAll =
    name !== undefined &&
    groupKeys.some((each) => query.text(each) === key || isNameColumn(query.column(each)?.column.name)) &&
    question.distanceAfter(ALL_OF_THEM, name, 2) !== undefined &&
    question.distanceAfter(/\b(?:each|every|per)\s+/u, name, 2) === undefined;
  if (!core.groupBy || more.length > 0 || !(values || isAll)) return [];
  const kept = query.selected.filter((node) => aggregatesIn(node, query.dialect).length > 0);
  const edits = query.without(core.groupBy, /\bgroup\s+by\s+$/iu);
  if (kept.length === 0 || edits.length === 0) return [];
  const items = kept.map((node) => query.text(node)).join(", ");
  return query.variant(
    "each-or-together",
    values ? ofTogether(query, values) : say`for all ${schemaName(name ?? "")} rows together`,
    query.withSelect(items, edits),
  );
}

/** Numbers that two SELECTs find, one for A and one for B. */
function together(query: DraftedQuery): readonly Variant[] {
  return parallels(query).flatMap(({ one, other, values }): readonly Variant[] => {
    const [first, second] = [one.part, other.part].map(({ core }) => core.select?.text.trim());
    const same = inOrder(query, values) && first === second && one.part.aggregates.length > 0;
    if (!same || one.rest.join(" AND ") !== other.rest.join(" AND ")) return [];
    const { core, tree } = one.part;
    const either = `${query.text(one.column)} IN (${values.map((value) => query.text(value)).join(", ")})`;
    const { start, end } = one.equality;
    const within = tree.cores.length > 1 ? core : tree;
    const sql = `${query.sql.slice(within.start, start)}${either}${query.sql.slice(end, within.end)}`;
    return query.variant("each-or-together", ofTogether(query, values), sql);
  });
}

function ofTogether(query: DraftedQuery, values: readonly ExpressionNode[]): Marked {
  return say`for ${values.map((value) => written(query.text(value)))} together`;
}
