import { say, schemaName } from "../../../environment/egress/marks.ts";
import { aggregatesIn } from "../check/clause-expressions.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableLinks } from "../schema/table-links.ts";
import type { CallNode, ExpressionNode } from "../sql/query-tree.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { DraftedQuery, Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

const COUNTED =
  /\b(?:how many|number of|count of|count the|count|most|fewest|least|more than \w+|fewer than \w+|less than \w+|at (?:least|most) \w+|exactly \w+)\b/u;

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
  const compared = query.expressions
    .filter(({ place }) => place === "having" || place === "orderBy")
    .flatMap(({ expression }) => aggregatesIn(expression, query.dialect));
  const counts = [...query.aggregates.filter((call) => whole.includes(call)), ...compared].filter(
    (call) => /^count$/iu.test(call.name) && !call.filter,
  );
  if (counts.length === 0) return query.aggregates.length > 0 ? takenOnce(query) : listedOnce(query);
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
    .flatMap(({ table, key }) =>
      query.variant(
        "counted",
        say`each ${schemaName(table.name)} counted once`,
        calls.map((span) => ({ span, text: `COUNT(DISTINCT ${key})` })),
      ),
    );
}

/** Rows of the table that is asked for, where the draft counts other things once; or of the one that only refers to what is asked for. */
function countedRows(query: DraftedQuery, calls: readonly CallNode[]): readonly Variant[] {
  const distinct = calls.filter((call) => call.distinct && isPlain(query, call));
  const columns = distinct.flatMap((call) => call.arguments);
  const sources = columns.map((column) => query.column(column)?.source.table);
  const asked = askedFor(query);
  if (!asked || columns.length === 0) return [];
  const isJoined = query.scope.sources.some(({ table }) => table === asked);
  // "Books that were borrowed" may be loans; departments that there are may not be degrees.
  const isDone = query.question.saysWhatWasDone && columns.every((column) => query.isReference(column));
  const counted = isJoined ? asked : isDone ? sources[0] : undefined;
  const isOnce = sources.includes(asked) || query.question.has(/\b(?:different|distinct|unique)\b/u);
  if (!counted || isOnce) return [];
  return query.variant(
    "counted",
    say`every row of ${schemaName(counted.name)} counted`,
    distinct.map((call) => ({ span: call, text: "COUNT(*)" })),
  );
}

/** The table named first behind "how many". */
export function askedFor(query: DraftedQuery): TableSchema | undefined {
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
  return query.links.flatMap(({ from, column, to }) =>
    from === source.table && !joined.has(to) && query.question.names(to.name)
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

/** A list of rows of one table, over a join that lists them several times. */
function listedOnce(query: DraftedQuery): readonly Variant[] {
  const { core, scope, selected, tree, endOfConditions } = query;
  const source = query.soleSource(selected);
  const isList = query.isWhole && !core.groupBy && !tree.limit && selected.length === scope.items.length;
  const key = source && query.keyOf(source);
  if (!source?.table || !isList || !endOfConditions || key === undefined) return [];
  if (/^\s*distinct\b/iu.test(core.select?.text ?? "") || !query.question.names(source.table.name)) return [];
  const group = [...new Set([key, ...selected.map((node) => query.text(node))])].join(", ");
  return query.variant("counted", say`each ${schemaName(source.table.name)} once`, [
    { span: endOfConditions, text: ` GROUP BY ${group}` },
  ]);
}

/** What an aggregate is taken of: the source of its argument, or what `COUNT(*)` is asked for; and its key as SQL. */
export function unitOf(
  query: DraftedQuery,
  { arguments: [argument, ...more], star }: CallNode,
): { readonly source: ScopeSource | undefined; readonly key: string } | undefined {
  if (star) {
    const asked = askedFor(query);
    const [first] = countables(query).filter(({ table }) => table === asked);
    return first && { source: query.scope.sources.find(({ table }) => table === asked), key: first.key };
  }
  const found = argument && more.length === 0 ? query.column(argument) : undefined;
  if (!argument || !found) return undefined;
  const key = query.isReference(argument) ? query.text(argument) : query.keyOf(found.source);
  return key === undefined ? undefined : { source: found.source, key };
}

/** The statement with its aggregate taken over one row for each distinct key, in each group; undefined where SELECT has more than these. */
export function overDistinct(
  query: DraftedQuery,
  call: CallNode,
  { key, having = "" }: { readonly key: string; readonly having?: string },
): string | undefined {
  const { core, groupKeys, selected, scope } = query;
  const [argument] = call.arguments;
  if (!core.select || !core.from || core.having || selected.length < scope.items.length) return undefined;
  const groups = groupKeys.map((each) => query.text(each));
  const at = (node: ExpressionNode) => groups.indexOf(query.text(node));
  if (selected.some((node) => node !== call && at(node) < 0)) return undefined;
  const items = selected.map((node) => (node === call ? callText(query, call) : `each_${at(node)}`));
  const columns = [...groups.map((each, i) => `${each} AS each_${i}`), `${key} AS each_key`];
  if (argument) columns.push(`${query.text(argument)} AS each_value`);
  const grouped = [...new Set([...groups, key, ...(argument ? [query.text(argument)] : [])])].join(", ");
  const where = core.where ? ` WHERE ${core.where.text}` : "";
  const inner = `SELECT ${columns.join(", ")} FROM ${core.from.text}${where} GROUP BY ${grouped} ${having}`;
  const outer = groups.map((_, i) => `each_${i}`).join(", ");
  const text = `SELECT ${items.join(", ")} FROM (${inner}) AS each_one${outer === "" ? "" : ` GROUP BY ${outer}`}`;
  return query.edited([{ span: core, text }]);
}

function callText(query: DraftedQuery, { nameSpan, distinct, star }: CallNode): string {
  return `${query.text(nameSpan)}(${star ? "*" : `${distinct ? "DISTINCT " : ""}each_value`})`;
}

/** A sum or an average over a join that multiplies the rows it is taken of. */
function takenOnce(query: DraftedQuery): readonly Variant[] {
  const [call, ...more] = query.aggregates;
  if (!call || more.length > 0 || !/^(?:sum|avg)$/iu.test(call.name) || call.distinct) return [];
  const unit = unitOf(query, call);
  const table = unit?.source?.table;
  if (!unit || !table || !query.question.names(table.name)) return [];
  const sql = overDistinct(query, call, { key: unit.key });
  return sql === undefined
    ? []
    : query.variant("counted", say`each ${schemaName(table.name)} taken once`, sql);
}
