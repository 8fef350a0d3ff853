import type { ItoolSummary } from "../../src/evaluation/itool/summarise-itool.ts";

export interface CategoryCosts {
  readonly replies: number;
  readonly tokens: number;
}

const COLUMNS = ["items", "success", "path", "asked", "needed", "unneeded", "relevant", "missed"] as const;

/** Per category: what the paper's Tables 6.1 and 6.2 count, with replies and tokens per item; then questions by role. */
export function printItool(
  rows: readonly ItoolSummary[],
  costs: (category: ItoolSummary["category"]) => CategoryCosts,
): void {
  console.log(
    ["", ...COLUMNS, "replies", "tokens"]
      .map((name, at) => (at === 0 ? name.padEnd(17) : name.padStart(9)))
      .join(""),
  );
  for (const row of rows) {
    const { replies, tokens } = costs(row.category);
    const cells = [
      row.items,
      row.success,
      row.correctPath,
      row.asked,
      row.needed,
      row.unneeded,
      row.relevant,
      row.missed,
      (replies / Math.max(1, row.items)).toFixed(1),
      Math.round(tokens / Math.max(1, row.items)),
    ];
    console.log(row.category.padEnd(17) + cells.map((cell) => String(cell).padStart(9)).join(""));
  }
  const all = rows.find(({ category }) => category === "all");
  for (const [role, { relevant, irrelevant }] of Object.entries(all?.byRole ?? {}))
    console.log(`questions of the ${role}: ${relevant} relevant, ${irrelevant} irrelevant`);
}
