import type { Suggestion } from "../../../environment/tool-failure.ts";
import { linksBetween, type TableLink } from "../schema/table-links.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type ColumnNode, conjunctsOf, type ExpressionNode, type Span } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { columnAt, type ResolvedColumn } from "./query-scope.ts";

/** `a.x = b.y` between two sources of a FROM clause. */
export interface KeyPair {
  readonly span: Span;
  readonly left: ResolvedColumn;
  readonly right: ResolvedColumn;
  readonly leftSpan: Span;
  readonly rightSpan: Span;
}

/** The equalities between columns of two different sources among the conditions that AND joins. */
export function keyPairs(condition: ExpressionNode, scope: Scope): readonly KeyPair[] {
  return conjunctsOf(condition).flatMap((node) => keyPair(node, scope) ?? []);
}

function keyPair(node: ExpressionNode, scope: Scope): KeyPair | undefined {
  if (node.type !== "binary" || (node.operator !== "=" && node.operator !== "==")) return undefined;
  const { left: a, right: b } = node;
  const left = a.type === "column" ? columnAt(scope, a) : undefined;
  const right = b.type === "column" ? columnAt(scope, b) : undefined;
  if (!left || !right || left.outer || right.outer || left.source === right.source) return undefined;
  return { span: node, left, right, leftSpan: a, rightSpan: b };
}

/** Sources that a condition brings together, other than by what is wrapped in a subquery. */
export function sourcesIn(condition: ExpressionNode, scope: Scope): ReadonlySet<ScopeSource> {
  const found = new Set<ScopeSource>();
  for (const node of columnsOf(condition)) {
    const column = columnAt(scope, node);
    if (column && !column.outer) found.add(column.source);
    // Of a function's or an unknown table's columns only the qualifier, or the name of the source itself, tells whose they are.
    const named = column ? undefined : scope.sources.find(({ name }) => isNamed(name, node, scope));
    if (named) found.add(named);
  }
  return found;
}

function isNamed(source: string | undefined, { name, qualifier = name }: ColumnNode, scope: Scope): boolean {
  return source !== undefined && scope.context.dialect.sameIdentifier(source, qualifier);
}

/** Sources that no condition ties to those before them. `conditions` are the parts of WHERE that hold for every row. */
export function unconnectedSources(
  scope: Scope,
  conditions: readonly ExpressionNode[],
): readonly ScopeSource[] {
  const groups = new Map<ScopeSource, ScopeSource>();
  const root = (source: ScopeSource): ScopeSource => {
    const next = groups.get(source);
    return next === undefined || next === source ? source : root(next);
  };
  const tie = (sources: Iterable<ScopeSource>) => {
    const [first, ...others] = sources;
    if (first) for (const other of others) groups.set(root(other), root(first));
  };
  scope.sources.forEach((source, i) => {
    const { join } = source.source;
    const before = scope.sources[i - 1];
    const tied =
      (join?.natural && sharesColumn(scope, i)) ||
      join?.using ||
      join?.kind === "cross" ||
      source.source.lateral;
    if (before && tied) tie([before, source]);
    if (source.source.kind === "function" && before) tie([before, source]);
    if (join?.on) for (const part of conjunctsOf(join.on)) tie(sourcesIn(part, scope));
  });
  for (const condition of conditions) for (const part of conjunctsOf(condition)) tie(sourcesIn(part, scope));
  const [first] = scope.sources;
  // A subquery that gives one row is combined on purpose.
  return scope.sources.filter(
    (source) => first && root(source) !== root(first) && source.source.kind !== "subquery",
  );
}

/** True where a NATURAL JOIN has a column to join by, or may have: the columns of one side are not all known. */
function sharesColumn({ sources, context: { dialect } }: Scope, at: number): boolean {
  const [source, before] = [sources[at], sources.slice(0, at)];
  if (!source?.complete || before.some((each) => !each.complete)) return true;
  return source.columns.some((column) =>
    before.some((other) => other.columns.some((each) => dialect.sameIdentifier(each.name, column.name))),
  );
}

/** Conditions along the keys between two sources, best first. */
export function keyConditions(
  check: ClauseCheck,
  a: ScopeSource,
  b: ScopeSource,
): readonly { readonly text: string; readonly link: TableLink }[] {
  if (!a.table || !b.table || a.name === undefined || b.name === undefined) return [];
  return linksBetween(check.services, a.table, b.table).map((link) => {
    // A table that is joined with itself is on both sides.
    const [from, to] = link.from === a.table ? [a, b] : [b, a];
    const [left, right] = [from, to].map(({ name }) => name);
    const sides = link.fromColumns.map((column, i) => {
      const other = check.dialect.identifier(link.toColumns[i] ?? "");
      return `${left}.${check.dialect.identifier(column)} = ${right}.${other}`;
    });
    return { text: sides.join(" AND "), link };
  });
}

/** The same as suggestions in place of what is written. */
export function keySuggestions(
  check: ClauseCheck,
  a: ScopeSource,
  b: ScopeSource,
  replaces: string,
): readonly Suggestion[] {
  return keyConditions(check, a, b)
    .filter(({ text }) => text !== replaces)
    .map(({ text, link }) => ({
      text,
      replaces,
      reason: link.declared ? "declared foreign key" : "the names say so",
    }));
}
