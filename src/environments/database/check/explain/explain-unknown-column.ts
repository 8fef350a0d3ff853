import {
  joined,
  type Marked,
  redactedCode,
  say,
  schemaName,
  written,
} from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import { columnRef } from "../../index/value-index.ts";
import { coreContents } from "../../sql/column-references.ts";
import { dateUnit } from "../../sql/date-pattern-text.ts";
import { type CallNode, type ColumnNode, nodesIn, partsOf } from "../../sql/query-tree.ts";
import { resolveColumn, type Scope, type ScopeSource } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { ScopedReference } from "../clause-expressions.ts";
import { columnAt } from "../query-scope.ts";
import { explainUnknownFunction } from "./explain-unknown-function.ts";
import {
  columnOf,
  columnsShown,
  nearNames,
  type Ranked,
  type RefusedClause,
  sourceNamed,
} from "./explanation.ts";
import { joiningSuggestions } from "./joining-suggestions.ts";

const WORTH = 0.55;

/** A column that no table of the query has. Suggests near names, a table that has it, the right alias, or quotes for a value. */
export async function explainUnknownColumn(check: RefusedClause): Promise<MarkedFailure> {
  const { facts } = check;
  const identifier = facts.identifier ?? "";
  const call = callOfUnit(check, identifier);
  if (call) return explainUnknownFunction(check, call.name);
  const reference = findReference(check, identifier, facts.offset);
  if (!reference)
    return check.failure("unknown-column", say`There is no column ${written(identifier)}.`, identifier);
  const { node, scope } = reference;
  // For a missing field of a struct the engine's message lists the fields.
  const [owner = "", ...path] = node.qualifier?.split(".") ?? [];
  const isField = [owner, path[0]].some((name) => name && resolveColumn({ name }, scope).kind === "column");
  if (isField) return check.failure("unknown-column", say`${check.engineSays}.`, node);
  const text = check.text(node);
  const ranked: Ranked[] = [
    ...atHand(check, reference, text),
    ...(isOrdering(reference) ? [] : await unquotedValue(check, reference, text)),
    ...joiningSuggestions(check, reference),
  ];
  const named = node.qualifier === undefined ? undefined : sourceNamed(scope, node.qualifier);
  return check.failure("unknown-column", sentence(reference, named), node, ranked);
}

/** True in ORDER BY and GROUP BY, where a word is hardly ever a value. */
function isOrdering({ place }: ScopedReference): boolean {
  return place === "orderBy" || place === "groupBy";
}

function sentence({ node, scope }: ScopedReference, named: ScopeSource | undefined): Marked {
  const known = scope.sources.flatMap(({ name }) => (name === undefined ? [] : [written(name)]));
  if (node.qualifier !== undefined && !named) {
    return say`No table at hand is named ${written(node.qualifier)}${known.length > 0 ? say`; there are ${known}` : ""}.`;
  }
  const tables = named ? [named] : scope.sources;
  const columns = tables.map(columnsShown);
  return say`There is no column ${written(node.name)}${columns.length > 0 ? say`: ${joined(columns, "; ")}` : ""}.`;
}

/** The reference that the engine reports: by its offset, else the first of that name that does not resolve. */
function findReference(
  check: ClauseCheck,
  written: string,
  offset: number | undefined,
): ScopedReference | undefined {
  const all = check.references;
  const at = all.find(({ node }) => offset !== undefined && node.start <= offset && offset < node.end);
  if (at) return at;
  const point = written.lastIndexOf(".");
  const [qualifier, name] =
    point < 0 ? [undefined, written] : [written.slice(0, point), written.slice(point + 1)];
  const same = all.filter(
    ({ node }) =>
      (check.dialect.sameIdentifier(node.name, name) &&
        (qualifier === undefined ||
          node.qualifier === undefined ||
          check.dialect.sameIdentifier(node.qualifier, qualifier))) ||
      check.dialect.sameIdentifier(node.name, written),
  );
  const { span } = check.clause;
  const unknown = same.filter(({ node, scope }) => resolveColumn(node, scope).kind === "unknown");
  const inside = (list: readonly ScopedReference[]) => list.find(({ node }) => contains(span, node));
  return inside(unknown) ?? unknown[0] ?? inside(same) ?? same[0];
}

