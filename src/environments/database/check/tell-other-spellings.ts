import type { Comparison } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";
import { writeValue } from "./value-advice.ts";

/** Spellings that are shown of one value. */
const SHOWN = 3;

/** Tells of cells that differ from a text only in case or space (`lyon`, `Lyon `), and that an equality with it leaves out. */
export async function tellOtherSpellings(
  run: InspectionRun,
  comparisons: readonly Comparison[],
): Promise<void> {
  for (const comparison of comparisons) {
    const { base, kind, operator, span } = comparison;
    if (!base || kind !== "equal" || operator !== "=" || base.column.affinity !== "text") continue;
    const literals = comparison.literals.filter((each) => each.kind === "string" && each.value.trim() !== "");
    const profile = literals.length > 0 ? await run.profile(base) : undefined;
    const cells = profile?.sample.cells ?? [];
    // Wherever the query names the other spelling, it knows of it.
    const named = new Set(
      comparisons
        .filter((each) => each.base?.column === base.column)
        .flatMap((each) => each.literals.map((one) => one.value)),
    );
    for (const literal of literals) {
      if (!cells.some((cell) => cell.text === literal.value)) continue;
      const wanted = folded(literal.value);
      const others = cells.filter((cell) => !named.has(cell.text) && folded(cell.text) === wanted);
      if (others.length === 0) continue;
      const shown = others
        .slice(0, SHOWN)
        .map((cell) => `${writeValue(run, comparison, literal, cell.text)} (${rowCount(cell.count)})`);
      const text = `${shown.join(", ")}${others.length > SHOWN ? ", …" : ""}`;
      run.note(
        "case-differs",
        span,
        `${columnTitle(base)} also has ${text}, which ${run.text(span)} leaves out.`,
      );
    }
  }
}

function folded(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}
