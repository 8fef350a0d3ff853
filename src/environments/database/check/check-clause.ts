import { say } from "../../../environment/egress/marks.ts";
import { type Check, CheckedClause } from "./checked-clause.ts";
import { answerCacheOf, ClauseCheck, type ClauseFindings, type ClauseRequest } from "./clause-check.ts";
import { measureClause } from "./clause-rows.ts";
import {
  constantConditions,
  contradictions,
  havingConditions,
  nullComparisons,
} from "./findings/conditions.ts";
import { dateComparisons, unreadDates } from "./findings/dates.ts";
import { droppedRows } from "./findings/dropped-rows.ts";
import { bareColumns, integerDivision, ordering } from "./findings/groups-and-order.ts";
import { joinKeys, looseTables } from "./findings/joins.ts";
import { literals } from "./findings/literals.ts";
import {
  extremesOfText,
  numbersInText,
  quotedTexts,
  textComparisons,
  textsJoinedByOr,
} from "./findings/texts.ts";
import { ties } from "./findings/ties.ts";
import { hasMasked, maskedNames } from "./masked.ts";

/** All checks, in the order in which their findings are reported: a finding that explains another one comes first. */
const CHECKS: readonly Check[] = [
  looseTables,
  joinKeys,
  droppedRows,
  nullComparisons,
  quotedTexts,
  textsJoinedByOr,
  extremesOfText,
  unreadDates,
  dateComparisons,
  textComparisons,
  literals,
  numbersInText,
  constantConditions,
  contradictions,
  integerDivision,
  bareColumns,
  havingConditions,
  ordering,
  ties,
];

/** Row counts and findings for a clause that compiles. */
export async function checkClause(at: ClauseRequest): Promise<ClauseFindings> {
  const { services, clause, context } = at;
  await answerCacheOf(services).renew(context.signal);
  const { core } = clause;
  const unread = new ClauseCheck(at);
  const scope = core && unread.scopeOf(core);
  const checked = core && scope ? new CheckedClause(at, { core, scope }, unread.contents) : undefined;
  const check = checked ?? unread;
  tellMasked(check);
  const measured = checked && (await measureClause(checked));
  for (const { clauses, countsRows, look } of checked ? CHECKS : []) {
    if (!checked || clauses?.includes(clause.clause) === false) continue;
    if (!countsRows || !(await checked.isTooMany())) await look(checked);
  }
  measured?.tell?.();
  const { rows, facts = {} } = measured ?? {};
  if (check.ranOut) check.lines.push(say`Some checks were left out: their share of the time was used up.`);
  const { warnings, notes, lines } = check;
  return { ...(rows === undefined ? {} : { rows }), facts, warnings, notes, lines };
}

/** Warns of masked columns before all other checks: row counts over masked values explain nothing. */
function tellMasked(check: ClauseCheck): void {
  const { services, clause } = check;
  if (!hasMasked(services)) return;
  for (const { span, message } of maskedNames(services, clause.sql, clause.span))
    check.warn("masked-value", span, message);
}
