import { egressLevel, joined, type Marked, ownText, redacted } from "../../../environment/egress/marks.ts";
import { shortened } from "../../../util/clipped-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { spoken } from "../check/date-form.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, ShownCells, TableSchema } from "./database-schema.ts";
import { qualifiedTable } from "./find-table.ts";

/** Levels of detail for a table, most detailed first. */
export type SchemaDetail = "full" | "short" | "columns";

const SHORT_TEXT = 80;
const FULL_TEXT = 400;
const PROSE_TEXT = 100;
/** Most values of a column that are shown. */
const MOST_VALUES = 25;

/** Rough number of tokens, at 4 characters each, as today's models have for English and SQL. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * A table in the form of API documentation (Middleware, Appendix C, after Rajkumar et al.): a head line, then its columns with type, key,
 * reference, values where they are few, and description. Columns without a description share a line.
 */
export function renderTable(
  table: TableSchema,
  detail: SchemaDetail,
  services: Pick<DatabaseServices, "driver">,
): Marked {
  const name = qualifiedTable(services, table);
  const rows =
    table.rowCount === undefined
      ? ""
      : ` ${table.rowCount.exact ? "" : "about "}${table.rowCount.value} rows`;
  const parts = table.partitions === undefined ? "" : ` ${table.partitions.length} partitions`;
  const both = table.isMirrored ? ", each pair in both directions" : "";
  const kind = { table: "", view: " view", foreign: " foreign", values: " handed over," }[table.kind];
  // Notes and comments count as data: a comment may quote cells.
  const says = egressLevel() ? "" : [table.note, table.comment].filter(Boolean).join("; ");
  const comment = says && detail !== "columns" ? ` -- ${oneLine(says, textLimit(detail))}` : "";
  const singles = new Map(
    table.foreignKeys.filter((key) => key.columns.length === 1).map((key) => [key.columns[0], key]),
  );
  const lines: string[] = [];
  let shared: string[] = [];
  const flush = () => {
    if (shared.length > 0) lines.push(`  ${shared.join(", ")}`);
    shared = [];
  };
  const keys = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  const whole = egressLevel() || detail === "columns" ? undefined : table.rows;
  for (const column of table.columns) {
    const reference = singles.get(column.name);
    const head = columnHead(column, { alone: keys.length === 1, reference }, detail, services);
    const { list, text } =
      detail === "columns"
        ? { list: "", text: "" }
        : describeColumn(
            column,
            { table, refers: reference !== undefined, isWhole: whole !== undefined },
            textLimit(detail),
          );
    if (text === "") shared.push(`${head}${list}`);
    else {
      flush();
      lines.push(`  ${head}${list} -- ${text}`);
    }
  }
  flush();
  if (whole !== undefined) lines.push(`  all rows: ${whole.join(", ")}`);
  if (keys.length > 1) {
    const order = keys.toSorted((a, b) => (a.primaryKeyPosition ?? 0) - (b.primaryKeyPosition ?? 0));
    lines.push(`  primary key (${order.map((key) => key.name).join(", ")})`);
  }
  for (const key of table.foreignKeys.filter((each) => each.columns.length > 1)) {
    lines.push(
      `  (${key.columns.join(", ")}) -> ${referenced(key)}(${key.referencedColumns.join(", ")})${withoutMatch(key)}`,
    );
  }
  const size = `${rows && parts ? `${rows} in${parts}` : `${rows}${parts}`}${both}`;
  const head = size || kind ? ` (${`${kind}${size}`.trim()})` : "";
  // Names, types and keys need no redaction; `describeColumn` and `shownType` have redacted values.
  return ownText([`${name}${head}:${comment}`, ...lines].map(visibleText).join("\n"));
}

export function renderTables(
  schema: DatabaseSchema,
  detail: SchemaDetail,
  services: Pick<DatabaseServices, "driver">,
): Marked {
  const rendered = schema.tables.map((table) => renderTable(table, detail, services));
  return joined(rendered, "\n");
}

function referenced({ referencedSchema, referencedTable }: ForeignKey): string {
  return referencedSchema === undefined ? referencedTable : `${referencedSchema}.${referencedTable}`;
}

function withoutMatch({ unmatched }: ForeignKey): string {
  return unmatched === undefined ? "" : ` (${unmatched} ${unmatched === 1 ? "row has" : "rows have"} none)`;
}

/** The display width in `int(11)`, which says nothing about values. `tinyint(1)` is not matched: MariaDB's boolean type. */
const DISPLAY_WIDTH = /^((?:small|medium|big|tiny)?int(?:eger)?)\((?!1\))\d+\)/u;

function columnHead(
  column: ColumnSchema,
  key: { readonly alone: boolean; readonly reference: ForeignKey | undefined },
  detail: SchemaDetail,
  { driver }: Pick<DatabaseServices, "driver">,
): string {
  const single = key.alone && column.primaryKeyPosition !== undefined ? " PK" : "";
  // The values of an enumeration follow it.
  const declared =
    column.enumValues === undefined
      ? column.declaredType
      : column.declaredType.replace(/^enum\(.*$/isu, "enum");
  const type =
    column.declaredType === "" || detail === "columns"
      ? ""
      : ` ${shownType(declared.toLowerCase().replace(DISPLAY_WIDTH, "$1"))}`;
  const to = key.reference;
  const reference = to ? ` -> ${referenced(to)}.${to.referencedColumns[0] ?? ""}${withoutMatch(to)}` : "";
  return `${driver.dialect.identifier(column.name)}${type}${single}${reference}`;
}

/** A declared type, in which the values of an enumeration are marked for redaction. */
export function shownType(type: string): Marked {
  return ownText(type.replace(/'((?:[^']|'')*)'/gu, (_, text: string) => `'${redacted(text)}'`));
}

