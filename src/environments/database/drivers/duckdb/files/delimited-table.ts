import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { CsvForm } from "../../../../../util/read-csv.ts";
import { detectDelimiting, mostFrequentWidth, sampleRecords, separatorLine } from "./delimiting.ts";
import { detectHeader } from "./detect-header.ts";
import { type EncodingFacts, encodingDoubts } from "./encoding.ts";
import { columnName, uniqueNames } from "./file-names.ts";
import { counted } from "./load-report.ts";
import { ask, type Loader, quotedText } from "./loader.ts";
import { trimmed } from "./survey-columns.ts";

/** A table of texts: its columns are `c0`, `c1`, … and `r`, the number of the row in its file. */
export interface Staging {
  readonly name: string;
  readonly width: number;
}

/** A file or sheet as a table of texts, before types are inferred. */
export interface StagedTable extends Staging {
  /** Names of the columns, all different. */
  readonly names: readonly string[];
  readonly reading: readonly string[];
  readonly doubts: readonly string[];
}

/** A text that DuckDB reads. */
export interface DelimitedText {
  /** A file in UTF-8 with line feeds as line ends, and `LAST_LINE` behind the text. */
  readonly path: string;
  /** The beginning of the text. */
  readonly head: string;
  /** Absent for the text of a sheet. */
  readonly facts?: EncodingFacts;
  /** The format, if it is known. */
  readonly how?: CsvForm;
}

/** A marker behind the text. If the engine does not reach it as a line, an earlier quote is unclosed. */
export const LAST_LINE = "\n\u0002\n";
/** Delimits nothing: texts do not contain it. */
const NO_DELIMITER = "\u0003";
/** Marks a missing cell, so that it differs from an empty one. */
const NO_CELL = "\u0004";
/** Cells that a row may have beyond the widest row of the beginning. */
const MOST_EXTRA = 16;
const LONGEST_LINE = 16_000_000;
const MOST_TITLE_CHARACTERS = 200;
const MOST_EXAMPLES = 3;

/**
 * Reads a delimited text with DuckDB's reader. The format and the row of names are detected from its beginning.
 * @returns undefined for a text without rows
 * @throws FuxiError `target-corrupt`, with the line, if the cells cannot be told apart
 */
export async function stageDelimited(
  loader: Loader,
  text: DelimitedText,
  name: string,
): Promise<StagedTable | undefined> {
  const { how, end, width: rawWidth, isPlain } = await readRaw(loader, text, `${name}_raw`);
  const filled = sampleRecords(text.head, how).flatMap(({ cells, line }, at) =>
    cells.some((cell) => cell.trim() !== "") ? [{ cells, line, n: at + 1 }] : [],
  );
  const records = filled.map(({ cells }) => cells);
  const { width } = mostFrequentWidth(records);
  if (width === 0) return undefined;
  const place = detectHeader(records, width);
  const names = columnNames(place.names, width);
  const first = filled[place.dataAt] ?? { n: end, line: end };
  const isSpaced = areSpaced(records.slice(place.dataAt));
  const cells = names.map((_, at) => {
    const bare = isSpaced && at > 0 ? `ltrim(c${at})` : `c${at}`;
    const own = isPlain
      ? `regexp_replace(${bare}, '^ *${how.quote}([^${how.quote}]*)${how.quote} *$', '\\1')`
      : bare;
    return `CASE WHEN ${trimmed(`c${at}`)} <> '' THEN ${own} END AS c${at}`;
  });
  const beyond = Array.from({ length: rawWidth - names.length }, (_, at) => `c${names.length + at}`);
  const rest = `concat_ws(${quotedText(how.delimiter)}, ${beyond.join(", ")})`;
  const extra = `c${names.length}`;
  await ask(
    loader,
    `CREATE TABLE ${name} AS SELECT * FROM (
      SELECT ${cells.join(", ")}, CASE WHEN ${trimmed(`concat_ws('', ${beyond.join(", ")})`)} <> '' THEN ${rest} END AS ${extra},
      n + ${first.line - first.n} AS r, c${width - 1} IS NULL AS is_short FROM ${name}_raw WHERE n >= ${first.n} AND n < ${end})
      WHERE coalesce(${[...names.keys()].map((at) => `c${at}`).join(", ")}, ${extra}) IS NOT NULL`,
  );
  await ask(loader, `DROP TABLE ${name}_raw`);
  const examples = (test: string) =>
    `count(*) FILTER (${test}), array_to_string(min(r, ${MOST_EXAMPLES}) FILTER (${test}), ', ')`;
  const [[kept, short, shortRows, long, longRows] = []] = await ask(
    loader,
    `SELECT count(*), ${examples("is_short")}, ${examples(`${extra} IS NOT NULL`)} FROM ${name}`,
  );
  await ask(loader, `ALTER TABLE ${name} DROP COLUMN is_short`);
  if (long === 0) await ask(loader, `ALTER TABLE ${name} DROP COLUMN ${extra}`);
  const rowsSaid = (count: unknown, rows: unknown, what: string) =>
    Number(count) === 0
      ? []
      : [
          `${counted(Number(count), "row")} with ${what} (row ${rows}${Number(count) > MOST_EXAMPLES ? ", …" : ""})`,
        ];
  const empty = end - first.n - Number(kept);
  const nameAt = place.at ?? place.dataAt;
  return {
    name,
    names: long === 0 ? names : uniqueNames([...names, "more_cells"]),
    width: names.length + (long === 0 ? 0 : 1),
    reading: [
      ...(text.facts === undefined ? [] : [text.facts.encoding, ...delimitingSaid(how)]),
      place.at === undefined ? "no row of names" : `names in row ${filled[place.at]?.line}`,
      ...titleSaid(records.slice(0, nameAt)),
    ],
    doubts: [
      ...(text.facts === undefined ? [] : encodingDoubts(text.facts)),
      ...(isPlain ? [`quotes (${how.quote}) inside cells or never closed, kept as written`] : []),
      ...rowsSaid(short, shortRows, "fewer cells than columns"),
      ...rowsSaid(long, longRows, "more cells than columns").map(
        (said) => `${said}; the rest is in the last column`,
      ),
      ...(empty > 0 ? [`${counted(empty, "empty row")} left out`] : []),
    ],
  };
}

