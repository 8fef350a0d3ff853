import type { JsonObject } from "../../../util/json.ts";
import { conjunctsOf, type SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkJoinKeys } from "./check-join-keys.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { rowCount, withOf } from "./clause-sql.ts";
import { keyConditions, unconnectedSources } from "./join-links.ts";

/** Rows that are counted through although nothing ties the tables together. */
const MOST_COUNTED = 2_000_000;

/** The number of rows of each source; undefined for those that depend on others. */
async function sourceRows(
  check: ClauseCheck,
  scope: Scope,
): Promise<ReadonlyMap<ScopeSource, number | undefined>> {
  const plain = scope.sources.filter((each) => !each.source.lateral);
  if (plain.length === 0) return new Map();
  const counts = await check.askNumbers(
    `${withOf(check, scope)}SELECT ${plain.map((each) => `(SELECT COUNT(*) FROM ${check.text(each.source)})`).join(", ")}`,
  );
  return new Map(plain.map((each, i) => [each, counts?.[i]]));
}

/** True where tables that nothing ties together make more rows than are worth counting; that they do so is told anyway. */
export async function isTooMany(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<boolean> {
  const { lexical } = check.services.driver.dialect;
  const conditions = core.where ? conjunctsOf(readExpression(core.where, lexical)) : [];
  if (scope.sources.length < 2 || unconnectedSources(scope, conditions).length === 0) return false;
  const rows = await sourceRows(check, scope);
  return scope.sources.reduce((all, each) => all * (rows.get(each) ?? 1), 1) > MOST_COUNTED;
}

export interface ClauseFacts {
  readonly rows?: number;
  readonly facts: JsonObject;
}

/** Rows of the join and of each of its tables; keys; tables that nothing ties to the others. */
export async function checkFrom(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.from) return { facts: {} };
  const { sources } = scope;
  const withText = withOf(check, scope);
  const rowsOf = await sourceRows(check, scope);
  reportLoose(check, scope);
  await checkJoinKeys(check, core, scope);
  await checkExpressions(check, clauseExpressions(check, core, "from", scope));
  const tooMany = await isTooMany(check, core, scope);
  const counted = tooMany
    ? undefined
    : (await check.askNumbers(`${withText}SELECT COUNT(*) FROM ${core.from.text}`))?.[0];
  if (counted !== undefined && sources.length > 1)
    compareRows(check, core, scope, [...rowsOf.values()], counted);
  const tables: JsonObject[] = sources.map((each) => {
    const rows = rowsOf.get(each);
    return { name: each.name ?? check.text(each.source), ...(rows === undefined ? {} : { rows }) };
  });
  if (counted !== undefined) {
    const parts = sources.map((each) => {
      const rows = rowsOf.get(each);
      return `${each.name ?? "subquery"}${rows === undefined ? "" : ` ${rows}`}`;
    });
    check.lines.push(sources.length > 1 ? `${rowCount(counted)} (${parts.join(", ")})` : rowCount(counted));
  }
  return { ...(counted === undefined ? {} : { rows: counted }), facts: { tables } };
}

function reportLoose(check: ClauseCheck, scope: Scope): void {
  for (const source of unconnectedSources(scope, [])) {
    // A join by comma may get its condition from WHERE, which is not known yet.
    const mayFollow = source.source.join?.kind === "comma";
    tellLoose(check, scope, source, mayFollow && check.clause.clause === "from");
  }
}

/** Says of one table that nothing ties it to the others, with the condition that would. */
export function tellLoose(check: ClauseCheck, scope: Scope, source: ScopeSource, asNote: boolean): void {
  const others = scope.sources.filter((other) => other !== source);
  const [key] = others.flatMap((other) => keyConditions(check, other, source));
  const on = source.source.join?.on;
  const suggestions = !key
    ? []
    : on
      ? [{ text: key.text, replaces: check.text(on), reason: "key between the tables" }]
      : [{ ...joinedOn(check, source, key.text), reason: "key between the tables" }];
  const natural = source.source.join?.natural ? "NATURAL JOIN finds no common column: nothing" : "Nothing";
  const message = `${natural} ties ${source.name ?? "the subquery"} to the other tables, so every row meets every other${key ? `; the key is ${key.text}` : ""}.`;
  const span = on ?? source.source;
  if (asNote) check.note("join-missing-condition", span, message, suggestions);
  else check.warn("join-missing-condition", span, message, suggestions);
}

/** A comma, or NATURAL JOIN, takes no ON: then the word of the join is replaced too. */
function joinedOn(check: ClauseCheck, source: ScopeSource, condition: string) {
  const { start, end } = source.source;
  const table = check.text(source.source);
  const before = /\s*,\s*$|\bNATURAL\s+(?:\w+\s+)*?JOIN\s+$/iu.exec(check.clause.sql.slice(0, start))?.[0];
  if (before === undefined) return { text: `${table} ON ${condition}`, replaces: table };
  const join = before.trim() === "," ? " JOIN " : before.replace(/^NATURAL\s+/iu, "");
  return {
    text: `${join}${table} ON ${condition}`,
    replaces: check.text({ start: start - before.length, end }),
  };
}

function compareRows(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  rows: readonly (number | undefined)[],
  joined: number,
): void {
  const span = core.from ?? core;
  const most = Math.max(...rows.map((each) => each ?? 0));
  if (joined > most) {
    const message = `The join has ${rowCount(joined)}, more than any of its tables (${most}): a row of one table meets several of another, and count(*) counts pairs.`;
    check.note("join-multiplies", span, message);
  }
  const told = check.warnings.some(({ code }) => code === "join-no-overlap" || code === "masked-value");
  if (joined > 0 || rows.includes(0) || told) return;
  if (scope.sources.some(({ source }) => source.join?.kind === "anti")) {
    check.note("empty-result", span, "ANTI JOIN leaves no row: each has a partner on the other side.");
    return;
  }
  check.warn("empty-result", span, "The join has no rows: no row of one side meets one of the other.");
}
