import { bareColumns } from "./check-bare-columns.ts";
import { constantConditions } from "./check-constant-conditions.ts";
import { contradictions } from "./check-contradictions.ts";
import { havingConditions } from "./check-having.ts";
import { integerDivision } from "./check-integer-division.ts";
import { joinKeys } from "./check-join-keys.ts";
import { literals } from "./check-literals.ts";
import { looseTables } from "./check-loose-tables.ts";
import { nullComparisons } from "./check-null-comparisons.ts";
import { numbersInText, textsJoinedByOr } from "./check-numbers-in-text.ts";
import { ordering } from "./check-ordering.ts";
import { quotedTexts } from "./check-quoted-texts.ts";
import { extremesOfText, textComparisons } from "./check-text-order.ts";
import { ties } from "./check-ties.ts";
import { type Check, CheckedClause } from "./checked-clause.ts";
import { type ClauseAtHand, ClauseCheck, type ClauseFindings } from "./clause-check.ts";
import { measureClause } from "./clause-rows.ts";
import { dateComparisons, unreadDates } from "./dates.ts";
import { hasMasked, maskedNames } from "./masked.ts";

/** What is looked for, in the order in which it is told: what explains another finding comes before it. */
const CHECKS: readonly Check[] = [
  looseTables,
  joinKeys,
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

/** What there is to say of a clause that compiles. */
export async function checkClause(at: ClauseAtHand): Promise<ClauseFindings> {
  const { clause, questions, context } = at;
  await questions.renew(context.signal);
  const { core } = clause;
  const unread = new ClauseCheck(at);
  const scope = core && unread.scopeOf(core);
  const checked = core && scope ? new CheckedClause(at, { core, scope }) : undefined;
  const check = checked ?? unread;
  tellMasked(check);
  const measured = checked && (await measureClause(checked));
  for (const { clauses, countsRows, look } of checked ? CHECKS : []) {
    if (!checked || clauses?.includes(clause.clause) === false) continue;
    if (!countsRows || !(await checked.isTooMany())) await look(checked);
  }
  measured?.tell?.();
  const { rows, facts = {} } = measured ?? {};
  if (check.ranOut) check.lines.push("Some checks were left out: their share of the time was used up.");
  const { warnings, notes, lines } = check;
  return { ...(rows === undefined ? {} : { rows }), facts, warnings, notes, lines };
}

/** Told first: what a clause keeps or counts by masked values explains nothing else. */
function tellMasked(check: ClauseCheck): void {
  const { services, clause } = check;
  if (!hasMasked(services)) return;
  for (const { span, message } of maskedNames(services, clause.sql, clause.span))
    check.warn("masked-value", span, message);
}
