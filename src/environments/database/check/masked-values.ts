import {
  isNamed,
  outputColumns,
  type ResolveOptions,
  resolveColumn,
  visibleTables,
} from "../sql/build-scope.ts";
import type { CallNode, ColumnNode, ExpressionNode, QueryTree } from "../sql/query-tree.ts";

import type { Scope, ScopeColumn, ScopeContext, ScopeSource, VisibleTable } from "../sql/scope.ts";
import type { BaseColumn } from "./query-scope.ts";

/** Queries in queries, and expressions behind names, that are followed to the column whose values they hand on. */
const DEEPEST = 12;

/** Calls that hand on the first of their arguments that is not NULL. */
const HANDING_ON = new Set(["coalesce", "ifnull", "nvl"]);
/** Calls that choose between the arguments behind their first. */
const CHOOSING = new Set(["if", "iif"]);

/** A column of a select list or a key, and the masked columns whose values can stand in it. */
export interface GivenColumn {
  readonly masked: readonly BaseColumn[];
  /** Set where it is a column of this source, unchanged. */
  readonly column?: ScopeColumn;
  readonly source?: ScopeSource;
}

/** One column of a query's result. */
export interface NamedColumn {
  readonly name: string;
  readonly masked: readonly BaseColumn[];
}

/** The masked columns whose values an expression hands on as they are: by a name, through queries in FROM and CTEs, COALESCE, CASE. */
export function maskedIn(
  node: ExpressionNode,
  scope: Scope,
  options: ResolveOptions = {},
  depth = 0,
): readonly BaseColumn[] {
  if (depth > DEEPEST) return [];
  if (node.type === "column") return ofName(node, scope, options, depth);
  if (node.type === "subquery") {
    const around = { ctes: scope.ctes, parent: scope };
    return once(givenBy(node.query, scope.context, around, depth + 1).flatMap(({ masked }) => masked));
  }
  return once(handedOn(node).flatMap((part) => maskedIn(part, scope, options, depth + 1)));
}

/** The parts of an expression one of whose values is its own. */
export function handedOn(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.type === "call") {
    if (handsOn(node)) return node.arguments;
    return isChoice(node) ? node.arguments.slice(1) : [];
  }
  if (node.type === "cast") return isTextType(node.target) ? [node.operand] : [];
  if (node.type === "binary") return node.operator === "COLLATE" ? [node.left] : [];
  if (node.type === "list") return node.items;
  if (node.type !== "case") return [];
  return [...node.branches.map(({ result }) => result), ...(node.otherwise ? [node.otherwise] : [])];
}

export function handsOn({ name }: CallNode): boolean {
  return HANDING_ON.has(name.toLowerCase());
}

/** `IF(condition, a, b)`. */
export function isChoice({ name, arguments: given }: CallNode): boolean {
  return CHOOSING.has(name.toLowerCase()) && given.length > 1;
}

export function isTextType(type: string): boolean {
  return /char|text|string|clob/iu.test(type);
}

/** The columns of one source whose values can be masked ones; empty for others. */
export function maskedOf(
  column: ScopeColumn,
  source: ScopeSource,
  scope: Scope,
  depth = 0,
): readonly BaseColumn[] {
  if (depth > DEEPEST) return [];
  const { origin } = column;
  if (origin) return origin.column.masked === true ? [origin] : [];
  const query = source.cte?.query ?? source.source.query;
  if (query && query.cores.length > 1) {
    const parent = source.cte ? undefined : source.source.lateral ? scope : scope.parent;
    const around = { ctes: scope.ctes, ...(parent ? { parent } : {}) };
    return givenBy(query, scope.context, around, depth + 1)[source.columns.indexOf(column)]?.masked ?? [];
  }
  const { expression, computedIn } = column;
  return expression && computedIn ? maskedIn(expression, computedIn, {}, depth + 1) : [];
}

/** What a query gives, column by column: of a set operation what any of its SELECTs puts there. */
export function givenBy(
  query: QueryTree,
  context: ScopeContext,
  around: { readonly ctes?: readonly VisibleTable[]; readonly parent?: Scope },
  depth = 0,
): readonly NamedColumn[] {
  if (depth > DEEPEST) return [];
  const given = query.cores.map((core) =>
    core.nested
      ? givenBy(
          core.nested,
          context,
          { ...around, ctes: visibleTables(query, context, around, 0) },
          depth + 1,
        )
      : outputColumns({ ...query, cores: [core], operators: [] }, context, around).columns.map(
          ({ name, origin, expression, computedIn }): NamedColumn => ({
            name,
            masked: origin
              ? [origin].filter(({ column }) => column.masked === true)
              : expression && computedIn
                ? maskedIn(expression, computedIn, {}, depth + 1)
                : [],
          }),
        ),
  );
  const [first = []] = given;
  return first.map(({ name }, place) => ({
    name,
    masked: once(given.flatMap((columns) => columns[place]?.masked ?? [])),
  }));
}

/** The columns of a select list, stars written out. */
export function selected(scope: Scope): readonly GivenColumn[] {
  return scope.items.flatMap(({ star, expression }): readonly GivenColumn[] => {
    if (expression) return [taken(expression, scope)];
    if (!star) return [];
    const { qualifier } = star;
    return scope.sources
      .filter((source) => qualifier === undefined || isNamed(source, qualifier, scope.context))
      .flatMap((source) =>
        source.columns.map((column) => ({
          masked: maskedOf(column, source, scope),
          column,
          source,
        })),
      );
  });
}

/** What an expression puts into a select list, or into GROUP BY. */
export function taken(node: ExpressionNode, scope: Scope, options: ResolveOptions = {}): GivenColumn {
  const found = node.type === "column" ? resolveColumn(node, scope, options) : undefined;
  const place = found?.kind === "column" ? { column: found.column, source: found.source } : {};
  return { masked: maskedIn(node, scope, options), ...place };
}

function ofName(
  node: ColumnNode,
  scope: Scope,
  options: ResolveOptions,
  depth: number,
): readonly BaseColumn[] {
  const found = resolveColumn(node, scope, options);
  if (found.kind === "selectAlias") {
    const { expression } = found.item;
    // What stands behind an alias names columns, and not that alias again.
    return expression ? maskedIn(expression, scope, { aliases: "none" }, depth + 1) : [];
  }
  if (found.kind !== "column") return [];
  let level: Scope = scope;
  for (let outward = found.outward; outward > 0 && level.parent; outward--) level = level.parent;
  return maskedOf(found.column, found.source, level, depth + 1);
}

function once(bases: readonly BaseColumn[]): readonly BaseColumn[] {
  return bases.filter((base, at) => bases.findIndex(({ column }) => column === base.column) === at);
}
