import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import { columnRef } from "../../schema/find-table.ts";
import { resolveColumn } from "../../sql/build-scope.ts";
import { coreContents } from "../../sql/column-references.ts";
import { dateUnit } from "../../sql/date-pattern-text.ts";
import { type CallNode, type ColumnNode, nodesIn, partsOf } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { ScopedReference } from "../clause-expressions.ts";
import { columnAt } from "../query-scope.ts";
import { columnsShown, nearNames, type Ranked, type RefusedClause, sourceNamed } from "./explanation.ts";
import { equivalentOf } from "./foreign-functions.ts";
import { joiningSuggestions } from "./joining-suggestions.ts";

const WORTH = 0.55;

/** A column that none of the tables at hand has: near names, the table that has it, an alias mixed up, or a value without quotes. */
export async function explainUnknownColumn(check: RefusedClause): Promise<ToolFailure> {
  const { facts } = check;
  const written = facts.identifier ?? "";
  const unit = await explainUnit(check, written);
  if (unit) return unit;
  const reference = findReference(check, written, facts.offset);
  if (!reference) return check.failure("unknown-column", `There is no column ${written}.`, written);
  const { node, scope } = reference;
  // A field of a struct: the engine says which fields there are.
  const [owner = "", ...path] = node.qualifier?.split(".") ?? [];
  const isField = [owner, path[0]].some((name) => name && resolveColumn({ name }, scope).kind === "column");
  if (isField) return check.failure("unknown-column", `${facts.engineMessage}.`, node);
  const text = check.text(node);
  const ranked: Ranked[] = [
    ...atHand(check, reference, text),
    ...(isOrdering(reference) ? [] : await unquotedValue(check, reference, text)),
    ...joiningSuggestions(check, reference),
  ];
  const named = node.qualifier === undefined ? undefined : sourceNamed(scope, node.qualifier);
  return check.failure("unknown-column", sentence(reference, named), node, ranked);
}

/** What is ordered or grouped by is a name, hardly ever a value. */
function isOrdering({ place }: ScopedReference): boolean {
  return place === "orderBy" || place === "groupBy";
}

function sentence({ node, scope }: ScopedReference, named: ScopeSource | undefined): string {
  const known = scope.sources.map((source) => source.name).filter((name) => name !== undefined);
  if (node.qualifier !== undefined && !named) {
    return `No table at hand is named ${node.qualifier}${known.length > 0 ? `; there are ${known.join(", ")}` : ""}.`;
  }
  const tables = named ? [named] : scope.sources;
  const columns = tables.map(columnsShown);
  return `There is no column ${node.name}${columns.length > 0 ? `: ${columns.join("; ")}` : ""}.`;
}

/** The reference that the engine means: by its place, else the first of that name that resolves to nothing. */
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

/** Near columns of the tables at hand, in the qualifier's own table first, and exact ones of the others before near ones. */
function atHand(check: ClauseCheck, place: ScopedReference, text: string): readonly Ranked[] {
  const { node, scope } = place;
  const ranked: Ranked[] = [];
  const named = node.qualifier === undefined ? undefined : sourceNamed(scope, node.qualifier);
  const own = named ? (nearColumns(node.name, named)[0]?.score ?? 0) : 0;
  const levels: Scope[] = [];
  for (let level: Scope | undefined = scope; level; level = level.parent) levels.push(level);
  for (const [depth, level] of levels.entries()) {
    for (const source of level.sources) {
      for (const near of nearColumns(node.name, source)) {
        const unambiguous = owners(level, near.name, check) === 1;
        const qualify = source.name !== undefined && (node.qualifier !== undefined || !unambiguous);
        const column = check.dialect.identifier(near.name);
        ranked.push({
          text: qualify ? `${source.name}.${column}` : column,
          replaces: text,
          reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
          score: weigh(near.score, { source, named, own, qualifier: node.qualifier }, check) - depth * 0.03,
        });
      }
    }
  }
  for (const item of scope.items) {
    if (item.alias === undefined || node.qualifier !== undefined) continue;
    const [near] = nearestNames(node.name, [item.alias], { limit: 1 });
    const mayUse = /^(orderBy|groupBy|having)$/u.test(place.place);
    if (near && near.score >= 0.75 && mayUse) {
      const score = near.score * 0.96;
      ranked.push({
        text: check.dialect.identifier(item.alias),
        replaces: text,
        reason: "name in SELECT",
        score,
      });
    }
  }
  return ranked;
}

