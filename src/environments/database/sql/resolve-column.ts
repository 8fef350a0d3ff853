import type { ColumnNode, SelectItem } from "./query-tree.ts";
import type { Scope, ScopeColumn, ScopeContext, ScopeSource } from "./scope.ts";

export interface FoundColumn {
  readonly source: ScopeSource;
  readonly column: ScopeColumn;
}

export type ColumnResolution =
  | (FoundColumn & {
      readonly kind: "column";
      /** 0 for the core itself, 1 for the query around it, and so on. */
      readonly outward: number;
    })
  /** A column that the engine gives every table, such as `rowid`. */
  | { readonly kind: "hidden"; readonly source: ScopeSource; readonly outward: number }
  | { readonly kind: "ambiguous"; readonly candidates: readonly FoundColumn[] }
  /** An alias of the SELECT list; whether the clause may use it is for the engine to say. */
  | { readonly kind: "selectAlias"; readonly item: SelectItem }
  /** A double-quoted word that names nothing, where the dialect reads it as text. */
  | { readonly kind: "text"; readonly value: string }
  | {
      readonly kind: "unknown";
      /** The source that the qualifier names, when it is the column that is missing. */
      readonly source?: ScopeSource;
      /** False where a source's columns are not all known, so that the engine may well know the name. */
      readonly certain: boolean;
    };

export interface ResolveOptions {
  /** `first` in ORDER BY, where an alias goes before a column; `last` elsewhere; `none` where there are none to see (FROM). */
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

/** Finds what a column's name refers to, from the core outward. */
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
    // An alias of this core goes before the columns of the query around it.
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
    // "Id" and id are two columns in PostgreSQL: the one written in that very way goes first.
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

/** USING and NATURAL make one column of two: the left one stands for both. */
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
