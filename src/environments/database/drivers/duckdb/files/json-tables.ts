import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { StagedTable } from "./delimited-table.ts";
import { encodingDoubts } from "./encoding.ts";
import { columnName, uniqueNames } from "./file-names.ts";
import { type Answer, ask, type Loader, quotedText } from "./loader.ts";
import { copyText } from "./text-file.ts";

/** A table of rows from a JSON file. */
export interface JsonTable extends StagedTable {
  /** The key of the list, if the file has several lists. */
  readonly key?: string;
}

/** A longer object is assumed to be the whole file. */
const USUAL_OBJECT_BYTES = 16_777_216;
const LONGEST_OBJECT_BYTES = 2_000_000_000;

/**
 * The tables of a JSON file: one for a list of objects or for lines of objects, one per list for an object of lists. Objects inside a row are
 * flattened once (`address.city`); deeper objects and lists stay JSON.
 * @param prefix of the staging tables' names
 * @param told the encoding that the user named
 */
export async function loadJson(
  loader: Loader,
  path: string,
  { prefix, told }: { readonly prefix: string; readonly told: string | undefined },
): Promise<readonly JsonTable[]> {
  const documents = `${prefix}_documents`;
  const { encoding, doubts } = await readDocuments(loader, path, { table: documents, told });
  const [[count = 0, objects = 0] = []] = await ask(
    loader,
    `SELECT count(*), count(*) FILTER (json_type(j) = 'OBJECT') FROM ${documents}`,
  );
  if (count === 0) return [];
  const structure = await structureOf(loader, documents);
  const lists = structure.flatMap(([key, held]) =>
    count === 1 && objects === 1 && Array.isArray(held) && isObject(held[0]) ? [key] : [],
  );
  if (lists.length === 0) {
    const reading = [...encoding, count === 1 ? "one JSON object" : "JSON objects"];
    return [{ ...(await stageRows(loader, documents, `${prefix}_0`)), reading, doubts }];
  }
  const tables: JsonTable[] = [];
  for (const [at, key] of lists.entries()) {
    const rows = `${prefix}_rows_${at}`;
    await ask(
      loader,
      `CREATE TABLE ${rows} AS ${elementsOf(`json_extract(j, ${quotedText(pathTo(key))})`, documents)}`,
    );
    const table = await stageRows(loader, rows, `${prefix}_${at}`);
    const reading = [...encoding, `JSON, the list "${key}"`];
    tables.push({ ...table, ...(lists.length > 1 ? { key } : {}), reading, doubts });
  }
  return tables;
}

function elementsOf(list: string, table: string): string {
  return `SELECT j, row_number() OVER () AS r FROM (SELECT unnest(CAST(${list} AS JSON[])) AS j FROM ${table})`;
}

/** The encoding of a JSON file if it is not UTF-8, and doubts about it. */
interface JsonEncoding {
  readonly encoding: readonly string[];
  readonly doubts: readonly string[];
}

async function readDocuments(
  loader: Loader,
  path: string,
  { table, told }: { readonly table: string; readonly told: string | undefined },
): Promise<JsonEncoding> {
  const copy = join(loader.folder, `${table}.json`);
  const { facts } = await copyText(loader, path, copy, { told });
  await readObjects(loader, copy, table);
  rmSync(copy);
  return { encoding: facts.encoding === "UTF-8" ? [] : [facts.encoding], doubts: encodingDoubts(facts) };
}