interface ColumnPlace {
  readonly table: TableSchema;
  readonly refers: boolean;
  /** True where the rows of the table are shown. */
  readonly isWhole: boolean;
}

/** What the column's cells look like, and its description; each may be empty. */
function describeColumn(
  column: ColumnSchema,
  { table, refers, isWhole }: ColumnPlace,
  limit: number,
): { readonly list: string; readonly text: string } {
  const { description } = column;
  const { comment, cells, note, values: coded } = egressLevel() ? formsOnly(column) : withValues(column);
  const says = (text: string | undefined) => (saysMore(text, column, table, refers) ? text : undefined);
  const named = says(description?.name);
  const text = says(description?.text);
  const values = says(coded);
  const listed = cells?.kind === "all" ? cells.values : undefined;
  const parts = [
    text === undefined || (named && text.toLowerCase().includes(named.toLowerCase())) ? undefined : named,
    text ?? named,
    comment,
    values === undefined || (listed && !cells?.areNumbers && isProse(values) && !explains(values, listed))
      ? undefined
      : oneLine(values, isProse(values) ? PROSE_TEXT : FULL_TEXT),
    note,
  ];
  const said = [...new Set(parts.filter((part) => part !== undefined && part.trim() !== ""))];
  const shown = oneLine(said.join("; "), limit);
  const isTold = column.enumValues === undefined && cells !== undefined && (isWhole || tells(shown, cells));
  return { list: cells === undefined || isTold ? "" : cellsText(cells, limit), text: shown };
}

/** True for a description that explains each value (`F: full time; P: part time`), or the form. */
function tells(text: string, { kind, values, areNumbers }: ShownCells): boolean {
  if (kind === "all") return explained(text, values).length >= (areNumbers ? 1 : values.length);
  if (kind === "some") return values.some((value) => text.split(/[^\p{L}\p{N}]+/u).includes(value));
  return areNumbers ? text !== "" : /\d|YY|\be\.g\./u.test(text);
}

function cellsText({ kind, values, areNumbers, pattern }: ShownCells, limit: number): string {
  if (pattern !== undefined) return ` ${spoken(pattern)}`;
  const quoted = values.map((value) =>
    areNumbers ? value : `'${visibleText(value).replaceAll("'", "''")}'`,
  );
  if (kind === "range") return ` ${quoted.join("..")}`;
  if (kind === "example") return ` e.g. ${quoted.join(", ")}`;
  return ` in (${valueList(quoted, limit, kind === "some")})`;
}

/** `'a','b'`: as many whole values as fit. */
function valueList(quoted: readonly string[], limit: number, isPart: boolean): string {
  let size = 0;
  const shown = quoted.slice(0, MOST_VALUES).filter((value) => {
    size += value.length + 1;
    return size <= limit;
  });
  return [...shown, ...(isPart || shown.length < quoted.length ? ["…"] : [])].join(",");
}

const withValues = ({ comment, enumValues, cells, note, description }: ColumnSchema) => ({
  comment,
  cells:
    enumValues === undefined || enumValues.length === 0
      ? cells
      : { kind: "all" as const, values: enumValues },
  note,
  values: description?.values,
});

const MOST_FORMS = 3;

/** The distinct forms of a column's values, for a reader who may not see the values. */
const formsOnly = (column: ColumnSchema): Partial<ReturnType<typeof withValues>> => {
  const { cells } = withValues(column);
  if (cells === undefined || egressLevel() === "schema") return {};
  const forms = [...new Set(cells.values.map(redacted))];
  const kind = cells.kind === "range" ? "example" : forms.length > MOST_FORMS ? "some" : cells.kind;
  return { cells: { ...cells, kind, values: forms.slice(0, MOST_FORMS) } };
};

/** Words that describe any column or key, and add nothing to the rendered schema. */
const EMPTY_WORDS = new Set(
  "a an and are associated by every each for identifier identifies identifying is id in it its key maps number of or primary references represents s table that the this to unique uniquely used which whose with".split(
    " ",
  ),
);

/** False for a text that only repeats the names of the column, its table, or the table it references. */
function saysMore(
  text: string | undefined,
  column: ColumnSchema,
  table: TableSchema,
  refers: boolean,
): boolean {
  if (text === undefined || text.trim() === "") return false;
  if (refers && /^(?:[\w\s]{0,40}\b)?(?:maps to|references|foreign key)\b/iu.test(text)) return false;
  const own = [...nameWords(column.name), ...nameWords(table.name)];
  return nameWords(text).some(
    (word) => !EMPTY_WORDS.has(word) && !own.some((known) => sameButForNumber(word, known)),
  );
}

/** True for text without codes, numbers and quotations. It explains no value, so it is cut short, or dropped if values are listed. */
function isProse(text: string): boolean {
  return !/["“=/\d]/u.test(text);
}

/** True for a text that explains listed values: `F: full time; P: part time`. */
function explains(text: string, values: readonly string[]): boolean {
  return explained(text, values).length > 0;
}

function explained(text: string, values: readonly string[]): readonly string[] {
  const codes = [...text.matchAll(/(?:^|[;,]\s*|\s)([^\s:;,]{1,20}):\s/gu)].map(([, code]) => code);
  return values.filter((value) => codes.includes(value));
}

function textLimit(detail: SchemaDetail): number {
  return detail === "full" ? FULL_TEXT : SHORT_TEXT;
}

function oneLine(text: string, limit: number): string {
  return shortened(text.replace(/\s+/gu, " ").trim(), limit);
}
