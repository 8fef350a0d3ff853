import type { Comparison } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { type LiteralPlace, literalsExist } from "./literal-existence.ts";
import { adviseOnValue } from "./value-advice.ts";

/** Warns of each constant that no row of its column equals or matches, with what could be meant. */
export async function checkLiterals(run: InspectionRun, comparisons: readonly Comparison[]): Promise<void> {
  const places = comparisons.flatMap((comparison) =>
    comparison.literals
      .filter((literal) => isTelling(comparison, literal.value, literal.kind))
      .map((literal): LiteralPlace => ({ comparison, literal })),
  );
  const found = await literalsExist(run, places);
  for (const [i, place] of places.entries()) {
    if (found[i] === false) await report(run, place);
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

async function report(run: InspectionRun, place: LiteralPlace): Promise<void> {
  const { comparison, literal } = place;
  const { base } = comparison;
  if (base) {
    const profile = await run.profile(base);
    if (profile && profile.sample.cells.length === 0) return;
  }
  const advice = await adviseOnValue(run, comparison, literal);
  const [first] = advice;
  const where = base ? `${base.table.name}.${base.column.name}` : run.text(comparison.operand);
  const pattern = comparison.kind === "pattern" || comparison.kind === "no-pattern";
  const what = pattern
    ? `No value of ${where} matches ${run.text(literal)}`
    : `${where} has no value ${run.text(literal)}`;
  const code = first?.code === "date-format-mismatch" ? "date-format-mismatch" : "value-not-found";
  const meant = first ? ` Probably meant: ${first.text}${first.reason ? ` (${first.reason})` : ""}.` : "";
  run.warn(
    code,
    comparison.span,
    `${what}.${meant}`,
    advice.map(({ score, code: _, ...suggestion }) => suggestion),
  );
}
