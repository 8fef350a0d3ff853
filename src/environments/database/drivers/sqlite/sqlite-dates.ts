import { patternParts } from "../../sql/date-pattern-text.ts";
import type { DateForm } from "../../sql/sql-dialect.ts";

const WIDTHS: Readonly<Record<string, number>> = {
  "%Y": 4,
  "%y": 2,
  "%m": 2,
  "%d": 2,
  "%b": 3,
  "%H": 2,
  "%I": 2,
  "%M": 2,
  "%S": 2,
  "%p": 2,
};
const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000" };

/** Year or month of a column as an integer; undefined where the pattern has none. */
export function sqliteDatePart(
  part: "year" | "month",
  expression: string,
  form: DateForm,
): string | undefined {
  const divisor = EPOCHS[form.pattern];
  const letter = part === "year" ? "%Y" : "%m";
  if (divisor !== undefined) {
    return `CAST(strftime('${letter}', ${expression}${divisor}, 'unixepoch') AS INTEGER)`;
  }
  // strftime reads exactly the ISO forms, and gives NULL for cells that are no dates.
  if (form.pattern === "native" || /^%Y-%m-%d([ T]%H:%M(:%S)?)?$/u.test(form.pattern)) {
    return `CAST(strftime('${letter}', ${expression}) AS INTEGER)`;
  }
  return cutOut(part === "year" ? YEAR : MONTH, expression, form.pattern);
}

const YEAR = /^%[Yy]$/u;
const MONTH = /^%(-?m|[bB])$/u;
const DAY = /^%-?d$/u;

/** The days of a text column as `YYYY-MM-DD`; undefined where the pattern is no text of whole days. */
export function sqliteSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  if (pattern.startsWith("%Y-%m-%d")) return expression;
  const padded = [/^%Y$/u, /^%m$/u, /^%d$/u].map((code) => cutOut(code, expression, pattern, asText));
  if (padded.every((part) => part !== undefined)) return padded.join(" || '-' || ");
  const parts = [YEAR, MONTH, DAY].map((code) => cutOut(code, expression, pattern));
  if (parts.includes(undefined)) return undefined;
  return `CASE WHEN ${expression} <> '' THEN printf('%04d-%02d-%02d', ${parts.join(", ")}) END`;
}

function asText(code: string, rest: string, skipped: number): string {
  return `substr(${rest}, ${skipped + 1}, ${WIDTHS[code] ?? 2})`;
}

/** Walks to the code that is wanted: past parts of known width by counting, past others by looking for what follows them. */
function cutOut(
  wanted: RegExp,
  expression: string,
  pattern: string,
  taken: typeof read = read,
): string | undefined {
  const parts = patternParts(pattern);
  let rest = expression;
  let skipped = 0;
  for (const [index, part] of parts.entries()) {
    if ("text" in part) {
      skipped += part.text.length;
      continue;
    }
    if (wanted.test(part.code)) return taken(part.code, rest, skipped);
    const width = WIDTHS[part.code];
    if (width !== undefined) {
      skipped += width;
      continue;
    }
    const next = parts[index + 1];
    if (next === undefined || "code" in next) return undefined;
    const from = after(rest, skipped);
    rest = `substr(${from}, instr(${from}, '${next.text.replaceAll("'", "''")}'))`;
    skipped = 0;
  }
  return undefined;
}

function after(expression: string, skipped: number): string {
  return skipped === 0 ? expression : `substr(${expression}, ${skipped + 1})`;
}

function read(code: string, rest: string, skipped: number): string {
  const cut = (width: number): string => `substr(${rest}, ${skipped + 1}, ${width})`;
  if (code === "%b" || code === "%B") {
    return `(instr('janfebmaraprmayjunjulaugsepoctnovdec', lower(${cut(3)})) + 2) / 3`;
  }
  if (code === "%y") {
    return `CAST(${cut(2)} AS INTEGER) + CASE WHEN CAST(${cut(2)} AS INTEGER) < 50 THEN 2000 ELSE 1900 END`;
  }
  // A cast reads the digits at the start and leaves the rest, so that a part without padding needs no end.
  return `CAST(${cut(WIDTHS[code] ?? 2)} AS INTEGER)`;
}
