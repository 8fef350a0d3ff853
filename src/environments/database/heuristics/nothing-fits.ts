import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import { columnSql } from "./compile/compile-context.ts";
import { measureOf } from "./compile/measures.ts";
import type { QueryParts } from "./compile/query-parts.ts";
import type { ColumnPlace } from "./lexicon/link.ts";
import { columnsIn, conditionsOf } from "./sql-mentions.ts";

/** Why a reading has no rows, in plain words: the condition that no row meets, and what the column holds instead. */
export async function nothingFits(parts: QueryParts, context: CompileContext): Promise<string> {
  const begin = "Nothing in the data fits the question as I read it";
  const conditions = conditionsOf(parts.where);
  for (const condition of conditions) {
    if (await hasRows(parts.from, condition, context)) continue;
    const ranges = await Promise.all(
      placesOf(columnsIn(condition), context).map((place) => rangeOf(place, context)),
    );
    return `${[`${begin}: no row has ${plain(condition)}`, ...ranges.filter((range) => range !== "")].join("; ")}.`;
  }
  return conditions.length > 1
    ? `${begin}: rows fit each of the conditions, but none fits all of them (${conditions.map(plain).join("; ")}).`
    : `${begin}.`;
}

async function hasRows(from: string, condition: string, context: CompileContext): Promise<boolean> {
  try {
    return (await context.ask(`SELECT 1 FROM ${from} WHERE ${condition} LIMIT 1`, [], 1)).length > 0;
  } catch (error) {
    if (error instanceof SqlEngineError) return true;
    throw error;
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  "=": "",
  "<>": "other than ",
  ">": "over ",
  ">=": "from ",
  "<": "under ",
  "<=": "up to ",
};

/** `Invoice.InvoiceDate 2030`, `book.pages over 900`: a condition of the rules without its SQL. */
function plain(condition: string): string {
  const columns = columnsIn(condition);
  const compared = /^[^'(]*?(<>|<=|>=|=|<|>) ('(?:[^']|'')*'|-?\d+(?:\.\d+)?)$/u.exec(condition);
  const dated = /^.*\) (<>|<=|>=|=|<|>) ('?-?\d[\d.-]*'?)$/u.exec(condition);
  const [, sign = "", value = ""] = compared ?? dated ?? [];
  if (columns.length === 1 && sign !== "" && value !== "" && !condition.includes(" AND "))
    return `${columns[0]} ${OPERATORS[sign]}${value}`;
  const values = [...condition.matchAll(/'((?:[^'%]|'')+)'/gu)].map(([text]) => text);
  return `${columns.join(" and ")} as asked${values.length > 0 ? ` (${[...new Set(values)].join(", ")})` : ""}`;
}

function placesOf(columns: readonly string[], { services }: CompileContext): readonly ColumnPlace[] {
  return columns.flatMap((name) =>
    services.schema.tables.flatMap((table) =>
      table.columns.flatMap((column) => (`${table.name}.${column.name}` === name ? [{ table, column }] : [])),
    ),
  );
}

/** What dates or numbers a column holds; nothing of keys and texts. */
async function rangeOf(place: ColumnPlace, context: CompileContext): Promise<string> {
  const { column, table } = place;
  const isKey = column.primaryKeyPosition !== undefined;
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name));
  if (isKey || refers) return "";
  const measure = await measureOf(place, context);
  const sql = columnSql(place, context.services);
  const [key = "", ...more] = measure?.keys(sql) ?? [];
  if (!measure || measure.kind === "text" || more.length > 0) return "";
  const [row] = await context.ask(
    `SELECT MIN(${key}), MAX(${key}) FROM ${sql.slice(0, sql.lastIndexOf("."))}`,
    [],
    1,
  );
  const [least, most] = (row ?? []).map((cell) => String(cell).replace(/[ T]00:00:00(\.0+)?Z?$/u, ""));
  if (row?.[0] === null || least === undefined) return "";
  return `${measure.kind === "date" ? "dates" : `values of ${table.name}.${column.name}`} run from ${least} to ${most}`;
}
