import type { Suggestion } from "../../../environment/tool-failure.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison } from "./comparisons.ts";
import { otherDateForm } from "./date-advice.ts";
import { type LiteralPlace, literalsExist } from "./literal-existence.ts";
import { columnTitle } from "./query-scope.ts";
import { adviseOnValue } from "./value-advice.ts";

/** Constants of a clause for which it is found out what could be meant. */
const ADVISED = 30;

/** Warns of each constant that no row of its column equals or matches, with what could be meant. */
export async function checkLiterals(run: ClauseCheck, comparisons: readonly Comparison[]): Promise<void> {
  const places = comparisons.flatMap((comparison) =>
    comparison.literals
      .filter((literal) => isTelling(comparison, literal.value, literal.kind))
      .map((literal): LiteralPlace => ({ comparison, literal })),
  );
  const found = await literalsExist(run, places, ADVISED);
  const partly = new Set(places.filter((each) => found.get(each)).map((each) => each.comparison));
  // One warning of a list is enough: the next is given when it is mended.
  const warned = new Set<Comparison>();
  let advised = 0;
  for (const place of places) {
    const { comparison } = place;
    if (found.get(place) !== false || warned.has(comparison)) continue;
    const isAdvised = advised < ADVISED && !run.isFull("value-not-found") && !run.isOver;
    if (isAdvised) advised++;
    const missing = places.filter(
      (each) => each.comparison === comparison && found.get(each) === false,
    ).length;
    if (await report(run, place, { othersFound: partly.has(comparison), missing, isAdvised }))
      warned.add(comparison);
  }
}

/** Ordering needs no equal cell; excluding a blank or a number that is not there is caution, not a mistake. */
function isTelling(comparison: Comparison, value: string, kind: string): boolean {
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
  run: ClauseCheck,
  place: LiteralPlace,
  { othersFound, missing, isAdvised }: Reporting,
): Promise<boolean> {
  const { comparison, literal } = place;
  const { base } = comparison;
  if (base) {
    const profile = await run.profile(base);
    if (profile && profile.sample.cells.length === 0) return false;
  }
  const advice = isAdvised ? await adviseOnValue(run, comparison, literal) : [];
  const [first] = advice;
  const where = base ? columnTitle(base) : run.text(comparison.operand);
  const pattern = comparison.kind === "pattern" || comparison.kind === "no-pattern";
  const found = pattern
    ? `No value of ${where} matches ${run.text(literal)}`
    : `${where} has no value ${run.text(literal)}`;
  const others =
    missing > 1
      ? `, nor ${missing >= ADVISED ? "many others" : missing === 2 ? "one other" : `${missing - 1} others`} of the list`
      : "";
  const what = `${placeOf(run, comparison)}${found}${others}`;
  const dated = first?.code === "date-format-mismatch";
  const form = base && !dated ? await otherDateForm(run, literal, base) : undefined;
  const code = dated || form !== undefined ? "date-format-mismatch" : "value-not-found";
  const meant =
    form !== undefined ? ` ${form}.` : first ? ` Probably meant: ${first.text}${reasonOf(first)}.` : "";
  const suggestions = advice.map(({ score, code: _, needsJoin, ...suggestion }) => suggestion);
  // A list often names values in case they occur.
  if (othersFound && (first?.score ?? 0) < NEAR_IN_LIST) {
    run.note(code, comparison.span, `${what}.`, suggestions);
    return false;
  }
  run.warn(code, comparison.span, `${what}.${meant}`, suggestions);
  return true;
}

/** Outside WHERE a misspelt value loses no row, and the result looks right: then the clause is named. */
function placeOf(run: ClauseCheck, { span }: Comparison): string {
  const { clause } = run.part(span);
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
