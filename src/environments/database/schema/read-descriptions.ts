import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { readCsv } from "../../../util/read-csv.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";

export interface DescribedSchema {
  readonly schema: DatabaseSchema;
  /** Problems: a file without a table, a column that does not exist, a file without the expected columns. */
  readonly warnings: readonly string[];
}

type Description = NonNullable<ColumnSchema["description"]>;

/**
 * Merges descriptions into a schema: a folder with one CSV file for each table (BIRD's `database_description`: original_column_name,
 * column_name, column_description, data_format, value_description), in UTF-8 with or without a byte order mark, UTF-16 or Latin-1.
 *
 * @throws FuxiError `data-invalid` when the folder cannot be read
 */
export async function readDescriptions(folder: string, schema: DatabaseSchema): Promise<DescribedSchema> {
  const files = await csvFiles(folder);
  const warnings: string[] = [];
  const described = new Map<TableSchema, TableSchema>();
  const tableNames = schema.tables.map((table) => table.name);
  for (const file of files) {
    const named = basename(file, extname(file));
    const name = nameLike(named, tableNames);
    const table = schema.tables.find((each) => each.name === name);
    if (!table) {
      warnings.push(`${basename(file)}: there is no table "${named}".`);
      continue;
    }
    // Some published files have replacement characters where an earlier conversion lost their bullets.
    const rows = readCsv(decode(await readFile(file)).replaceAll("\uFFFD", ""));
    described.set(table, describe(described.get(table) ?? table, rows, basename(file), warnings));
  }
  return {
    schema: { ...schema, tables: schema.tables.map((table) => described.get(table) ?? table) },
    warnings,
  };
}

async function csvFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => extname(name).toLowerCase() === ".csv" && !name.startsWith("."))
      .sort()
      .map((name) => join(folder, name));
  } catch (cause) {
    throw new FuxiError("data-invalid", "The folder with column descriptions cannot be read.", {
      hint: "Name a folder that holds one CSV file for each table.",
      cause,
    });
  }
}

function decode(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

function describe(
  table: TableSchema,
  rows: readonly (readonly string[])[],
  file: string,
  warnings: string[],
): TableSchema {
  const [head, ...lines] = rows;
  const at = (name: string) =>
    head?.findIndex((cell) => cell.trim().toLowerCase().replace(/\s+/gu, "_") === name) ?? -1;
  const original = at("original_column_name");
  if (original < 0) {
    warnings.push(`${file}: it has no column "original_column_name".`);
    return table;
  }
  const places = { name: at("column_name"), text: at("column_description"), values: at("value_description") };
  const columnNames = table.columns.map((column) => column.name);
  const found = new Map<string, Description>();
  for (const line of lines) {
    const given = line[original]?.trim() ?? "";
    if (given === "") continue;
    const name = nameLike(given, columnNames);
    if (name === undefined) {
      warnings.push(`${file}: ${table.name} has no column "${given}".`);
      continue;
    }
    const entries = Object.entries(places)
      .map(([key, place]) => [key, tidy(line[place])] as const)
      .filter(([, text]) => text !== "");
    if (entries.length > 0) found.set(name, Object.fromEntries(entries));
  }
  return {
    ...table,
    columns: table.columns.map((column) => {
      const description = found.get(column.name);
      if (description === undefined) return column;
      const { values: _, ...rest } = description;
      return { ...column, description: column.masked === true ? rest : description };
    }),
  };
}

/** The only name that equals the given one except for case, spaces, underscores or a plural; undefined if there is none. */
function nameLike(given: string, names: readonly string[]): string | undefined {
  const exact =
    names.find((name) => name === given) ?? names.find((name) => name.toLowerCase() === given.toLowerCase());
  if (exact !== undefined) return exact;
  const near = nearestNames(given, names, { limit: 2 }).filter(
    ({ why }) => why === "form" || why === "plural",
  );
  return near.length === 1 || (near[0] && near[0].score > (near[1]?.score ?? 0)) ? near[0]?.name : undefined;
}

function tidy(text: string | undefined): string {
  // Removes the label by which BIRD marks additions of its annotators.
  return (text ?? "")
    .replace(/\s+/gu, " ")
    .replace(/^\s*commonsense (?:evidence|reasoning):?\s*/iu, "")
    .replace(/[\s;]*commonsense (?:evidence|reasoning):?\s*/giu, "; ")
    .trim();
}
