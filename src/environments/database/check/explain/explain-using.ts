import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { buildScope, visibleTables } from "../../sql/build-scope.ts";
import type { FromSource, QueryTree, Span } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { keyConditions } from "../join-links.ts";
import { scopeContext } from "../query-scope.ts";
import { type Complaint, columnsShown, failure, type Ranked } from "./explanation.ts";
import { visitQueries } from "./scoped-references.ts";

/** A join that names a column which one side does not have. */
interface LackingJoin {
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

function lackingJoin(run: ClauseCheck, written: string): LackingJoin | undefined {
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
        found = { name, source: right.source, left, right };
        return;
      }
    }
  });
  return found;
}

function scopesOf(run: ClauseCheck, tree: QueryTree): readonly Scope[] {
  const { tree: whole } = run.subject;
  const context = scopeContext(run.services);
  const around = whole === undefined || whole === tree ? {} : { ctes: visibleTables(whole, context, {}, 0) };
  return tree.cores.filter((core) => core.from).map((core) => buildScope(tree, core, context, around));
}

function columnOf(source: ScopeSource, name: string, run: ClauseCheck): string | undefined {
  const { dialect } = run.services.driver;
  return source.columns.find((column) => dialect.sameIdentifier(column.name, name))?.name;
}

function titleOf({ name }: ScopeSource): string {
  return name ?? "the subquery";
}

/** Of `USING (…)` behind the source. */
function usingPlace({ subject }: ClauseCheck, { end }: FromSource): Span | undefined {
  const [whole, blank = "", using = ""] = /^(\s*)(USING\s*\([^()]*\))/iu.exec(subject.sql.slice(end)) ?? [];
  if (whole === undefined) return undefined;
  return { start: end + blank.length, end: end + blank.length + using.length };
}

/** ON by the keys of the two tables. */
function otherConditions(
  run: ClauseCheck,
  { left, right, name }: LackingJoin,
  replaces: string,
): readonly Ranked[] {
  return left.flatMap((each) =>
    keyConditions(run, each, right).map(({ text, link }) => {
      const isNamed = [...link.fromColumns, ...link.toColumns].includes(name);
      const reason = "key of the two tables";
      return { text: `ON ${text}`, replaces, reason, score: isNamed ? 0.97 : 0.8 };
    }),
  );
}
