import type { AnswerTable } from "../../../environment/answer.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";

const MOST_LISTED = 20;
const MOST_CELLS = 8;
/** Characters of the only cell, and of each of several; the rows have them whole. */
const LONGEST_ONLY = 20_000;
const LONGEST_CELL = 1000;

/** The answer in one line: a single cell as it is, a column as a list, a single row by its columns, else the number of rows. */
export function answerText({ columns, rows, total }: AnswerTable): string {
  const [first] = rows;
  if (total === 0 || first === undefined) return "no rows";
  if (total === 1 && columns.length === 1) return cell(first[0], LONGEST_ONLY);
  if (columns.length === 1) {
    const listed = rows.slice(0, MOST_LISTED).map((row) => cell(row[0]));
    const more = total - listed.length;
    return `${listed.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  }
  if (total === 1 && columns.length <= MOST_CELLS) {
    return columns.map((name, place) => `${visibleText(name)}: ${cell(first[place])}`).join(", ");
  }
  return `${total} rows`;
}

function cell(value: Json | undefined, most = LONGEST_CELL): string {
  if (value === null || value === undefined) return "NULL";
  // Sums of fractions end in digits that nobody put there; the exact value stands in the rows.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return visibleText(clippedText(typeof value === "string" ? value : JSON.stringify(value), most));
}
