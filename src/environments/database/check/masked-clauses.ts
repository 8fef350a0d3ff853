import { buildScope, type ResolveOptions, visibleTables } from "../sql/build-scope.ts";
import { coreContents, tailExpressions } from "../sql/column-references.ts";
import type { ExpressionNode, FromSource, QueryTree, SelectCore, Span } from "../sql/query-tree.ts";
import { readExpressionList, readOrderItems, readSelectList } from "../sql/read-items.ts";

import type { Scope, ScopeContext, ScopeSource, VisibleTable } from "../sql/scope.ts";
import { subqueriesIn } from "./clause-expressions.ts";
import { CONDITION, type MaskedUse, maskedUses, type Taker } from "./masked-uses.ts";
import { type GivenColumn, givenBy, maskedOf, selected, taken } from "./masked-values.ts";

const DEEPEST = 40;

/** The uses of masked columns in one clause, or by one set operation. */
export interface ClauseUses {
  /** The clause; a window that is named counts to SELECT. */
  readonly clause: Span;
  readonly uses: readonly MaskedUse[];
}

interface Around {
  readonly ctes?: readonly VisibleTable[];
  readonly parent?: Scope;
}

/** The uses of masked columns in a statement, its CTEs and subqueries included, clause by clause. */
export function usesByClause(tree: QueryTree, context: ScopeContext): readonly ClauseUses[] {
  const found: ClauseUses[] = [];
  readTree(tree, context, {}, found, 0);
  return found.filter(({ uses }) => uses.length > 0);
}

function readTree(
  tree: QueryTree,
  context: ScopeContext,
  around: Around,
  found: ClauseUses[],
  depth: number,
): void {
  if (depth > DEEPEST) return;
  for (const [at, cte] of tree.ctes.entries()) {
    const before = { ...tree, ctes: tree.ctes.slice(0, tree.recursive ? at + 1 : at) };
    readTree(cte.query, context, { ctes: visibleTables(before, context, around, 0) }, found, depth + 1);
  }
  for (const core of tree.cores) {
    if (core.nested) {
      const ctes = visibleTables(tree, context, around, 0);
      readTree(core.nested, context, { ...around, ctes }, found, depth + 1);
      continue;
    }
    const scope = buildScope(tree, core, context, around);
    found.push(...usesOfCore(core, scope));
    readInside(core, scope, found, depth);
  }
  if (tree.cores.length > 1) found.push(...usesOfSet(tree, context, around));
  const [only] = tree.cores;
  if (!tree.orderBy || !only) return;
  if (tree.cores.length > 1) {
    found.push({ clause: tree.orderBy, uses: usesOfSetOrder(tree, context, around) });
  } else if (!only.nested) {
    const scope = buildScope(tree, only, context, around);
    found.push({ clause: tree.orderBy, uses: usesOfOrder(tree, scope) });
    for (const { expression } of tailExpressions(tree, context.dialect.lexical))
      for (const query of subqueriesIn(expression))
        readTree(query, context, { ctes: scope.ctes, parent: scope }, found, depth + 1);
  }
}

/** The queries in FROM and in the expressions of a core. */
function readInside(core: SelectCore, scope: Scope, found: ClauseUses[], depth: number): void {
  const { context, ctes } = scope;
  const { sources, expressions } = coreContents(core, context.dialect.lexical);
  for (const { query, lateral } of sources) {
    const parent = lateral ? scope : scope.parent;
    if (query) readTree(query, context, { ctes, ...(parent ? { parent } : {}) }, found, depth + 1);
  }
  for (const { expression } of expressions)
    for (const query of subqueriesIn(expression))
      readTree(query, context, { ctes, parent: scope }, found, depth + 1);
}

function usesOfCore(core: SelectCore, scope: Scope): readonly ClauseUses[] {
  const { lexical } = scope.context.dialect;
  const found: ClauseUses[] = [];
  const { expressions, sources } = coreContents(core, lexical);
  const at = (place: string, taker: Taker) =>
    expressions.flatMap((each) => (each.place === place ? maskedUses(each.expression, scope, taker) : []));
  const condition: Taker = { effect: "condition", taker: CONDITION };
  if (core.from)
    found.push({ clause: core.from, uses: sources.flatMap((source) => usesOfSource(source, scope)) });
  if (core.where) found.push({ clause: core.where, uses: at("where", condition) });
  if (core.select) {
    const window: Taker = { effect: "window", taker: "WINDOW" };
    found.push({
      clause: core.select,
      uses: [...usesOfSelect(core.select, scope), ...at("window", window)],
    });
  }
  if (core.groupBy) {
    const keys = readExpressionList(core.groupBy, lexical).map((node) => keyOf(node, scope, {}));
    const taker: Taker = { effect: "same", taker: "GROUP BY" };
    found.push({ clause: core.groupBy, uses: usesOfKeys(keys, scope, taker, {}) });
  }
  if (core.having) found.push({ clause: core.having, uses: at("having", condition) });
  return found;
}

function usesOfSource(source: FromSource, scope: Scope): readonly MaskedUse[] {
  const span = { start: source.start, end: source.end };
  const { join } = source;
  return [
    ...(source.arguments ?? []).flatMap((node) => maskedUses(node, scope, { effect: "value", taker: span })),
    ...(join?.on ? maskedUses(join.on, scope, { effect: "condition", taker: CONDITION }) : []),
    ...usesOfMerging(source, scope),
  ];
}

