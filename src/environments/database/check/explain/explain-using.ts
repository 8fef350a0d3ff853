import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { linksBetween } from "../../schema/table-links.ts";
import { buildScope, visibleTables } from "../../sql/build-scope.ts";
import type { FromSource, QueryTree, Span } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { scopeContext } from "../query-scope.ts";
import { type Complaint, columnsShown, failure, nearNames, type Ranked } from "./explanation.ts";
import { visitQueries } from "./scoped-references.ts";

const WORTH = 0.55;
/** A column of both that is called otherwise joins other rows: only a slip of the pen means it. */
const SLIP = 0.85;

/** A join that names a column which one side does not have. */
interface LackingJoin {
  readonly using: readonly string[];
  readonly name: string;
  readonly source: FromSource;
  readonly left: readonly ScopeSource[];
  readonly right: ScopeSource;
}

/** A column that `JOIN … USING` wants on both sides and that one of them does not have: which one, and by what else the two are joined. */
export function explainUsing(complaint: Complaint, written: string): ToolFailure | undefined {
  const { run } = complaint;
  const join = lackingJoin(run, written);
  if (join === undefined) return undefined;
  const { name, left, right } = join;
  const has = (source: ScopeSource) => columnOf(source, name, run) !== undefined;
  const owners = [...left, right].filter(has).map(titleOf);
  const others = [...left, right].filter((source) => !has(source));
  const message = [
    `USING (${name}) needs that column on both sides of the join`,
    owners.length > 0 ? `${owners.join(", ")} has it` : "neither has it",
    ...others.map(columnsShown),
  ];
  const place = usingPlace(run, join.source);
  return failure(
    complaint,
    "unknown-column",
    `${message[0]}: ${message.slice(1).join("; ")}.`,
    place ?? name,
    place === undefined ? [] : otherConditions(run, join, run.text(place)),
  );
}

function lackingJoin(run: InspectionRun, written: string): LackingJoin | undefined {
  const { dialect } = run.services.driver;
  let found: LackingJoin | undefined;
  visitQueries(run, (tree) => {
    if (found !== undefined) return;
    for (const { sources } of scopesOf(run, tree)) {
      for (const [at, right] of sources.entries()) {
        const { join } = right.source;
        const name = join?.using?.find((each) => dialect.sameIdentifier(each, written));
        if (name === undefined) continue;
        const begins = sources.findLastIndex((each, i) => i < at && each.source.join?.kind === "comma");
        const left = sources.slice(Math.max(0, begins), at);
        const isLeft = left.every((each) => each.complete) && !left.some((each) => columnOf(each, name, run));
        const isRight = right.complete && columnOf(right, name, run) === undefined;
        if (!isLeft && !isRight) continue;
        found = { using: join?.using ?? [], name, source: right.source, left, right };
        return;
      }
    }
  });
  return found;
}

function scopesOf(run: InspectionRun, tree: QueryTree): readonly Scope[] {
  const { tree: whole } = run.subject;
  const context = scopeContext(run.services);
  const around = whole === undefined || whole === tree ? {} : { ctes: visibleTables(whole, context, {}, 0) };
  return tree.cores.filter((core) => core.from).map((core) => buildScope(tree, core, context, around));
}

function columnOf(source: ScopeSource, name: string, run: InspectionRun): string | undefined {
  const { dialect } = run.services.driver;
  return source.columns.find((column) => dialect.sameIdentifier(column.name, name))?.name;
}

function titleOf({ name }: ScopeSource): string {
  return name ?? "the subquery";
}

/** Of `USING (…)` behind the source. */
function usingPlace({ subject }: InspectionRun, { end }: FromSource): Span | undefined {
  const [whole, blank = "", using = ""] = /^(\s*)(USING\s*\([^()]*\))/iu.exec(subject.sql.slice(end)) ?? [];
  if (whole === undefined) return undefined;
  return { start: end + blank.length, end: end + blank.length + using.length };
}

/** ON by the keys of the two, then by a near name on the side that lacks it, and USING with a near name that both have. */
function otherConditions(run: InspectionRun, join: LackingJoin, replaces: string): readonly Ranked[] {
  const { dialect } = run.services.driver;
  const { left, right, name, using } = join;
  const ranked: Ranked[] = [];
  for (const each of left) {
    if (each.name === undefined || right.name === undefined) continue;
    const on = (pairs: readonly (readonly [string, string])[]): string =>
      `ON ${pairs.map(([a, b]) => `${each.name}.${dialect.identifier(a)} = ${right.name}.${dialect.identifier(b)}`).join(" AND ")}`;
    const rest = using
      .filter((other) => other !== name)
      .map((other): readonly [string, string] => [other, other]);
    const [own, others] = [columnOf(each, name, run), columnOf(right, name, run)];
    for (const [a, b] of keyPairs(run, each, right)) {
      const isNamed = [a, b].some((key) => dialect.sameIdentifier(key, name));
      const score = isNamed ? 0.97 : 0.8;
      ranked.push({ text: on([[a, b], ...rest]), replaces, reason: "key of the two tables", score });
    }
    for (const near of nearIn(name, own === undefined ? (others === undefined ? undefined : each) : right)) {
      const pair: readonly [string, string] = own === undefined ? [near.name, name] : [name, near.name];
      const reason = `column of ${titleOf(own === undefined ? each : right)}`;
      ranked.push({ text: on([pair, ...rest]), replaces, reason, score: near.score * 0.9 });
    }
    const shared = right.columns.filter((column) => columnOf(each, column.name, run) !== undefined);
    for (const near of nearNames(
      name,
      shared.map((column) => column.name),
      3,
    )) {
      if (near.score < SLIP) continue;
      const names = using.map((other) => dialect.identifier(other === name ? near.name : other));
      ranked.push({
        text: `USING (${names.join(", ")})`,
        replaces,
        reason: "column of both",
        score: near.score * 0.98,
      });
    }
  }
  return ranked;
}

function nearIn(name: string, source: ScopeSource | undefined) {
  const names = source?.columns.map((column) => column.name) ?? [];
  return nearNames(name, names, 2).filter(({ score }) => score >= WORTH);
}

function keyPairs(
  run: InspectionRun,
  left: ScopeSource,
  right: ScopeSource,
): readonly (readonly [string, string])[] {
  const { table: a } = left;
  const { table: b } = right;
  if (a === undefined || b === undefined) return [];
  return linksBetween(run.services, a, b).flatMap(({ from, fromColumns, toColumns }) => {
    const [first, second] = from === a ? [fromColumns, toColumns] : [toColumns, fromColumns];
    const [x, y] = [first[0], second[0]];
    return x === undefined || y === undefined || first.length > 1 ? [] : [[x, y] as const];
  });
}