interface RawTable {
  readonly how: CsvForm;
  readonly width: number;
  /** Row number of `LAST_LINE`. */
  readonly end: number;
  /** True if quotes are ordinary characters. */
  readonly isPlain: boolean;
}

/** Unbalanced quotes count as ordinary characters if no row then has more cells than usual. */
async function readRaw(loader: Loader, text: DelimitedText, raw: string): Promise<RawTable> {
  const how = text.how ?? detectDelimiting(text.head);
  const ways = [how, ...(how.backslash ? [{ ...how, backslash: false }] : []), { ...how, quote: "" }];
  let failed: Failed | undefined;
  for (const way of ways) {
    const read = await readAs(loader, text, way, raw).catch(failedAt);
    const isPlain = way.quote === "";
    if (!("line" in read) && read.isWhole && (!isPlain || read.isEven)) return { ...read, how, isPlain };
    if ("line" in read) failed ??= read;
  }
  const where = failed === undefined ? "as a quote is never closed" : `see line ${failed.line}`;
  throw new FuxiError("target-corrupt", `The cells of the file cannot be told apart: ${where}.`, {
    hint: "Correct its quotes or delimiters there, or save it again in the program that made it.",
    ...(failed === undefined ? {} : { cause: failed.cause }),
  });
}

interface Failed {
  readonly line: string;
  readonly cause: unknown;
}

function failedAt(cause: unknown): Failed {
  const line = /CSV Error on Line: (\d+)/u.exec(String((cause as { message?: unknown }).message))?.[1];
  if (line === undefined) throw cause;
  return { line, cause };
}

async function readAs(loader: Loader, { path, head }: DelimitedText, how: CsvForm, raw: string) {
  const widths = sampleRecords(head, how).map(({ cells }) => cells);
  const usual = mostFrequentWidth(widths).width;
  const width = widths.reduce((most, { length }) => Math.max(most, length), usual) + MOST_EXTRA;
  const columns = Array.from({ length: width }, (_, at) => `c${at}: 'VARCHAR'`).join(", ");
  const escaping = how.quote === "" || !how.backslash ? how.quote : "\\";
  const skip = separatorLine(head) === undefined ? 0 : 1;
  await ask(
    loader,
    `CREATE OR REPLACE TABLE ${raw} AS SELECT *, row_number() OVER () AS n FROM read_csv(${quotedText(path)}, auto_detect = false,
      header = false, skip = ${skip}, delim = ${quotedText(how.delimiter || NO_DELIMITER)}, quote = ${quotedText(how.quote)}, escape = ${quotedText(escaping)},
      new_line = '\\n', nullstr = '${NO_CELL}', null_padding = true, strict_mode = true, parallel = false,
      max_line_size = ${LONGEST_LINE}, buffer_size = ${2 * LONGEST_LINE}, columns = {${columns}})`,
  );
  const [[end = 0, last, wider = 0] = []] = await ask(
    loader,
    `SELECT max(n), arg_max(c0, n), count(*) FILTER (c${usual} IS NOT NULL) FROM ${raw}`,
  );
  return { width, end: Number(end), isWhole: last === "\u0002", isEven: wider === 0 };
}

/** The names of the columns. If the header is one name short, the first column has none. */
function columnNames(header: readonly string[] | undefined, width: number): readonly string[] {
  const shifted = header !== undefined && header.length === width - 1 ? ["row_name", ...header] : header;
  const count = Math.max(width, (shifted ?? []).findLastIndex((cell) => cell.trim() !== "") + 1);
  return uniqueNames(Array.from({ length: count }, (_, at) => columnName(shifted?.[at], at)));
}

/** Whether blanks behind delimiters belong to the format, not to the cells. */
function areSpaced(rows: readonly (readonly string[])[]): boolean {
  const filled = rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== "");
  const bare = filled.filter((cell) => cell.startsWith(" ")).length;
  return bare > 0 && bare * 2 > filled.length;
}

const DELIMITER_NAMES: ReadonlyMap<string, string> = new Map([
  ["\t", "tabs"],
  ["\u0001", "control characters"],
]);

function delimitingSaid({ delimiter, quote }: CsvForm): readonly string[] {
  return [
    ...(delimiter === "" ? [] : [`delimited by ${DELIMITER_NAMES.get(delimiter) ?? delimiter}`]),
    ...(quote === "'" ? ["quoted by '"] : []),
  ];
}

function titleSaid(rows: readonly (readonly string[])[]): readonly string[] {
  const lines = rows.map((row) => row.filter((cell) => cell.trim() !== "").join(" "));
  const title = lines.join(" / ").replace(/\s+/gu, " ").trim().slice(0, MOST_TITLE_CHARACTERS);
  return title === "" ? [] : [`title "${title}"`];
}
