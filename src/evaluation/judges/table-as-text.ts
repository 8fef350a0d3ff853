import { wordsOf } from "../../environment/egress/words-of.ts";
import { startOf } from "../../util/clipped-text.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./judged-text.ts";

/** Rows of a result, as far as they are at hand. */
export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows. */
  readonly total: number;
}

/**
 * The first rows as lines, the names of the columns first. `withheld`: no values, only how many rows there are and the names of columns that stand
 * in what was asked.
 */
export function tableAsText(
  { columns, rows, total }: ShownTable,
  { most, withheld, asked }: { readonly most: number; readonly withheld: boolean; readonly asked: string },
): JudgedText {
  const size = `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
  if (withheld)
    return {
      text: `${size} of ${toldNames(columns, asked).join(" | ")}`,
      cut: "values of this run may not be told to a model",
    };
  const shown = rows.slice(0, MATERIAL_BOUNDS.rows);
  const lines = [
    size,
    columns.map(visibleText).join(" | "),
    ...shown.map((row) => row.map(cellText).join(" | ")),
  ];
  const { text, cut } = boundedText(lines.join("\n"), most);
  const cuts = [
    ...(shown.length < total
      ? [`the first ${shown.length} of ${total.toLocaleString("en")} rows are shown`]
      : []),
    ...(cut === undefined ? [] : [cut]),
  ];
  return { text, ...(cuts.length === 0 ? {} : { cut: cuts.join("; ") }) };
}

/** An engine may make the name of a column out of a cell. */
function toldNames(columns: readonly string[], asked: string): readonly string[] {
  const known = wordsOf([asked]);
  return columns.map((name, at) =>
    [...wordsOf([name])].every((word) => known.has(word)) ? visibleText(name) : `(column ${at + 1})`,
  );
}

function cellText(value: Json): string {
  if (value === null) return "NULL";
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/gu, " ");
  return text.length > MATERIAL_BOUNDS.cell ? `${startOf(text, MATERIAL_BOUNDS.cell)}…` : text;
}
