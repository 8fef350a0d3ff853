import type { ColumnSchema, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { findTable } from "../schema/find-table.ts";
import type {
  ColumnNode,
  CommonTable,
  ExpressionNode,
  FromSource,
  QueryTree,
  SelectCore,
  SelectItem,
} from "./query-tree.ts";
import { readFrom } from "./read-from.ts";
import { readExpressionList, readSelectList } from "./read-items.ts";
import type { SqlDialect } from "./sql-dialect.ts";

/** Input for building scopes: the schema's tables, and the dialect's rules for names. */
export interface ScopeContext {
  readonly schema: DatabaseSchema;
  readonly dialect: Pick<SqlDialect, "lexical" | "sameIdentifier" | "quotedWordsMayBeText" | "hiddenColumns">;
}

/** A column of the database itself. */
export interface ColumnOrigin {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
}

export interface ScopeColumn {
  readonly name: string;
  /** The database column whose values it passes on unchanged. */
  readonly origin?: ColumnOrigin;
  /** The expression that computes it in a subquery or CTE. */
  readonly expression?: ExpressionNode;
  /** The scope of that expression, in which names differ from those of the query around. */
  readonly computedIn?: Scope;
}

/** One source of a FROM clause and its known columns. */
export interface ScopeSource {
  readonly source: FromSource;
  /** The name that qualifies its columns; absent for a subquery without alias. */
  readonly name?: string;
  /** Set for a table or view of the schema. */
  readonly table?: TableSchema;
  /** Set for a CTE. */
  readonly cte?: CommonTable;
  readonly columns: readonly ScopeColumn[];
  /** False where columns may exist that are not listed: an unknown table, a table function, a query that cannot be read. */
  readonly complete: boolean;
}

/** Resolves the names in the clauses of one core. */
export interface Scope {
  readonly context: ScopeContext;
  readonly sources: readonly ScopeSource[];
  /** The visible CTEs, the nearest last. */
  readonly ctes: readonly VisibleTable[];
  /** The core's SELECT list, whose aliases some clauses can see. */
  readonly items: readonly SelectItem[];
  /** The query around a correlated subquery. */
  readonly parent?: Scope;
}

/** A CTE with its output columns. */
export interface VisibleTable {
  readonly cte: CommonTable;
  readonly columns: readonly ScopeColumn[];
  readonly complete: boolean;
}

/** Deepest nesting of queries; the columns of deeper ones count as unknown. */
const deepest = 40;
/** Limit of output columns, above that of any engine: with stars over stars, each CTE can double their number. */
const mostColumns = 5000;

interface Columns {
  readonly columns: readonly ScopeColumn[];
  readonly complete: boolean;
}

/** Context of a query: the scope around it for a correlated subquery, and the CTEs of queries around it. */
export interface Surroundings {
  readonly parent?: Scope;
  readonly ctes?: readonly VisibleTable[];
}

/** Builds the scope of one core of a query. Never fails: a source with unknown columns is marked incomplete. */
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
  const isMeant = ({ cte }: VisibleTable) => context.dialect.sameIdentifier(cte.name, source.name ?? "");
  const visible = source.schema === undefined ? ctes.findLast(isMeant) : undefined;
  if (visible) {
    const { cte, ...given } = visible;
    return { ...named, cte, ...renamed(given, source.aliasColumns) };
  }
  const { schema, dialect } = context;
  const table = findTable({ schema, driver: { dialect } }, source.name ?? "", source.schema);
  if (!table) return { ...named, columns: [], complete: false };
  const columns = table.columns.map((column) => ({ name: column.name, origin: { table, column } }));
  return { ...named, table, ...renamed({ columns, complete: true }, source.aliasColumns) };
}

/** The output columns of a query. Names come from its first core; only a single core gives origins, as others would add other values. */
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

/** The columns of a source in `*`, without those that USING or NATURAL merges with an earlier source's. */
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

/** PostgreSQL and related dialects name the output column of `count(*)` after the function; others use its text. */
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

export interface FoundColumn {
  readonly source: ScopeSource;
  readonly column: ScopeColumn;
}

type ColumnResolution =
  | (FoundColumn & {
      readonly kind: "column";
      /** 0 for the core itself, 1 for the query around it, and so on. */
      readonly outward: number;
    })
  /** A column that the engine gives every table, such as `rowid`. */
  | { readonly kind: "hidden"; readonly source: ScopeSource; readonly outward: number }
  | { readonly kind: "ambiguous"; readonly candidates: readonly FoundColumn[] }
  /** An alias of the SELECT list; the engine decides whether the clause may use it. */
  | { readonly kind: "selectAlias"; readonly item: SelectItem }
  /** A double-quoted word that names nothing, where the dialect reads it as text. */
  | { readonly kind: "text"; readonly value: string }
  | {
      readonly kind: "unknown";
      /** The source that the qualifier names, if only the column is missing. */
      readonly source?: ScopeSource;
      /** False where a source's columns are not all known, so that the engine may well know the name. */
      readonly certain: boolean;
    };

