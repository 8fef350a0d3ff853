import type { Check } from "../../config/doctor/check.ts";
import type { AnswerTable, Evidence } from "../../environment/answer.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";

const NAME_WIDTH = 13;

/** One line for a check, and below it how to fix its finding. */
export function checkText(
  { name, state, text, mend, seconds }: Check,
  { colors }: Pick<CliIo, "colors">,
): string {
  const mark =
    state === "ok" ? colors.green("✓") : state === "warning" ? colors.yellow("!") : colors.red("✗");
  const took = seconds >= 0.05 ? colors.dim(` ${seconds.toFixed(1)} s`) : "";
  const line = `  ${mark} ${name.padEnd(NAME_WIDTH)} ${visibleText(text)}${took}`;
  if (mend === undefined || state === "ok") return line;
  const indent = " ".repeat(NAME_WIDTH + 5);
  const lines = mend.split("\n").map((each) => `${indent}${colors.cyan(visibleText(each))}`);
  return [line, ...lines].join("\n");
}

/** The last line: the number of checks by state. */
export function verdictText(checks: readonly Check[]): string {
  const count = (wanted: Check["state"]): number => checks.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
  if (faults > 0)
    return `${plural(faults, "fault")}, ${plural(warnings, "warning")}: see what is marked ✗ first.`;
  return warnings > 0 ? `No faults, ${plural(warnings, "warning")}.` : "All is well.";
}

const SHOWN_ROWS = 20;
const CELL_WIDTH = 48;

function cell(value: Json | undefined): string {
  const text =
    value === null || value === undefined
      ? "NULL"
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  const flat = visibleText(text.slice(0, CELL_WIDTH + 1));
  return flat.length > CELL_WIDTH ? `${flat.slice(0, CELL_WIDTH - 1)}…` : flat;
}

/** A small table for a terminal, with right-aligned numbers and the number of hidden rows. */
export function renderTable(table: AnswerTable): string {
  const rows = table.rows.slice(0, SHOWN_ROWS);
  const widths = table.columns.map((name, at) =>
    Math.max(cell(name).length, ...rows.map((row) => cell(row[at]).length)),
  );
  const numeric = table.columns.map((_, at) =>
    rows.every((row) => row[at] === null || typeof row[at] === "number"),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, at) =>
        numeric[at] === true ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const lines = [
    line(table.columns.map(cell)),
    line(widths.map((width) => "─".repeat(width))),
    ...rows.map((row) => line(row.map(cell))),
  ];
  if (table.total > rows.length)
    lines.push(`… ${table.total - rows.length} more rows (--json and --out FILE give all)`);
  return lines.join("\n");
}

/**
 * The time of the data behind an answer, in local time: `As of 16:02:11`, with the date if it is not today, and with the
 * environments if their times differ. Undefined if no environment gives a time.
 */
export function asOfText(evidence: readonly Evidence[], now: Date = new Date()): string | undefined {
  const told = evidence.flatMap(({ environment, asOf }) =>
    asOf === undefined ? [] : [{ environment, time: localTime(new Date(asOf), now) }],
  );
  const times = [...new Set(told.map(({ time }) => time))];
  if (times.length === 0) return undefined;
  if (times.length === 1) return `As of ${times[0]}`;
  return `As of ${told.map(({ environment, time }) => `${time} (${environment})`).join(", ")}`;
}

/** `16:02:11`, with the date if it is not today. */
export function localTime(at: Date, now: Date = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  if (at.toDateString() === now.toDateString()) return time;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`;
}