/** Columns with near names in the query's tables: the qualifier's table first, and exact names of other tables before near ones. */
function atHand(check: ClauseCheck, place: ScopedReference, text: string): readonly Ranked[] {
  const { node, scope } = place;
  const ranked: Ranked[] = [];
  const levels: Scope[] = [];
  for (let level: Scope | undefined = scope; level; level = level.parent) levels.push(level);
  for (const [depth, level] of levels.entries()) {
    for (const source of level.sources) {
      for (const near of nearColumns(node.name, source)) {
        const unambiguous = owners(level, near.name, check) === 1;
        const qualify = source.name !== undefined && (node.qualifier !== undefined || !unambiguous);
        const column = check.dialect.identifier(near.name);
        ranked.push({
          text: schemaName(qualify ? `${source.name}.${column}` : column),
          replaces: text,
          reason: columnOf(source),
          score: near.score * shareOf(source, place, near.score, check) - depth * 0.03,
        });
      }
    }
  }
  for (const item of scope.items) {
    if (item.alias === undefined || node.qualifier !== undefined) continue;
    const [near] = nearestNames(node.name, [item.alias], { limit: 1 });
    const mayUse = /^(orderBy|groupBy|having)$/u.test(place.place);
    const alias = written(check.dialect.identifier(item.alias));
    if (near && near.score >= 0.75 && mayUse)
      ranked.push({ text: alias, replaces: text, reason: say`name in SELECT`, score: near.score * 0.96 });
  }
  return ranked;
}

function nearColumns(name: string, source: ScopeSource) {
  const names = source.columns.map((column) => column.name);
  return nearNames(name, names, 5).filter((near) => near.score >= WORTH);
}

/** How much of a near name's score counts, by the qualifier that was written before the unknown name. */
function shareOf(
  source: ScopeSource,
  { node: { qualifier }, scope }: ScopedReference,
  score: number,
  { dialect }: ClauseCheck,
): number {
  const named = qualifier === undefined ? source : sourceNamed(scope, qualifier);
  if (named === source || qualifier === undefined) return 0.97;
  // The same name in another table beats a similar name in this one.
  if (named) return score >= 0.99 ? 0.985 : 0.85;
  // The qualifier names no source: it may be a table's name hidden by its alias, or a misspelt alias.
  if (source.table && dialect.sameIdentifier(source.table.name, qualifier)) return 1;
  if (qualifier.length < 3) return 0.88;
  const [near] = nearestNames(qualifier, [source.name ?? "", source.table?.name ?? ""], { limit: 1 });
  return (near?.score ?? 0) >= 0.75 ? 0.97 : 0.88;
}

function owners(scope: Scope, name: string, check: ClauseCheck): number {
  return scope.sources.filter((source) =>
    source.columns.some((column) => check.dialect.sameIdentifier(column.name, name)),
  ).length;
}

/** Suggests quotes for a word that is a value of the compared column, or of any column. */
async function unquotedValue(
  check: ClauseCheck,
  reference: ScopedReference,
  text: string,
): Promise<readonly Ranked[]> {
  const { node, scope } = reference;
  if (node.qualifier !== undefined && !node.quotedWith) return [];
  const other = comparedColumn(check, reference);
  const base = other && columnAt(scope, other)?.column.origin;
  const signal = check.context.signal;
  const found = await check.services.index.findExact(node.name, {
    limit: 5,
    signal,
    ...(base ? { column: columnRef(base.table, base.column) } : {}),
  });
  const match = found.matches.find((each) => foldText(each.value) === foldText(node.name));
  const suggestion = (value: string, reason: Marked, score: number) => [
    { text: redactedCode(check.dialect.stringLiteral(value)), replaces: text, reason, score },
  ];
  if (match) {
    const where = say`value of ${schemaName(match.column.table)}.${schemaName(match.column.column)}`;
    return suggestion(match.value, where, base ? 0.985 : 0.75);
  }
  // An unknown word that is compared with a column is most likely a value, even if no column holds it.
  return other ? suggestion(node.name, say`a text needs quotes`, 0.6) : [];
}

/** The column that a word stands beside in a comparison or in the list of an IN. */
function comparedColumn(check: ClauseCheck, { node, core }: ScopedReference): ColumnNode | undefined {
  const { expressions } = coreContents(core, check.dialect.lexical);
  for (const each of expressions.flatMap(({ expression }) => nodesIn(expression))) {
    if (each.type !== "binary" && (each.type !== "in" || each.set.type !== "list")) continue;
    const sides = each.type === "binary" ? [each.left, each.right] : [each.operand, ...partsOf(each.set)];
    if (!sides.some((side) => side.start === node.start)) continue;
    const other = sides.find((side) => side.type === "column" && side.start !== node.start);
    if (other?.type === "column") return other;
  }
  return undefined;
}

/** The call in which the engine took a unit of time for a column: `DATEDIFF(DAY, a, b)` in a dialect that lacks it or writes it differently. */
function callOfUnit(check: RefusedClause, unit: string): CallNode | undefined {
  if (dateUnit(unit) === undefined) return undefined;
  const { foreignFunctions } = check.dialect;
  return check.nodes
    .filter((node) => node.type === "call")
    .find(
      ({ name, arguments: [first, second] }) =>
        first &&
        second &&
        check.text(first).toLowerCase() === unit.toLowerCase() &&
        foreignFunctions.some((each) => each.unit && each.name.toLowerCase() === name.toLowerCase()),
    );
}
