import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import { resolveColumn } from "../../sql/resolve-column.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnsShown } from "./columns-shown.ts";
import { explainBrokenView } from "./explain-broken-view.ts";
import { explainColumnPattern } from "./explain-column-pattern.ts";
import { explainUnit } from "./explain-unit.ts";
import { explainUnknownField, nearPaths } from "./explain-unknown-field.ts";
import { explainUnreadColumn } from "./explain-unread-column.ts";
import { explainUsing } from "./explain-using.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { joiningSuggestions } from "./joining-suggestions.ts";
import { likelihood } from "./likely-source.ts";
import { nearNames } from "./near-names.ts";
import { type ScopedReference, scopedReferences, sourceNamed } from "./scoped-references.ts";
import { unquotedValue } from "./unquoted-value.ts";

const WORTH = 0.55;

/** A column that none of the tables at hand has: near names, the table that has it, an alias mixed up, or a value without quotes. */
export async function explainUnknownColumn(complaint: Complaint): Promise<ToolFailure> {
  const { run, facts } = complaint;
  if (facts.columnPattern !== undefined) return explainColumnPattern(complaint, facts.columnPattern);
  const written = facts.identifier ?? "";
  const unit = await explainUnit(complaint, written);
  if (unit) return unit;
  const joined = explainUsing(complaint, written) ?? explainUnknownField(complaint, written);
  if (joined) return joined;
  const reference = findReference(run, written, facts.offset);
  if (!reference) {
    const broken = await explainBrokenView(complaint);
    if (broken) return broken;
    return explainUnreadColumn(complaint, written);
  }
  const { node, scope } = reference;
  const text = run.text(node);
  const ranked: Ranked[] = [
    ...atHand(run, reference, text),
    ...nearPaths(reference, run),
    ...(isOrdering(reference) ? [] : await unquotedValue(run, reference, text)),
    ...joiningSuggestions(run, reference),
  ];
  const named = node.qualifier === undefined ? undefined : sourceNamed(scope, node.qualifier, run);
  return failure(complaint, "unknown-column", sentence(reference, named), node, ranked);
}

/** What is ordered or grouped by is a name, hardly ever a value. */
function isOrdering({ reference: { place } }: ScopedReference): boolean {
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
  run: InspectionRun,
  written: string,
  offset: number | undefined,
): ScopedReference | undefined {
  const { dialect } = run.services.driver;
  const all = scopedReferences(run);
  const at = all.find(({ node }) => offset !== undefined && node.start <= offset && offset < node.end);
  if (at) return at;
  const point = written.lastIndexOf(".");
  const [qualifier, name] =
    point < 0 ? [undefined, written] : [written.slice(0, point), written.slice(point + 1)];
  const same = all.filter(
    ({ node }) =>
      (dialect.sameIdentifier(node.name, name) &&
        (qualifier === undefined ||
          node.qualifier === undefined ||
          dialect.sameIdentifier(node.qualifier, qualifier))) ||
      dialect.sameIdentifier(node.name, written),
  );
  const { span } = run.subject;
  const unknown = same.filter(({ node, scope }) => resolveColumn(node, scope).kind === "unknown");
  const inside = (list: readonly ScopedReference[]) =>
    list.find(({ node }) => span.start <= node.start && node.end <= span.end);
  return inside(unknown) ?? unknown[0] ?? inside(same) ?? same[0];
}

/** Near columns of the tables at hand, in the qualifier's own table first, and exact ones of the others before near ones. */
function atHand(run: InspectionRun, place: ScopedReference, text: string): readonly Ranked[] {
  const { node, scope, reference } = place;
  const { dialect } = run.services.driver;
  const ranked: Ranked[] = [];
  const named = node.qualifier === undefined ? undefined : sourceNamed(scope, node.qualifier, run);
  const own = named ? (nearColumns(node.name, named)[0]?.score ?? 0) : 0;
  const levels: Scope[] = [];
  for (let level: Scope | undefined = scope; level; level = level.parent) levels.push(level);
  for (const [depth, level] of levels.entries()) {
    for (const source of level.sources) {
      for (const near of nearColumns(node.name, source)) {
        const unambiguous = owners(level, near.name, run) === 1;
        const qualify = source.name !== undefined && (node.qualifier !== undefined || !unambiguous);
        const column = dialect.identifier(near.name);
        ranked.push({
          text: qualify ? `${source.name}.${column}` : column,
          replaces: text,
          reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
          score:
            weigh(near.score, { source, named, own, qualifier: node.qualifier }, run) -
            depth * 0.03 +
            likelihood(run, place, source, near.name),
        });
      }
    }
  }
  for (const item of scope.items) {
    if (item.alias === undefined || node.qualifier !== undefined) continue;
    const [near] = nearestNames(node.name, [item.alias], { limit: 1 });
    const mayUse =
      reference.place === "orderBy" || reference.place === "groupBy" || reference.place === "having";
    if (near && near.score >= 0.75 && mayUse) {
      const score = near.score * 0.96;
      ranked.push({ text: dialect.identifier(item.alias), replaces: text, reason: "name in SELECT", score });
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

function weigh(score: number, { source, named, own, qualifier }: Standing, run: InspectionRun): number {
  if (qualifier === undefined) return score * 0.97;
  if (named === source) return score * 0.97;
  // The same name elsewhere beats a similar one here, but not this one in another form.
  if (named) return own >= 0.9 ? score * 0.85 : score >= 0.94 ? score * 0.985 : score * 0.9;
  // The qualifier is no table at hand: it may be the table's name hidden by its alias, or a misspelt alias.
  const { dialect } = run.services.driver;
  if (source.table && dialect.sameIdentifier(source.table.name, qualifier)) return score;
  if (qualifier.length < 3) return score * 0.88;
  const [near] = nearestNames(qualifier, [source.name ?? "", source.table?.name ?? ""], { limit: 1 });
  return score * ((near?.score ?? 0) >= 0.75 ? 0.97 : 0.88);
}

function owners(scope: Scope, name: string, run: InspectionRun): number {
  return scope.sources.filter((source) =>
    source.columns.some((column) => run.services.driver.dialect.sameIdentifier(column.name, name)),
  ).length;
}
