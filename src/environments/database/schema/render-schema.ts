import { egressScope, told } from "../../../environment/egress/egress-scope.ts";
import type { Description } from "../../../environment/environment.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "./database-schema.ts";
import { qualifiedTable } from "./find-table.ts";

const LEVELS: readonly SchemaDetail[] = ["full", "short", "columns", "names"];

const LEFT_OUT: Readonly<Record<Exclude<SchemaDetail, "full">, string>> = {
  short: "Descriptions are shortened",
  columns: "Types and descriptions are left out",
  names: "Only the names of the tables are shown",
};

/** The most detailed level at which the whole schema keeps to the budget; undefined when not even the names of the tables do. */
export function detailWithin(services: DatabaseServices, tokens: number): SchemaDetail | undefined {
  return LEVELS.find((level) => tokensOf(renderTables(services.schema, level, services)) <= tokens);
}

/**
 * The whole schema as stable text: in full, or with less of each table the more tables there are. `samples` are lines shown under each
 * table (the baselines' sample rows), as far as the budget goes once everything else is in.
 */
export function describeSchema(
  services: DatabaseServices,
  tokens: number,
  samples: ReadonlyMap<TableSchema, readonly string[]> = new Map(),
): Description {
  const { schema, driver } = services;
  const head = `${driver.target.engine} database ${visibleText(driver.target.name)}, ${schema.tables.length} tables`;
  const level = detailWithin(services, tokens);
  if (level === "full") {
    const plain = renderTables(schema, "full", services);
    const sampled = schema.tables
      .flatMap((table) => [renderTable(table, "full", services), ...(samples.get(table) ?? [])])
      .join("\n");
    return { text: `${head}:\n${tokensOf(sampled) <= tokens ? sampled : plain}` };
  }
  const howToSeeMore = "describe_tables shows tables in full.";
  if (level !== undefined) {
    return {
      text: `${head} (${LEFT_OUT[level]}; ${howToSeeMore}):\n${renderTables(schema, level, services)}`,
      truncation: {
        what: "characters",
        shown: schema.tables.length,
        total: schema.tables.length,
        howToSeeMore,
      },
    };
  }
  const names = renderTables(schema, "names", services).split(", ");
  let size = 0;
  const shown = names.filter((name) => {
    size += name.length + 2;
    return size <= tokens * 4;
  });
  const more = "describe_tables with part of a name finds others.";
  return {
    text: `${head}, of which ${shown.length} are named here (${more}):\n${shown.join(", ")}`,
    truncation: { what: "characters", shown: shown.length, total: names.length, howToSeeMore: more },
  };
}

/** How much is said of each table, most first. */
export type SchemaDetail = "full" | "short" | "columns" | "names";

const SHORT_TEXT = 80;
const FULL_TEXT = 400;
const PROSE_TEXT = 100;
/** Of the values of a column. */
const MOST_VALUES = 20;

/** Rough size in tokens: what models of today make of English and SQL. */
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
): string {
  const name = qualifiedTable(services, table);
  if (detail === "names") return visibleText(name);
  const rows =
    table.rowCount === undefined
      ? ""
      : ` ${table.rowCount.exact ? "" : "about "}${table.rowCount.value} rows`;
  const parts = table.partitions === undefined ? "" : ` ${table.partitions.length} partitions`;
  const kind = table.kind === "view" ? " view" : table.kind === "values" ? " handed over," : "";
  // Both are of data: a comment may say whatever its writer saw.
  const says = egressScope() ? "" : [table.note, table.comment].filter(Boolean).join("; ");
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
  for (const column of table.columns) {
    const reference = singles.get(column.name);
    const head = columnHead(column, { alone: keys.length === 1, reference }, detail, services);
    const { list, text } =
      detail === "columns"
        ? { list: "", text: "" }
        : describeColumn(column, table, reference !== undefined, textLimit(detail));
    if (text === "") shared.push(`${head}${list}`);
    else {
      flush();
      lines.push(`  ${head}${list} -- ${text}`);
    }
  }
  flush();
  if (keys.length > 1) {
    const order = keys.toSorted((a, b) => (a.primaryKeyPosition ?? 0) - (b.primaryKeyPosition ?? 0));
    lines.push(`  primary key (${order.map((key) => key.name).join(", ")})`);
  }
  for (const key of table.foreignKeys.filter((each) => each.columns.length > 1)) {
    lines.push(`  (${key.columns.join(", ")}) -> ${referenced(key)}(${key.referencedColumns.join(", ")})`);
  }
  const size = rows && parts ? `${rows} in${parts}` : `${rows}${parts}`;
  const head = size || kind ? ` (${`${kind}${size}`.trim()})` : "";
  return [`${name}${head}:${comment}`, ...lines].map(visibleText).join("\n");
}

