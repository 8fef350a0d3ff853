import type { TableSchema } from "../schema/database-schema.ts";
import type { FromSource, QueryTree, SelectCore, SelectItem } from "./query-tree.ts";
import { readFrom } from "./read-from.ts";
import { readExpressionList } from "./read-items.ts";
import { readSelectList } from "./read-select-list.ts";
import { isNamed, resolveColumn } from "./resolve-column.ts";
import type { Scope, ScopeColumn, ScopeContext, ScopeSource, VisibleTable } from "./scope.ts";

/** Queries in queries in queries …: further in, columns count as unknown. */
const deepest = 40;
/** More columns than any engine gives: stars over stars double them with each CTE, also of those that nothing reads. */
const mostColumns = 5000;

interface Columns {
  readonly columns: readonly ScopeColumn[];
  readonly complete: boolean;
}

/** What lies around the core: the query it stands in for a correlated subquery, CTEs of queries further out. */
export interface Surroundings {
  readonly parent?: Scope;
  readonly ctes?: readonly VisibleTable[];
}

/** Builds the scope of one core of a query. Never fails: what it cannot tell makes a source incomplete. */
export function buildScope(
  tree: QueryTree,
  core: SelectCore,
  context: ScopeContext,
  around: Surroundings = {},
): Scope {
  return scopeOf(core, context, visibleTables(tree, context, around, 0), around.parent, 0);
}

/** The CTEs that the cores of a query can see, those of queries around it first. */
export function visibleTables(
  tree: QueryTree,
  context: ScopeContext,
  around: Surroundings,
  depth: number,
): VisibleTable[] {
  const visible = [...(around.ctes ?? around.parent?.ctes ?? [])];
  for (const cte of tree.ctes) {
    // A recursive CTE sees itself with the columns of its first core.
    const start = tree.recursive && cte.query.cores.length > 1 ? firstCore(cte.query) : undefined;
    const before = start ? outputOf(start, context, { ctes: visible }, depth + 1) : undefined;
    const ctes = before ? [...visible, { cte, ...renamed(before, cte.columns) }] : visible;
    const given = outputOf(cte.query, context, { ctes }, depth + 1);
    visible.push({ cte, ...renamed(given, cte.columns) });
  }
  return visible;
}

function firstCore(query: QueryTree): QueryTree {
  return { ...query, cores: query.cores.slice(0, 1), operators: [] };
}

function renamed(given: Columns, names: readonly string[] | undefined): Columns {
  if (!names) return given;
  const columns = names.map((name, index) => ({ ...given.columns[index], name }));
  return {
    columns: [...columns, ...given.columns.slice(names.length)],
    complete: given.complete || columns.length > 0,
  };
}

function scopeOf(
  core: SelectCore,
  context: ScopeContext,
  ctes: readonly VisibleTable[],
  parent: Scope | undefined,
  depth: number,
): Scope {
  const { lexical } = context.dialect;
  const items = core.select ? readSelectList(core.select, lexical).items : [];
  const sources: ScopeSource[] = [];
  const scope: Scope = { context, sources, ctes, items, ...(parent && { parent }) };
  for (const source of core.from ? readFrom(core.from, lexical) : []) {
    sources.push(scopeSource(source, scope, depth));
  }
  return scope;
}

function scopeSource(source: FromSource, scope: Scope, depth: number): ScopeSource {
  const { context, ctes } = scope;
  const name = source.alias ?? source.name;
  const named = { source, ...(name !== undefined && { name }) };
  if (source.kind === "subquery" && source.query) {
    const parent = source.lateral ? { ...scope, sources: [...scope.sources] } : scope.parent;
    const given = outputOf(source.query, context, { ctes, ...(parent && { parent }) }, depth + 1);
    return { ...named, ...renamed(given, source.aliasColumns) };
  }
  if (source.kind === "function")
    return { ...named, ...renamed({ columns: [], complete: false }, source.aliasColumns) };
  const same = (a: string, b: string) => context.dialect.sameIdentifier(a, b);
  const visible =
    source.schema === undefined ? ctes.findLast(({ cte }) => same(cte.name, source.name ?? "")) : undefined;
  if (visible) {
    const { cte, ...given } = visible;
    return { ...named, cte, ...renamed(given, source.aliasColumns) };
  }
  const table = findTable(source, context);
  if (!table) return { ...named, columns: [], complete: false };
  const columns = table.columns.map((column) => ({ name: column.name, origin: { table, column } }));
  return { ...named, table, ...renamed({ columns, complete: true }, source.aliasColumns) };
}

