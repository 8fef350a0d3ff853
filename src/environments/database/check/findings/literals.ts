import { joined, type Marked, ownText, say, written } from "../../../../environment/egress/marks.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import { conditionWith, countWhere, literalSql, rowCount, withOf } from "../clause-sql.ts";
import type { Comparison, WrittenLiteral } from "../comparisons.ts";
import { writesItsDates } from "../date-form.ts";
import { adviseOnValue, type LostLiteral } from "../value-advice.ts";
import { asSuggestions, otherDateForm, type ScoredSuggestion, shownCode } from "./dates.ts";

/** Literals looked up in one statement. */
const BATCH = 30;

/** Missing constants of a clause for which suggestions are searched, and of a comparison that are looked up. */
const ADVISED = 30;

/** Constants that no row of their column equals or matches, with suggestions of what could be meant. */
export const literals: Check = {
  async look(check) {
    let advised = 0;
    for (const comparison of check.comparisons) {
      await tellWildcards(check, comparison);
      if (keepsRows(check, comparison)) continue;
      const { found, missing } = await lookUp(check, comparison);
      for (const literal of missing) {
        const isAdvised = advised < ADVISED && !check.isFull("value-not-found") && !check.isOver;
        if (isAdvised) advised++;
        const reporting = { othersFound: found > 0, missing: missing.length, isAdvised };
        // One warning per list is enough: the next one follows when this one is fixed.
        if (await report(check, { comparison, literal }, reporting)) break;
      }
    }
  },
};

/** True for a whole condition of one constant that keeps rows: whatever the look-up says, there are such values. */
function keepsRows({ keeping }: CheckedClause, { kind, literals, span }: Comparison): boolean {
  const isPositive = kind === "equal" || kind === "pattern";
  return (
    isPositive &&
    literals.length === 1 &&
    keeping.some(({ start, end }) => start === span.start && end === span.end)
  );
}

/** Characters that ESCAPE may name, of which a pattern rarely has one. */
const ESCAPES = ["!", "^", "~"];

/** Notes a `_` before a digit that was hardly meant as a wildcard: some values have it, but others match as well. */
async function tellWildcards(check: CheckedClause, comparison: Comparison): Promise<void> {
  const { escapedBy, literals, operator, span } = comparison;
  const [literal] = literals;
  if (!literal || escapedBy || !/^(?:NOT )?I?LIKE$/u.test(operator) || !/_\d/u.test(literal.value)) return;
  const mark = ESCAPES.find((each) => !literal.value.includes(each));
  if (mark === undefined || literal.value.includes("\\")) return;
  const pattern = check.dialect.stringLiteral(literal.value.replace(/_(?=\d)/gu, `${mark}_`));
  const text = `${pattern} ESCAPE '${mark}'`;
  const all = await countWhere(
    check,
    comparison,
    conditionWith(check, comparison, literalSql(check, literal)),
  );
  const exact = await countWhere(check, comparison, conditionWith(check, comparison, text));
  if (!all || !exact || exact === all) return;
  const message = say`In LIKE _ stands for any character: ${check.shown(literal)} matches ${rowCount(all)} of ${comparison.title}, and ${exact} with _ itself.`;
  check.note("wildcard-in-pattern", span, message, [{ text: written(text), replaces: check.text(literal) }]);
}

/** Looks up the constants of a comparison in the column's own table, until so many are missing that more would say nothing new. */
async function lookUp(check: CheckedClause, comparison: Comparison) {
  const telling = comparison.literals.filter((literal) => isTelling(comparison, literal));
  const missing: WrittenLiteral[] = [];
  let found = 0;
  for (let at = 0; at < telling.length && missing.length < ADVISED; at += BATCH) {
    if (check.isOver) break;
    const batch = telling.slice(at, at + BATCH);
    const answers = await whichExist(check, comparison, batch);
    missing.push(...batch.filter((_, i) => answers[i] === false));
    found += answers.filter((answer) => answer === true).length;
  }
  return { found, missing };
}