/** USING and NATURAL compare the columns of one name. */
function usesOfMerging(source: FromSource, scope: Scope): readonly MaskedUse[] {
  const { sameIdentifier } = scope.context.dialect;
  const place = scope.sources.findIndex((each) => each.source === source || sameSpan(each.source, source));
  const right = scope.sources[place];
  const { join } = source;
  if (!right || !join) return [];
  const before = scope.sources.slice(0, place);
  const named = (sources: readonly ScopeSource[], name: string) =>
    sources.flatMap((each) =>
      each.columns.flatMap((column) => (sameIdentifier(column.name, name) ? [{ column, source: each }] : [])),
    );
  const names = join.natural ? right.columns.map(({ name }) => name) : (join.using ?? []);
  return names.flatMap((name): readonly MaskedUse[] => {
    const [left] = named(before, name);
    const [other] = named([right], name);
    if (!left || !other) return [];
    const sides = [left, other].map((each) => maskedOf(each.column, each.source, scope));
    const masked = sides.flat();
    if (masked.length === 0) return [];
    const effect = sides.every((side) => side.length > 0) ? "join" : "condition";
    const taker = join.natural ? "NATURAL JOIN" : `USING (${name})`;
    return [{ masked, effect, taker, span: { start: source.start, end: source.end } }];
  });
}

function usesOfSelect(select: NonNullable<SelectCore["select"]>, scope: Scope): readonly MaskedUse[] {
  const { distinct, distinctOn, items } = readSelectList(select, scope.context.dialect.lexical);
  const span = { start: select.start, end: select.end };
  const apart = distinct && !distinctOn ? undetermined(selected(scope)) : [];
  return [
    ...(distinctOn ?? []).flatMap((node) =>
      maskedUses(node, scope, { effect: "same", taker: "DISTINCT ON" }),
    ),
    ...items.flatMap(({ expression }) => (expression ? maskedUses(expression, scope, undefined) : [])),
    ...apart.map(({ masked }): MaskedUse => ({ masked, effect: "same", taker: "DISTINCT", span })),
  ];
}

function usesOfOrder(tree: QueryTree, scope: Scope): readonly MaskedUse[] {
  const items = tree.orderBy ? readOrderItems(tree.orderBy, scope.context.dialect.lexical) : [];
  const options: ResolveOptions = { aliases: "first" };
  const keys = items.map(({ expression }) => keyOf(expression, scope, options));
  return usesOfKeys(keys, scope, { effect: "order", taker: "ORDER BY" }, options);
}

/** A key of GROUP BY or ORDER BY. */
interface Key {
  readonly node: ExpressionNode;
  readonly given: GivenColumn;
  /** True where a number stands for a column of the select list. */
  readonly isPlace: boolean;
}

function keyOf(node: ExpressionNode, scope: Scope, options: ResolveOptions): Key {
  const place = placeOf(node);
  const named = place === undefined ? undefined : selected(scope)[place];
  return { node, given: named ?? taken(node, scope, options), isPlace: named !== undefined };
}

function usesOfKeys(
  keys: readonly Key[],
  scope: Scope,
  taker: NonNullable<Taker>,
  options: ResolveOptions,
): readonly MaskedUse[] {
  const apart = new Set(undetermined(keys.map(({ given }) => given)));
  return keys.flatMap(({ node, given, isPlace }): readonly MaskedUse[] => {
    if (given.source && !apart.has(given)) return [];
    if (!isPlace) return maskedUses(node, scope, taker, options);
    const span = { start: node.start, end: node.end };
    return given.masked.length > 0 ? [{ masked: given.masked, span, ...taker }] : [];
  });
}

/** The masked ones, without those that the key of their table, which stands beside them, tells apart all the same. */
function undetermined(columns: readonly GivenColumn[]): readonly GivenColumn[] {
  return columns.filter(({ masked, source }) => {
    if (masked.length === 0) return false;
    const table = source?.table;
    if (!table) return true;
    const seen = table.columns.filter(
      (column) =>
        column.masked !== true &&
        columns.some((each) => each.source === source && each.column?.origin?.column === column),
    );
    const key = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
    const isWhole = key.length > 0 && key.every((column) => seen.includes(column));
    return !(isWhole || seen.some(({ unique, nullable }) => unique === true && !nullable));
  });
}

/** UNION, INTERSECT and EXCEPT compare rows; UNION ALL does not. */
function usesOfSet(tree: QueryTree, context: ScopeContext, around: Around): readonly ClauseUses[] {
  const operator = tree.operators.find((each) => each !== "UNION ALL");
  const clause = tree.cores[0]?.select;
  if (operator === undefined || !clause) return [];
  const masked = givenBy(tree, context, around).flatMap((each) => each.masked);
  if (masked.length === 0) return [];
  const span = { start: clause.start, end: clause.end };
  return [
    {
      clause: { start: tree.start, end: tree.end },
      uses: [{ masked, effect: "same", taker: operator, span }],
    },
  ];
}

/** The ORDER BY of a set operation knows the columns that it gives, by name or place. */
function usesOfSetOrder(tree: QueryTree, context: ScopeContext, around: Around): readonly MaskedUse[] {
  const { lexical, sameIdentifier } = context.dialect;
  const given = givenBy(tree, context, around);
  return (tree.orderBy ? readOrderItems(tree.orderBy, lexical) : []).flatMap(({ expression }) => {
    const place = placeOf(expression);
    const column =
      place !== undefined
        ? given[place]
        : expression.type === "column"
          ? given.find(({ name }) => sameIdentifier(name, expression.name))
          : undefined;
    if (!column || column.masked.length === 0) return [];
    const span = { start: expression.start, end: expression.end };
    return [{ masked: column.masked, effect: "order" as const, taker: "ORDER BY", span }];
  });
}

/** 0-based, of `ORDER BY 2`. */
function placeOf(node: ExpressionNode): number | undefined {
  if (node.type !== "literal" || node.kind !== "number" || !/^\d+$/u.test(node.value)) return undefined;
  return Number(node.value) - 1;
}

function sameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