export interface ResolveOptions {
  /** `first` in ORDER BY, where an alias wins over a column; `last` elsewhere; `none` where aliases are not visible (FROM). */
  readonly aliases?: "first" | "last" | "none";
}

/** True when the qualifier names the source. An alias hides the table's own name. */
export function isNamed(source: ScopeSource, qualifier: string, { dialect }: ScopeContext): boolean {
  const { alias, name, schema } = source.source;
  if (alias !== undefined) return dialect.sameIdentifier(alias, qualifier);
  if (name === undefined) return false;
  if (dialect.sameIdentifier(name, qualifier)) return true;
  const point = qualifier.lastIndexOf(".");
  if (point < 0 || !dialect.sameIdentifier(name, qualifier.slice(point + 1))) return false;
  return schema === undefined || dialect.sameIdentifier(schema, qualifier.slice(0, point));
}

/** Resolves a column name, from the core's own scope outward. */
export function resolveColumn(
  node: Pick<ColumnNode, "name" | "qualifier" | "quotedWith">,
  scope: Scope,
  options: ResolveOptions = {},
): ColumnResolution {
  const order = options.aliases ?? "last";
  const alias = order === "none" ? undefined : selectAlias(node, scope);
  if (alias && order === "first") return alias;
  let named: ScopeSource | undefined;
  let certain = true;
  let outward = 0;
  for (let level: Scope | undefined = scope; level; level = level.parent, outward++) {
    const found = resolveAt(node, level, outward);
    if (found) return found;
    // An alias of this core wins over columns of the queries around it.
    if (alias && outward === 0) return alias;
    const { qualifier } = node;
    const sources = level.sources.filter(
      (each) => qualifier === undefined || isNamed(each, qualifier, level.context),
    );
    named ??= qualifier === undefined ? undefined : sources[0];
    if (sources.some((each) => !each.complete)) certain = false;
    if (named) break;
  }
  const { dialect } = scope.context;
  if (node.qualifier === undefined && node.quotedWith === '"' && dialect.quotedWordsMayBeText && certain)
    return { kind: "text", value: node.name };
  return { kind: "unknown", certain, ...(named && { source: named }) };
}

function resolveAt(
  node: Pick<ColumnNode, "name" | "qualifier">,
  scope: Scope,
  outward: number,
): ColumnResolution | undefined {
  const { dialect } = scope.context;
  const { qualifier } = node;
  const sources = scope.sources.filter(
    (each) => qualifier === undefined || isNamed(each, qualifier, scope.context),
  );
  const named = sources.flatMap((source) => {
    const same = source.columns.filter((column) => dialect.sameIdentifier(column.name, node.name));
    // "Id" and id are two columns in PostgreSQL: the exact spelling wins.
    const column = same.find(({ name }) => name === node.name) ?? same[0];
    return column === undefined ? [] : [{ source, column }];
  });
  const exact = named.filter(({ column }) => column.name === node.name);
  const candidates = exact.length > 0 ? exact : named;
  const [first, ...others] = candidates;
  if (first) {
    const distinct = others.filter((each) => !isMerged(each, node.name, scope.context));
    return distinct.length === 0
      ? { kind: "column", ...first, outward }
      : { kind: "ambiguous", candidates: [first, ...distinct] };
  }
  const [only, ...more] = sources.filter(
    ({ table, source }) => table?.kind === "table" || (!table && source.kind === "table"),
  );
  const isHidden = dialect.hiddenColumns?.some((name) => dialect.sameIdentifier(name, node.name));
  return isHidden && only && more.length === 0 ? { kind: "hidden", source: only, outward } : undefined;
}

/** True for a column that USING or NATURAL merges with one to its left, which then stands for both. */
function isMerged({ source }: FoundColumn, name: string, { dialect }: ScopeContext): boolean {
  const { join } = source.source;
  return Boolean(join?.natural || join?.using?.some((merged) => dialect.sameIdentifier(merged, name)));
}

function selectAlias(
  node: Pick<ColumnNode, "name" | "qualifier">,
  scope: Scope,
): { kind: "selectAlias"; item: SelectItem } | undefined {
  if (node.qualifier !== undefined) return undefined;
  const { dialect } = scope.context;
  const item = scope.items.find(
    ({ alias }) => alias !== undefined && dialect.sameIdentifier(alias, node.name),
  );
  return item && { kind: "selectAlias", item };
}
