import type { MysqlJsonKeys } from "./mysql-json-keys.ts";

/** What a column's declaration asks of whoever writes the query. */
export interface NotedMysqlColumn {
  /** As a query writes it. */
  readonly name: string;
  /** The type without its length; `json` also where MariaDB keeps it as text. */
  readonly dataType: string;
  /** `information_schema.COLUMNS.EXTRA` */
  readonly extra: string;
  readonly generatedFrom: string;
  readonly json?: MysqlJsonKeys | undefined;
}

const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)$/u;

/** One line, or undefined where the type's name says all. */
export function mysqlColumnNote(column: NotedMysqlColumn): string | undefined {
  const { extra, generatedFrom } = column;
  const notes = [
    usage(column),
    generatedFrom !== "" && `computed: ${generatedFrom}`,
    /\bINVISIBLE\b/u.test(extra) && "SELECT * leaves it out: name it",
  ].filter((note) => typeof note === "string");
  return notes.length === 0 ? undefined : notes.join("; ");
}

function usage({ name, dataType, json }: NotedMysqlColumn): string | undefined {
  if (SPATIAL.test(dataType)) return `ST_AsText(${name}) gives it as text`;
  if (dataType !== "json") return undefined;
  const [first = "key"] = json?.keys ?? [];
  const keys = json === undefined ? "" : `keys seen: ${json.keys.join(", ")}; `;
  const path = `${json?.shape === "array" ? "$[0]" : "$"}.${pathStep(first)}`;
  const gives = json?.shape === "array" ? "one of the first element" : "a text or number";
  return `${json?.shape === "array" ? "array of objects; " : ""}${keys}JSON_VALUE(${name}, '${path}') gives ${gives}`;
}

function pathStep(key: string): string {
  return /^[A-Za-z_]\w*$/u.test(key) ? key : `"${key.replaceAll('"', '\\"').replaceAll("'", "''")}"`;
}