async function readObjects(loader: Loader, path: string, table: string): Promise<void> {
  const { size } = statSync(path);
  const longest = Math.min(LONGEST_OBJECT_BYTES, Math.max(USUAL_OBJECT_BYTES, size + 1));
  const read = (bytes: number) =>
    ask(
      loader,
      `CREATE OR REPLACE TABLE ${table} AS SELECT json AS j, row_number() OVER () AS r
        FROM read_json_objects(${quotedText(path)}, format = 'auto', maximum_object_size = ${bytes})
        WHERE json_type(json) <> 'NULL'`,
    );
  try {
    // The reader allocates buffers of the longest object's size: only a file that is a single object gets large ones.
    await read(USUAL_OBJECT_BYTES).catch((error) => {
      if (!/maximum_object_size/iu.test(String(error)) || longest === USUAL_OBJECT_BYTES) throw error;
      return read(longest);
    });
  } catch (cause) {
    if (FuxiError.isInstance(cause)) throw cause;
    throw new FuxiError("target-corrupt", `The file is no JSON: ${reason(cause, path)}`, {
      hint: "Write a list of objects, or one object a line.",
      cause,
    });
  }
}

function reason(cause: unknown, path: string): string {
  const [line = ""] = String((cause as { message?: unknown }).message ?? cause).split("\n");
  return line.replaceAll(` in file "${path}"`, "").replaceAll(path, "the file").trim().slice(0, 300);
}

/** Types by key, as DuckDB describes objects: a type's name, a list's element, or keys again. */
type Structure = string | readonly Structure[] | { readonly [key: string]: Structure };

/** The structure of a table's objects, keys in order of appearance. */
async function structureOf(
  loader: Loader,
  table: string,
): Promise<readonly (readonly [key: string, structure: Structure])[]> {
  const [[text, keys] = []] = await ask(
    loader,
    `SELECT s, to_json(json_keys(s)) FROM (SELECT json_group_structure(j) AS s FROM ${table} WHERE json_type(j) = 'OBJECT')`,
  );
  if (typeof text !== "string" || typeof keys !== "string") return [];
  const structure = new Map(Object.entries(JSON.parse(text) as Record<string, Structure>));
  return (JSON.parse(keys) as readonly string[]).map((key) => [key, structure.get(key) ?? "JSON"]);
}

function isObject(structure: Structure | undefined): structure is { readonly [key: string]: Structure } {
  return typeof structure === "object" && !Array.isArray(structure);
}

function pathTo(...keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key.replaceAll('"', '\\"')}"`).join("")}`;
}

interface JsonColumn {
  readonly name: string;
  readonly path: string;
}

async function stageRows(
  loader: Loader,
  table: string,
  name: string,
): Promise<Pick<JsonTable, "name" | "names" | "width">> {
  const [[plain = 0] = []]: readonly Answer[] = await ask(
    loader,
    `SELECT count(*) FILTER (json_type(j) <> 'OBJECT') FROM ${table}`,
  );
  const columns: JsonColumn[] = [];
  for (const [key, structure] of await structureOf(loader, table)) {
    const inner = isObject(structure) ? Object.keys(structure) : [];
    const isRecord = inner.length > 0 && inner.length <= MOST_INNER_KEYS;
    if (!isRecord) columns.push({ name: key, path: pathTo(key) });
    else columns.push(...inner.map((each) => ({ name: `${key}.${each}`, path: pathTo(key, each) })));
  }
  if (Number(plain) > 0 || columns.length === 0) columns.push({ name: "value", path: "$" });
  const cells = columns.map(({ path }, at) => {
    const cell = quotedText(path);
    const whole = path === "$" ? "json_type(j) <> 'OBJECT' AND " : "";
    // An empty text counts as NULL, as in the other kinds of files.
    return `CASE WHEN ${whole}json_type(j, ${cell}) <> 'NULL' THEN nullif(json_extract_string(j, ${cell}), '') END AS c${at}`;
  });
  await ask(loader, `CREATE TABLE ${name} AS SELECT ${cells.join(", ")}, r FROM ${table} ORDER BY r`);
  await ask(loader, `DROP TABLE ${table}`);
  const names = uniqueNames(columns.map((column, at) => columnName(column.name, at)));
  return { name, names, width: columns.length };
}

/** An object with more keys is a dictionary, not a record. */
const MOST_INNER_KEYS = 60;