/** For each literal whether any row satisfies the comparison with it; undefined where the engine has no answer. */
async function whichExist(
  check: CheckedClause,
  comparison: Comparison,
  literals: readonly WrittenLiteral[],
): Promise<readonly (boolean | undefined)[]> {
  const from = check.text(comparison.source.source);
  const probes = literals.map((literal) => {
    const condition = conditionWith(check, comparison, literalSql(check, literal));
    return `CASE WHEN EXISTS(SELECT 1 FROM ${from} WHERE ${condition}) THEN 1 ELSE 0 END`;
  });
  const answers = await check.askNumbers(`${withOf(check, comparison.scope)}SELECT ${probes.join(", ")}`);
  if (answers) return answers.map((each) => each > 0);
  const single: (boolean | undefined)[] = [];
  for (const literal of literals.length > 1 ? literals : [])
    single.push(...(await whichExist(check, comparison, [literal])));
  return single;
}

/** Ordering comparisons need no equal cell. Excluding a missing number or blank is caution, not a mistake. */
function isTelling(comparison: Comparison, { value, kind }: WrittenLiteral): boolean {
  if (comparison.kind === "order" || kind === "boolean") return false;
  if (comparison.kind === "unequal" || comparison.kind === "no-pattern") {
    return kind !== "number" && /[\p{L}\p{N}]/u.test(value) && !/^(null|none|n\/a|na|unknown)$/iu.test(value);
  }
  return true;
}

/** Least similarity of a value for a warning about a missing literal when other literals of its list exist. */
const NEAR_IN_LIST = 0.82;

interface Reporting {
  /** True if other literals of the same list exist. */
  readonly othersFound: boolean;
  /** Number of literals of the same list that do not exist, among those looked up. */
  readonly missing: number;
  readonly isAdvised: boolean;
}

/** True when the literal became a warning rather than a note or nothing. */
async function report(
  check: CheckedClause,
  { comparison, literal }: LostLiteral,
  { othersFound, missing, isAdvised }: Reporting,
): Promise<boolean> {
  const { base, title } = comparison;
  if (base && (await check.profile(base))?.sample.cells.length === 0) return false;
  const advice = isAdvised ? await adviseOnValue(check, { comparison, literal }) : [];
  const [first] = advice;
  const found = comparison.isPattern
    ? say`No value of ${title} matches ${check.shown(literal)}`
    : say`${title} has no value ${check.shown(literal)}`;
  const many = missing >= ADVISED ? "many others" : missing === 2 ? "one other" : say`${missing - 1} others`;
  const what = say`${placeOf(check, comparison)}${found}${missing > 1 ? say`, nor ${many} of the list` : ""}`;
  const isDated = first?.code === "date-format-mismatch";
  const otherwise = base && !isDated ? await otherDateForm(check, literal, base) : undefined;
  const code = isDated || otherwise ? "date-format-mismatch" : "value-not-found";
  const meant = otherwise
    ? say` ${title} ${writesItsDates(otherwise)}.`
    : first
      ? say` Probably meant: ${shownCode(first)}${reasonOf(first)}.`
      : "";
  const suggestions = asSuggestions(advice);
  // A list often names values in case they occur.
  if (othersFound && (first?.score ?? 0) < NEAR_IN_LIST) {
    check.note(code, comparison.span, say`${what}.`, suggestions);
    return false;
  }
  check.warn(code, comparison.span, say`${what}.${meant}`, suggestions);
  return true;
}

/** Outside WHERE a misspelt value loses no row and the result looks right, so the message names the clause. */
function placeOf(check: CheckedClause, { span }: Comparison): Marked {
  const { clause } = check.part(span);
  if (clause === undefined || clause === "where") return say``;
  return say`In ${ownText(clause === "from" ? "ON" : clause.replace("_", " ").toUpperCase())}: `;
}

/** Mentions a leading or trailing space of the value, which is easily overlooked. */
function reasonOf({ text, reason }: ScoredSuggestion): Marked {
  const spaces = [
    ...(/^'\s+\S/u.test(text) ? [say`with a leading space`] : []),
    ...(/\S\s+'$/u.test(text) ? [say`with a trailing space`] : []),
  ];
  const reasons = [joined(spaces, " and "), reason ?? say``].filter((each) => each !== "");
  return reasons.length === 0 ? say`` : say` (${joined(reasons, "; ")})`;
}
