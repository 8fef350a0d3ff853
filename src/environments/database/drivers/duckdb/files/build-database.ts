import { rmSync } from "node:fs";
import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { DataFileGroup } from "./data-file.ts";
import { dataFileKind, dataFileName } from "./data-file.ts";
import { type DelimitedText, LAST_LINE, type StagedTable, stageDelimited } from "./delimited-table.ts";
import { tableName, uniqueNames } from "./file-names.ts";
import { loadJson } from "./json-tables.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader, quotedName, quotedText } from "./loader.ts";
import { readSheets } from "./sheets.ts";
import { copyText } from "./text-file.ts";
import { createTypedTable } from "./typed-table.ts";

/** Sources and target of a file database. */
interface BuildOptions {
  readonly loader: Loader;
  /** The attached database in which the tables are made. */
  readonly database: string;
  readonly files: readonly string[];
  readonly groups: readonly DataFileGroup[];
  /** The encoding that the user named for a file. */
  readonly encodingOf: (file: string) => string | undefined;
  /** Called with the bytes of a file read so far. */
  readonly onBytes: (file: string, read: number) => void;
}

/** The tables made from the files, and the files without content. */
export interface LoadedFiles {
  readonly tables: readonly TableReport[];
  readonly empty: readonly string[];
}

/** Rows of notes that may follow a row of totals. */
const MOST_BELOW = 2;

const NAME = new RegExp(
  `^(?:${[
    "(?:grand |overall )?totals?(?: general[ei]?)?",
    "sum",
    "overall",
    "(?:gesamt|end)?summen?",
    "gesamt(?:ergebnis|betrag)?",
    "insgesamt",
    "sommes?",
    "total général",
    "(?:totale|suma|soma|summa|totaal|celkem|razem|итого|всего|toplam)",
    "(?:总计|合计|总和|總計|合計|総計)",
  ].join("|")})\\s*:?$`,
  "iu",
);

/** Warnings about last rows whose name says total, one sentence each: a sum over the column would count every figure twice. */
async function totalsDoubts(loader: Loader, { name, width }: StagedTable): Promise<readonly string[]> {
  const columns = Array.from({ length: width }, (_, at) => `c${at}`);
  const rows = await ask(
    loader,
    `SELECT r, ${columns.join(", ")} FROM (SELECT * FROM ${name} ORDER BY r DESC LIMIT ${1 + MOST_BELOW}) ORDER BY r`,
  );
  return rows.flatMap(([row, ...cells]) => {
    const filled = cells.map((cell) => String(cell ?? "").trim()).filter((cell) => cell !== "");
    const [first = "", ...others] = filled;
    const isTotal = NAME.test(first) && others.some((cell) => /\d/u.test(cell));
    return isTotal ? [`row ${row} is named ${first}, and counts as a row like any other`] : [];
  });
}

/** A table of texts that has no final name yet. */
interface Staged extends StagedTable {
  readonly wanted: string;
  readonly source: string;
}

/** Makes a table of every file, sheet and list, and a view of every Parquet file. @throws FuxiError with the file's name in front */
export async function buildDatabase(options: BuildOptions): Promise<LoadedFiles> {
  const taken: string[] = [];
  const nameFor = (wanted: string): string => {
    const name = uniqueNames([...taken, tableName(wanted)]).at(-1) ?? wanted;
    taken.push(name);
    return name;
  };
  const reports: TableReport[] = [];
  const empty: string[] = [];
  let staged = 0;
  const prefix = () => `staged_${staged++}`;
  const groups = [...options.files.map((file) => ({ name: "", files: [file] })), ...options.groups];
  for (const { name, files } of groups) {
    for (const [kind, alike] of Map.groupBy(files, dataFileKind)) {
      const label = name === "" ? undefined : name;
      if (kind === "parquet") {
        for (const each of await createParquetView(options, alike, { label, nameFor })) reports.push(each);
        continue;
      }
      for await (const table of stagedTables(options, alike, { label, prefix, empty })) {
        reports.push(await finished(options, table, nameFor));
      }
    }
  }
  if (reports.length === 0) {
    throw new FuxiError("data-invalid", `There is nothing in ${empty.join(", ")}.`, {
      hint: "Name files that have at least a line.",
    });
  }
  return { tables: reports, empty };
}

async function finished(
  { loader, database }: BuildOptions,
  staged: Staged,
  nameFor: (wanted: string) => string,
): Promise<TableReport> {
  const { wanted, source, reading, doubts } = staged;
  const table = nameFor(wanted);
  const comment = [`from ${source}`, ...reading, ...doubts].join("; ");
  const target = `${quotedName(database)}.main.${quotedName(table)}`;
  const made = await createTypedTable(loader, staged, target, comment);
  await ask(loader, `DROP TABLE ${staged.name}`);
  const columns = staged.width;
  return { table, source, rows: made.rows, columns, reading, doubts: [...doubts, ...made.doubts] };
}

interface Context {
  /** The name of the table that joins all files. */
  readonly label: string | undefined;
  readonly prefix: () => string;
  /** Collects the names of files without content. */
  readonly empty: string[];
}

async function* stagedTables(
  options: BuildOptions,
  files: readonly string[],
  { label, prefix, empty }: Context,
): AsyncGenerator<Staged> {
  const parts: Part[] = [];
  for (const file of files) {
    const found = await named(file, () => partsOf(options, file, prefix()));
    if (found.length === 0) empty.push(basename(file));
    if (label === undefined || dataFileKind(file) === "json") yield* found.map((part) => together([part]));
    else parts.push(...found);
  }
  const sameNames = Map.groupBy(parts, ({ names }) => names.join("\u0000").toLowerCase());
  for (const same of sameNames.values()) {
    if (same.length > 1) await append(options.loader, same);
    yield together(same, files.length === 1 || same.length > 1 ? label : undefined);
  }
}

