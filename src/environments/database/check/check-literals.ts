import type { Suggestion } from "../../../environment/tool-failure.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { conditionWith, literalSql, withOf } from "./clause-sql.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { writesItsDates } from "./date-form.ts";
import { asSuggestions, otherDateForm } from "./dates.ts";
import { adviseOnValue, type LostLiteral } from "./value-advice.ts";

/** Literals asked for in one statement. */
const BATCH = 30;

/**
 * For each place whether any row of the column's own table satisfies the comparison with that literal; undefined where it was not told: the
 * engine has no answer, the time ran out, or `enough` literals of the same list are missing already.
 */
async function literalsExist(
  check: CheckedClause,
  places: readonly LostLiteral[],
  enough: number,
): Promise<ReadonlyMap<LostLiteral, boolean | undefined>> {
  const found = new Map<LostLiteral, boolean | undefined>();
  const missing = new Map<Comparison, number>();
  let batch: LostLiteral[] = [];
  const flush = async () => {
    const answers = await askBatch(check, batch);
    for (const [k, place] of batch.entries()) {
      found.set(place, answers[k]);
      if (answers[k] === false) missing.set(place.comparison, (missing.get(place.comparison) ?? 0) + 1);
    }
    batch = [];
  };
  for (const place of places) {
    if ((missing.get(place.comparison) ?? 0) >= enough) continue;
    batch.push(place);
    if (batch.length < BATCH) continue;
    if (check.isOver) return found;
    await flush();
  }
  if (batch.length > 0 && !check.isOver) await flush();
  return found;
}

async function askBatch(
  check: CheckedClause,
  places: readonly LostLiteral[],
): Promise<readonly (boolean | undefined)[]> {
  const [first] = places;
  if (!first) return [];
  const probes = places.map(({ comparison, literal }) => {
    const condition = conditionWith(check, comparison, literalSql(check, literal));
    const rows = `SELECT 1 FROM ${check.text(comparison.source.source)} WHERE ${condition}`;
    return `CASE WHEN EXISTS(${rows}) THEN 1 ELSE 0 END`;
  });
  const answers = await check.askNumbers(
    `${withOf(check, first.comparison.scope)}SELECT ${probes.join(", ")}`,
  );
  if (answers) return answers.map((each) => each > 0);
  if (places.length === 1) return [undefined];
  const single: (boolean | undefined)[] = [];
  for (const place of places) single.push(...(await askBatch(check, [place])));
  return single;
}

/** Constants of a clause for which it is found out what could be meant. */
const ADVISED = 30;

/** Constants that no row of their column equals or matches, with what could be meant. */
export const literals: Check = {
  async look(check) {
    const places = check.comparisons.flatMap((comparison) =>
      comparison.literals
        .filter((literal) => isTelling(comparison, literal))
        .map((literal): LostLiteral => ({ comparison, literal })),
    );
    const found = await literalsExist(check, places, ADVISED);
    const partly = new Set(places.filter((each) => found.get(each)).map((each) => each.comparison));
    const missing = Map.groupBy(
      places.filter((each) => found.get(each) === false),
      (each) => each.comparison,
    );
    let advised = 0;
    for (const [comparison, lost] of missing) {
      for (const place of lost) {
        const isAdvised = advised < ADVISED && !check.isFull("value-not-found") && !check.isOver;
        if (isAdvised) advised++;
        const reporting = { othersFound: partly.has(comparison), missing: lost.length, isAdvised };
        // One warning of a list is enough: the next is given when it is mended.
        if (await report(check, place, reporting)) break;
      }
    }
  },
};

/** Ordering needs no equal cell; excluding a blank or a number that is not there is caution, not a mistake. */
function isTelling(comparison: Comparison, { value, kind }: WrittenLiteral): boolean {
  if (comparison.kind === "order" || kind === "boolean") return false;
  if (comparison.kind === "unequal" || comparison.kind === "no-pattern") {
    return kind !== "number" && /[\p{L}\p{N}]/u.test(value) && !/^(null|none|n\/a|na|unknown)$/iu.test(value);
  }
  return true;
}

/** How near a value must be for a literal of a list to be doubted when others of the list are there. */
const NEAR_IN_LIST = 0.82;

interface Reporting {
  /** Other literals of the same list are there. */
  readonly othersFound: boolean;
  /** How many literals of the same list are not, as far as they were looked up. */
  readonly missing: number;
  readonly isAdvised: boolean;
}

/** True when it became a warning. */
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
    ? `No value of ${title} matches ${check.text(literal)}`
    : `${title} has no value ${check.text(literal)}`;
  const many = missing >= ADVISED ? "many others" : missing === 2 ? "one other" : `${missing - 1} others`;
  const what = `${placeOf(check, comparison)}${found}${missing > 1 ? `, nor ${many} of the list` : ""}`;
  const isDated = first?.code === "date-format-mismatch";
  const written = base && !isDated ? await otherDateForm(check, literal, base) : undefined;
  const code = isDated || written ? "date-format-mismatch" : "value-not-found";
  const meant = written
    ? ` ${title} ${writesItsDates(written)}.`
    : first
      ? ` Probably meant: ${first.text}${reasonOf(first)}.`
      : "";
  const suggestions = asSuggestions(advice);
  // A list often names values in case they occur.
  if (othersFound && (first?.score ?? 0) < NEAR_IN_LIST) {
    check.note(code, comparison.span, `${what}.`, suggestions);
    return false;
  }
  check.warn(code, comparison.span, `${what}.${meant}`, suggestions);
  return true;
}

/** Outside WHERE a misspelt value loses no row, and the result looks right: then the clause is named. */
function placeOf(check: CheckedClause, { span }: Comparison): string {
  const { clause } = check.part(span);
  if (clause === undefined || clause === "where") return "";
  return `In ${clause === "from" ? "ON" : clause.replace("_", " ").toUpperCase()}: `;
}

/** A space at an end of a value is easily overlooked, so that it is said. */
function reasonOf({ text, reason }: Suggestion): string {
  const spaces = [
    ...(/^'\s+\S/u.test(text) ? ["with a leading space"] : []),
    ...(/\S\s+'$/u.test(text) ? ["with a trailing space"] : []),
  ].join(" and ");
  const reasons = [spaces, reason ?? ""].filter((each) => each !== "");
  return reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
}
