import type { JsonObject } from "../../../util/json.ts";
import { conjunctsOf, type SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkJoinKeys } from "./check-join-keys.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { keyConditions, unconnectedSources } from "./join-links.ts";
import { type JoinCounts, tellJoinRows } from "./join-rows.ts";
import { rowCount, withOf } from "./literal-existence.ts";

/** Rows that are counted through although nothing ties the tables together. */
const MOST_COUNTED = 2_000_000;

/** The number of rows of each source; undefined for those that depend on others. */
async function sourceRows(
  run: ClauseCheck,
  scope: Scope,
): Promise<ReadonlyMap<ScopeSource, number | undefined>> {
  const plain = scope.sources.filter((each) => !each.source.lateral);
  if (plain.length === 0) return new Map();
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT ${plain.map((each) => `(SELECT COUNT(*) FROM ${run.text(each.source)})`).join(", ")}`,
  );
  return new Map(plain.map((each, i) => [each, counts?.[i]]));
}

/** True where tables that nothing ties together make more rows than are worth counting; that they do so is told anyway. */
export async function isTooMany(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<boolean> {
  const { lexical } = run.services.driver.dialect;
  const conditions = core.where ? conjunctsOf(readExpression(core.where, lexical)) : [];
  if (scope.sources.length < 2 || unconnectedSources(scope, conditions).length === 0) return false;
  const rows = await sourceRows(run, scope);
  return scope.sources.reduce((all, each) => all * (rows.get(each) ?? 1), 1) > MOST_COUNTED;
}

export interface ClauseFacts {
  readonly rows?: number;
  readonly facts: JsonObject;
}

/** Rows of the join and of each of its tables; keys; tables that nothing ties to the others. */
export async function checkFrom(run: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.from) return { facts: {} };
  const { sources } = scope;
  const withText = withOf(run, scope);
  const rowsOf = await sourceRows(run, scope);
  reportLoose(run, scope);
  await checkJoinKeys(run, core, scope);
  await checkExpressions(run, clauseExpressions(run, core, "from", scope));
  const tooMany = await isTooMany(run, core, scope);
  const counted = tooMany
    ? undefined
    : (await run.askNumbers(`${withText}SELECT COUNT(*) FROM ${core.from.text}`))?.[0];
  if (counted !== undefined && sources.length > 1)
    await compareRows(run, core, scope, { rowsOf, joined: counted });
  const tables: JsonObject[] = sources.map((each) => {
    const rows = rowsOf.get(each);
    return { name: each.name ?? run.text(each.source), ...(rows === undefined ? {} : { rows }) };
  });
  if (counted !== undefined) {
    const parts = sources.map((each) => {
      const rows = rowsOf.get(each);
      return `${each.name ?? "subquery"}${rows === undefined ? "" : ` ${rows}`}`;
    });
    run.lines.push(sources.length > 1 ? `${rowCount(counted)} (${parts.join(", ")})` : rowCount(counted));
  }
  return { ...(counted === undefined ? {} : { rows: counted }), facts: { tables } };
}

function reportLoose(run: ClauseCheck, scope: Scope): void {
  for (const source of unconnectedSources(scope, [])) {
    // A join by comma may get its condition from WHERE, which is not known yet.
    const mayFollow = source.source.join?.kind === "comma";
    tellLoose(run, scope, source, mayFollow && run.subject.clause === "from");
  }
}

/** Says of one table that nothing ties it to the others, with the condition that would. */
export function tellLoose(run: ClauseCheck, scope: Scope, source: ScopeSource, asNote: boolean): void {
  const others = scope.sources.filter((other) => other !== source);
  const [key] = others.flatMap((other) => keyConditions(run, other, source));
  const on = source.source.join?.on;
  const suggestions = !key
    ? []
    : on
      ? [{ text: key.text, replaces: run.text(on), reason: "key between the tables" }]
      : [{ ...joinedOn(run, source, key.text), reason: "key between the tables" }];
  const natural = source.source.join?.natural ? "NATURAL JOIN finds no common column: nothing" : "Nothing";
  const message = `${natural} ties ${source.name ?? "the subquery"} to the other tables, so every row meets every other${key ? `; the key is ${key.text}` : ""}.`;
  const span = on ?? source.source;
  if (asNote) run.note("join-missing-condition", span, message, suggestions);
  else run.warn("join-missing-condition", span, message, suggestions);
}

/** A comma, or NATURAL JOIN, takes no ON: then the word of the join is replaced too. */
function joinedOn(run: ClauseCheck, source: ScopeSource, condition: string) {
  const { start, end } = source.source;
  const table = run.text(source.source);
  const before = /\s*,\s*$|\bNATURAL\s+(?:\w+\s+)*?JOIN\s+$/iu.exec(run.subject.sql.slice(0, start))?.[0];
  if (before === undefined) return { text: `${table} ON ${condition}`, replaces: table };
  const join = before.trim() === "," ? " JOIN " : before.replace(/^NATURAL\s+/iu, "");
  return {
    text: `${join}${table} ON ${condition}`,
    replaces: run.text({ start: start - before.length, end }),
  };
}

async function compareRows(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  counts: JoinCounts,
): Promise<void> {
  if (counts.joined > 0) return tellJoinRows(run, core, scope, counts);
  const filled = [...counts.rowsOf.values()].every((rows) => rows === undefined || rows > 0);
  const told = run.warnings.some(({ code }) => code === "join-no-overlap" || code === "masked-value");
  if (!filled || told) return;
  if (scope.sources.some(({ source }) => source.join?.kind === "anti")) {
    run.note(
      "empty-result",
      core.from ?? core,
      "ANTI JOIN leaves no row: each has a partner on the other side.",
    );
    return;
  }
  const message = "The join has no rows: no row of one side meets one of the other.";
  run.warn("empty-result", core.from ?? core, message);
}