export function renderTables(
  schema: DatabaseSchema,
  detail: SchemaDetail,
  services: Pick<DatabaseServices, "driver">,
): string {
  const rendered = schema.tables.map((table) => renderTable(table, detail, services));
  return rendered.join(detail === "names" ? ", " : "\n");
}

function referenced({ referencedSchema, referencedTable }: ForeignKey): string {
  return referencedSchema === undefined ? referencedTable : `${referencedSchema}.${referencedTable}`;
}

/** `int(11)`: how many digits a terminal shows, which says nothing of the values; `tinyint(1)` is how MariaDB writes a truth value. */
const DISPLAY_WIDTH = /^((?:small|medium|big|tiny)?int(?:eger)?)\((?!1\))\d+\)/u;

function columnHead(
  column: ColumnSchema,
  key: { readonly alone: boolean; readonly reference: ForeignKey | undefined },
  detail: SchemaDetail,
  { driver }: Pick<DatabaseServices, "driver">,
): string {
  const single = key.alone && column.primaryKeyPosition !== undefined ? " PK" : "";
  const type =
    column.declaredType === "" || detail === "columns"
      ? ""
      : ` ${column.declaredType.toLowerCase().replace(DISPLAY_WIDTH, "$1")}`;
  const to = key.reference;
  const reference = to ? ` -> ${referenced(to)}.${to.referencedColumns[0] ?? ""}` : "";
  return `${driver.dialect.identifier(column.name)}${type}${single}${reference}`;
}

/** The values of a column with few, as a condition of SQL has them, and what is said of it beside them; each may be empty. */
function describeColumn(
  column: ColumnSchema,
  table: TableSchema,
  refers: boolean,
  limit: number,
): { readonly list: string; readonly text: string } {
  const { description } = column;
  const { comment, enumValues, note, values: coded } = egressScope() ? formsOnly(column) : withValues(column);
  const says = (text: string | undefined) => (saysMore(text, column, table, refers) ? text : undefined);
  const named = says(description?.name);
  const text = says(description?.text);
  const values = says(coded);
  const listed = enumValues !== undefined && enumValues.length > 0;
  const parts = [
    text === undefined || (named && text.toLowerCase().includes(named.toLowerCase())) ? undefined : named,
    text ?? named,
    comment,
    values === undefined || (listed && isProse(values) && !explains(values, enumValues))
      ? undefined
      : oneLine(values, isProse(values) ? PROSE_TEXT : FULL_TEXT),
    note,
  ];
  const said = [...new Set(parts.filter((part) => part !== undefined && part.trim() !== ""))];
  return {
    list: listed ? ` in (${valueList(enumValues, limit)})` : "",
    text: oneLine(said.join("; "), limit),
  };
}

/** `'a','b'`: as many as there is room for, each whole. */
function valueList(values: readonly string[], limit: number): string {
  const quoted = values.map((value) => `'${visibleText(value).replaceAll("'", "''")}'`);
  let size = 0;
  const shown = quoted.slice(0, MOST_VALUES).filter((value) => {
    size += value.length + 1;
    return size <= limit;
  });
  return [...shown, ...(shown.length < quoted.length ? ["…"] : [])].join(",");
}

const withValues = ({ comment, enumValues, note, description }: ColumnSchema) => ({
  comment,
  enumValues,
  note,
  values: description?.values,
});

/** Of what stands in a column, for a reader who may see no value: the forms, each once. */
const formsOnly = ({ enumValues }: ColumnSchema): Partial<ReturnType<typeof withValues>> =>
  enumValues === undefined || egressScope()?.level === "schema"
    ? {}
    : { enumValues: [...new Set(enumValues.map(told))] };

/** Words that describe any column or key, and tell nothing that the form of the schema does not. */
const EMPTY_WORDS = new Set(
  "a an and are associated by every each for identifier identifies identifying is id in it its key maps number of or primary references represents s table that the this to unique uniquely used which whose with".split(
    " ",
  ),
);

/** False for a text that only repeats the names of column and table, or where the column points to. */
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

/** Prose without a code, a number or a quotation explains no value: its beginning is enough, or nothing beside the values themselves. */
function isProse(text: string): boolean {
  return !/["“=/\d]/u.test(text);
}

/** `F: full time; P: part time` says what the values of the list stand for. */
function explains(text: string, values: readonly string[]): boolean {
  const codes = [...text.matchAll(/(?:^|[;,]\s*|\s)([^\s:;,]{1,20}):\s/gu)].map(([, code]) => code);
  return values.some((value) => codes.includes(value));
}

function textLimit(detail: SchemaDetail): number {
  return detail === "full" ? FULL_TEXT : SHORT_TEXT;
}

function oneLine(text: string, limit: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