function findTable(source: FromSource, { schema, dialect }: ScopeContext): TableSchema | undefined {
  const named = schema.tables
    .filter(({ name }) => dialect.sameIdentifier(name, source.name ?? ""))
    // Where names that differ only in case are two tables, the one that is written comes first.
    .sort((a, b) => Number(b.name === source.name) - Number(a.name === source.name));
  const wanted = source.schema;
  if (wanted === undefined) return named.find((table) => table.schema === undefined) ?? named[0];
  return (
    named.find((table) => table.schema !== undefined && dialect.sameIdentifier(table.schema, wanted)) ??
    // The schema that needs no name may be named all the same: `main.t`, `public.t`.
    named.find((table) => table.schema === undefined)
  );
}

/** The columns that a query gives: names from its first core; an origin only where no further core adds other values. */
export function outputColumns(tree: QueryTree, context: ScopeContext, around: Surroundings = {}): Columns {
  return outputOf(tree, context, around, 0);
}

function outputOf(tree: QueryTree, context: ScopeContext, around: Surroundings, depth: number): Columns {
  const [core] = tree.cores;
  if (!core || depth > deepest) return { columns: [], complete: false };
  const ctes = visibleTables(tree, context, around, depth);
  if (core.nested) return outputOf(core.nested, context, { ...around, ctes }, depth + 1);
  if (core.values) return valuesColumns(core.values, context);
  const scope = scopeOf(core, context, ctes, around.parent, depth);
  const single = tree.cores.length === 1;
  let complete = true;
  const columns = scope.items.flatMap((item) => {
    if (!item.star) return [itemColumn(item, scope, single, core)];
    const { qualifier } = item.star;
    const starred = scope.sources.filter(
      (each) => qualifier === undefined || isNamed(each, qualifier, context),
    );
    if (starred.length === 0 || starred.some((each) => !each.complete)) complete = false;
    const all = starred.flatMap((each) =>
      qualifier === undefined ? withoutMerged(each, scope) : each.columns,
    );
    return single ? all : all.map(({ name }) => ({ name }));
  });
  if (columns.length > mostColumns) return { columns: columns.slice(0, mostColumns), complete: false };
  return { columns, complete };
}

/** `*` gives a column that USING or NATURAL merges only once. */
function withoutMerged(each: ScopeSource, { context, sources }: Scope): readonly ScopeColumn[] {
  const { join } = each.source;
  const before = join?.natural
    ? sources.slice(0, sources.indexOf(each)).flatMap(({ columns }) => columns)
    : [];
  const merged = [...(join?.using ?? []), ...before.map(({ name }) => name)];
  return each.columns.filter(
    ({ name }) => !merged.some((other) => context.dialect.sameIdentifier(other, name)),
  );
}

function itemColumn(item: SelectItem, scope: Scope, single: boolean, core: SelectCore): ScopeColumn {
  const { expression } = item;
  const found = expression?.type === "column" ? resolveColumn(expression, scope) : undefined;
  const origin = single && found?.kind === "column" ? found.column.origin : undefined;
  const start = item.start - (core.select?.start ?? 0);
  const written = core.select?.text.slice(start, start + item.end - item.start) ?? "";
  const name =
    item.alias ?? (expression?.type === "column" ? expression.name : (callName(item, scope) ?? written));
  return { name, ...(origin && { origin }), ...(expression && { expression, computedIn: scope }) };
}

/** PostgreSQL and its kin name `count(*)` after the function; elsewhere it is named by its text. */
function callName(item: SelectItem, scope: Scope): string | undefined {
  const call = item.expression?.type === "call" ? item.expression : undefined;
  return call && scope.context.dialect.lexical.dollarQuotes ? call.name : undefined;
}

function valuesColumns(values: NonNullable<SelectCore["values"]>, { dialect }: ScopeContext): Columns {
  const [row] = readExpressionList(values, dialect.lexical);
  const width = row?.type === "list" ? row.items.length : 1;
  return {
    columns: Array.from({ length: width }, (_, index) => ({ name: `column${index + 1}` })),
    complete: true,
  };
}