interface Part extends StagedTable {
  readonly wanted: string;
  /** The file's name and sheet, for messages. */
  readonly said: string;
}

async function partsOf(
  { loader, onBytes, encodingOf }: BuildOptions,
  file: string,
  prefix: string,
): Promise<readonly Part[]> {
  const said = basename(file);
  const wanted = dataFileName(file);
  const told = encodingOf(file);
  if (dataFileKind(file) === "json") {
    const tables = await loadJson(loader, file, { prefix, told });
    return tables.map(({ key, ...table }) => ({
      ...table,
      said,
      wanted: key === undefined ? wanted : `${wanted}_${key}`,
    }));
  }
  if (dataFileKind(file) !== "sheets") {
    const path = `${loader.folder}/${prefix}.csv`;
    const copy = await copyText(loader, file, path, {
      told,
      last: LAST_LINE,
      onBytes: (read) => onBytes(file, read),
    });
    const staged = await stageText(loader, { path, ...copy }, prefix);
    return staged.map((table) => ({ ...table, said, wanted }));
  }
  const sheets = await readSheets(loader, file, prefix);
  const parts: Part[] = [];
  for (const [at, { name, text }] of sheets.entries()) {
    const own = sheets.length > 1 ? { said: `${said} (sheet ${name})`, wanted: name } : { said, wanted };
    parts.push(...(await stageText(loader, text, `${prefix}_${at}`)).map((table) => ({ ...table, ...own })));
  }
  return parts;
}

async function stageText(loader: Loader, text: DelimitedText, name: string): Promise<readonly StagedTable[]> {
  const table = await stageDelimited(loader, text, name);
  rmSync(text.path);
  if (table === undefined) return [];
  return [{ ...table, doubts: [...table.doubts, ...(await totalsDoubts(loader, table))] }];
}

/** Appends tables with the same columns to the first one, with a column that names the file of each row. */
async function append(loader: Loader, parts: readonly Part[]): Promise<void> {
  const [first] = parts as readonly [Part];
  const rows = parts.map(
    ({ name, width, said }) =>
      `SELECT ${Array.from({ length: width }, (_, at) => `c${at}`).join(", ")}, ${quotedText(said)} AS c${width}, r FROM ${name}`,
  );
  await ask(loader, `CREATE TABLE ${first.name}_all AS ${rows.join(" UNION ALL ")}`);
  for (const { name } of parts) await ask(loader, `DROP TABLE ${name}`);
}

/** One table, or several that `append` joined. */
function together(parts: readonly Part[], label?: string): Staged {
  const [first] = parts as readonly [Part];
  const { said, ...table } = first;
  const wanted = label ?? first.wanted;
  if (parts.length === 1) return { ...table, wanted, source: said };
  return {
    ...table,
    wanted,
    name: `${first.name}_all`,
    names: uniqueNames([...first.names, "filename"]),
    width: first.width + 1,
    source: `${parts.length} files (${said}, …)`,
    doubts: parts.flatMap((part) => part.doubts.map((doubt) => `${part.said}: ${doubt}`)),
  };
}

/** Puts the file's name into the errors of `work`. */
async function named<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code === "cancelled" || error.code === "dependency-missing")
      throw error;
    const { hint, cause = error } = error;
    throw new FuxiError(error.code, `${basename(file)}: ${error.message}`, {
      ...(hint === undefined ? {} : { hint }),
      cause,
    });
  }
}

/** Makes views over Parquet files, which are not copied: one for each file, or one for all of a group. */
async function createParquetView(
  { loader, database }: BuildOptions,
  files: readonly string[],
  { label, nameFor }: { readonly label: string | undefined; readonly nameFor: (wanted: string) => string },
): Promise<readonly TableReport[]> {
  const parts = label === undefined || files.length === 1 ? files.map((file) => [file]) : [files];
  const reports: TableReport[] = [];
  for (const part of parts) {
    const [first = ""] = part;
    const table = nameFor(part.length > 1 ? (label ?? "") : dataFileName(first));
    const target = `${quotedName(database)}.main.${quotedName(table)}`;
    const source = part.length > 1 ? `${part.length} files (${basename(first)}, …)` : basename(first);
    const several = part.length > 1 ? ", union_by_name = true, filename = true" : "";
    const read = `read_parquet([${part.map(quotedText).join(", ")}]${several})`;
    try {
      const cells = part.length > 1 ? "* REPLACE (parse_filename(filename) AS filename)" : "*";
      await ask(loader, `CREATE VIEW ${target} AS SELECT ${cells} FROM ${read}`);
      const columns = await ask(loader, `DESCRIBE SELECT * FROM ${target}`);
      await ask(loader, `COMMENT ON VIEW ${target} IS ${quotedText(`from ${source}, Parquet`)}`);
      const [[rows = 0] = []] = await ask(loader, `SELECT count(*) FROM ${target}`);
      reports.push({
        table,
        source,
        rows: Number(rows),
        columns: columns.length,
        reading: ["Parquet, read where it is"],
        doubts: [],
      });
    } catch (cause) {
      if (FuxiError.isInstance(cause)) throw cause;
      const [line = ""] = String((cause as { message?: unknown }).message ?? cause).split("\n");
      const said = part.reduce((text, file) => text.replaceAll(file, basename(file)), line);
      throw new FuxiError("target-corrupt", `${source} cannot be read as Parquet: ${said.slice(0, 300)}`, {
        hint: "Check that the file is whole.",
        cause,
      });
    }
  }
  return reports;
}