function nearColumns(name: string, source: ScopeSource) {
  const names = source.columns.map((column) => column.name);
  return nearNames(name, names, 5).filter((near) => near.score >= WORTH);
}

interface Standing {
  readonly source: ScopeSource;
  /** The source that the qualifier names, and how near its nearest column is. */
  readonly named: ScopeSource | undefined;
  readonly own: number;
  readonly qualifier: string | undefined;
}

function weigh(score: number, { source, named, own, qualifier }: Standing, check: ClauseCheck): number {
  if (qualifier === undefined) return score * 0.97;
  if (named === source) return score * 0.97;
  // The same name elsewhere beats a similar one here, but not this one in another form.
  if (named) return own >= 0.9 ? score * 0.85 : score >= 0.94 ? score * 0.985 : score * 0.9;
  // The qualifier is no table at hand: it may be the table's name hidden by its alias, or a misspelt alias.
  if (source.table && check.dialect.sameIdentifier(source.table.name, qualifier)) return score;
  if (qualifier.length < 3) return score * 0.88;
  const [near] = nearestNames(qualifier, [source.name ?? "", source.table?.name ?? ""], { limit: 1 });
  return score * ((near?.score ?? 0) >= 0.75 ? 0.97 : 0.88);
}

function owners(scope: Scope, name: string, check: ClauseCheck): number {
  return scope.sources.filter((source) =>
    source.columns.some((column) => check.dialect.sameIdentifier(column.name, name)),
  ).length;
}

/** A word that names no column but is a value of the column that it is compared with, or of any: it lacks its quotes. */
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
  const [match] = found.matches.filter((each) => foldText(each.value) === foldText(node.name));
  if (match) {
    return [
      {
        text: check.dialect.stringLiteral(match.value),
        replaces: text,
        reason: `value of ${match.column.table}.${match.column.column}`,
        score: base ? 0.985 : 0.75,
      },
    ];
  }
  // Compared with a column, and a word that no table knows: most likely a value all the same.
  return other
    ? [
        {
          text: check.dialect.stringLiteral(node.name),
          replaces: text,
          reason: "a text needs quotes",
          score: 0.6,
        },
      ]
    : [];
}

function comparedColumn(check: ClauseCheck, { node, core }: ScopedReference): ColumnNode | undefined {
  const { expressions } = coreContents(core, check.dialect.lexical);
  for (const each of expressions.flatMap(({ expression }) => nodesIn(expression))) {
    const isIn = each.type === "in" && each.set.type === "list";
    const sides =
      each.type === "binary" ? [each.left, each.right] : isIn ? [each.operand, ...partsOf(each.set)] : [];
    if (!sides.some((side) => side.start === node.start)) continue;
    const other = sides.find((side) => side.type === "column" && side.start !== node.start);
    if (other?.type === "column") return other;
  }
  return undefined;
}

/** A unit of time that was taken for a column: `DATEDIFF(DAY, a, b)`, which this dialect does not have, or writes otherwise. */
async function explainUnit(check: RefusedClause, written: string): Promise<ToolFailure | undefined> {
  if (dateUnit(written) === undefined) return undefined;
  const { dialect } = check;
  const isUnitCall = ({ name, arguments: given }: CallNode): boolean =>
    given[0] !== undefined &&
    given.length > 1 &&
    check.text(given[0]).toLowerCase() === written.toLowerCase() &&
    dialect.foreignFunctions.some((each) => each.unit && each.name.toLowerCase() === name.toLowerCase());
  const call = check.nodes.filter((node) => node.type === "call").find(isUnitCall);
  if (!call) return undefined;
  const text = await equivalentOf(check, call);
  const message = `${check.dialect.name} has no ${call.name}(${written}, …).`;
  if (text === undefined) {
    const more = `${message} Nothing here counts in ${written} the same way: calculate it from the two dates.`;
    return check.failure("unknown-function", more, call);
  }
  const ranked = { text, replaces: check.text(call), reason: `the same in ${check.dialect.name}`, score: 1 };
  return check.failure("unknown-function", message, call, [ranked]);
}
