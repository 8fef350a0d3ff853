import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { BuildOptions, LoadedFiles } from "./build-options.ts";
import { dataFileKind, dataFileName } from "./data-file.ts";
import { openDelimited } from "./delimited-source.ts";
import { tableName, uniqueNames } from "./file-names.ts";
import { loadJson } from "./json-tables.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader, throwIfCancelled } from "./loader.ts";
import { quotedName, quotedText } from "./quote-sql.ts";
import { openSheets } from "./sheet-sources.ts";
import { createStagingTable, type StagingTable } from "./staging-table.ts";
import type { TabularSource } from "./tabular-source.ts";
import { createTypedTable } from "./typed-table.ts";

/** Where the rows of one file stand in a staging table: from this place to before that one. */
interface StagedPart {
  /** Absent where the table has rows of one file alone. */
  readonly said?: string;
  readonly from: number;
  readonly to: number;
}

/** Notes may stand below a row of totals. */
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

/** Which of the last rows of a file are named as totals, one sentence each: whoever adds up the column counts every figure twice. */
async function totalsDoubts(
  loader: Loader,
  { name, width }: StagingTable,
  parts: readonly StagedPart[],
): Promise<readonly string[]> {
  const doubts: string[] = [];
  for (const { said, from, to } of parts) {
    // The name of the file is no cell of it.
    const columns = Array.from({ length: said === undefined ? width : width - 1 }, (_, at) => `c${at}`);
    const first = Math.max(from, to - 1 - MOST_BELOW);
    const rows = await ask(
      loader,
      `SELECT r, ${columns.join(", ")} FROM ${name} WHERE rowid >= ${first} AND rowid < ${to} ORDER BY rowid`,
    );
    for (const [row, ...cells] of rows) {
      const filled = cells.map((cell) => String(cell ?? "").trim()).filter((cell) => cell !== "");
      const [named = "", ...others] = filled;
      if (!NAME.test(named) || !others.some((cell) => /\d/u.test(cell))) continue;
      const where = said === undefined ? "" : `${said}: `;
      doubts.push(`${where}row ${row} is named ${named}, and counts as a row like any other`);
    }
  }
  return doubts;
}

/** A table that is staged and waits for its name. */
interface Staged {
  readonly wanted: string;
  readonly source: string;
  readonly names: readonly string[];
  readonly staging: StagingTable;
  readonly reading: readonly string[];
  readonly doubts: readonly string[];
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
  { wanted, source, names, staging, reading, doubts }: Staged,
  nameFor: (wanted: string) => string,
): Promise<TableReport> {
  const table = nameFor(wanted);
  const comment = [`from ${source}`, ...reading, ...doubts].join("; ");
  const made = await createTypedTable(loader, staging, { database, table, names, comment });
  await ask(loader, `DROP TABLE ${staging.name}`);
  const { rows, columns, beside } = made;
  return { table, source, rows, columns, beside, reading, doubts: [...doubts, ...made.doubts] };
}

async function* stagedTables(
  options: BuildOptions,
  files: readonly string[],
  {
    label,
    prefix,
    empty,
  }: {
    readonly label: string | undefined;
    readonly prefix: () => string;
    /** Gets the names of files that have nothing in them. */
    readonly empty: string[];
  },
): AsyncGenerator<Staged> {
  const open: { readonly parts: TabularPart[]; readonly key: string }[] = [];
  for (const file of files) {
    const { loader } = options;
    if (dataFileKind(file) === "json") {
      const tables = await named(file, () =>
        loadJson(loader, file, { prefix: prefix(), told: options.encodingOf(file) }),
      );
      if (tables.length === 0) empty.push(basename(file));
      for (const { key, ...table } of tables) {
        const wanted = key === undefined ? dataFileName(file) : `${dataFileName(file)}_${key}`;
        yield { ...table, wanted, source: basename(file) };
      }
      continue;
    }
    const parts = (await named(file, () => tabularParts(options, file))).filter(
      ({ source }) => source.names.length > 0,
    );
    if (parts.length === 0) empty.push(basename(file));
    if (label === undefined) {
      for (const part of parts) yield await stage(options, [part], { wanted: part.wanted, prefix });
      continue;
    }
    for (const part of parts) {
      const key = part.source.names.map((name) => name.toLowerCase()).join("\u0000");
      const same = open.find((each) => each.key === key);
      if (same === undefined) open.push({ key, parts: [part] });
      else same.parts.push(part);
    }
  }
  for (const { parts } of open) {
    const [first] = parts;
    if (first === undefined) continue;
    const wanted = parts.length > 1 || files.length === 1 ? (label ?? first.wanted) : first.wanted;
    yield await stage(options, parts, { wanted, prefix });
  }
}

interface TabularPart {
  readonly wanted: string;
  readonly file: string;
  /** The file's name, with the sheet. */
  readonly said: string;
  readonly source: TabularSource;
}

async function tabularParts(
  { loader, onBytes, encodingOf }: BuildOptions,
  file: string,
): Promise<readonly TabularPart[]> {
  const own = { file, said: basename(file) };
  if (dataFileKind(file) !== "sheets") {
    const source = await openDelimited(file, loader.signal, {
      told: encodingOf(file),
      onBytes: (read) => onBytes(file, read),
    });
    return [{ ...own, wanted: dataFileName(file), source }];
  }
  const sheets = await openSheets(file);
  return sheets.map(({ name, source }) => ({
    ...own,
    source,
    said: sheets.length > 1 ? `${own.said} (sheet ${name})` : own.said,
    wanted: sheets.length > 1 ? name : dataFileName(file),
  }));
}

/** Stages one file, or several with the same columns one after the other, with a column that says which. */
async function stage(
  { loader }: BuildOptions,
  parts: readonly TabularPart[],
  { wanted, prefix }: { readonly wanted: string; readonly prefix: () => string },
): Promise<Staged> {
  const [first] = parts as readonly [TabularPart];
  const several = parts.length > 1;
  const width = first.source.names.length;
  const staging = await createStagingTable(loader, prefix(), width + 1 + (several ? 1 : 0));
  const doubts: string[] = [];
  let reading: readonly string[] = [];
  let hasExtra = false;
  const rowsOf: StagedPart[] = [];
  let count = 0;
  for (const { file, said, source } of parts) {
    const from = count;
    await named(file, async () => {
      for await (const rows of source.batches) {
        throwIfCancelled(loader.signal);
        count += rows.length;
        staging.append(several ? rows.map((row) => ({ ...row, cells: [...row.cells, said] })) : rows);
        // Other work of this process gets its turn between two pieces of a file.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    rowsOf.push({ from, to: count, ...(several ? { said } : {}) });
    const outcome = source.outcome();
    hasExtra ||= outcome.hasExtra;
    reading = several && reading.length > 0 ? reading : outcome.reading;
    doubts.push(...outcome.doubts.map((doubt) => (several ? `${said}: ${doubt}` : doubt)));
  }
  staging.end();
  if (!hasExtra) await ask(loader, `ALTER TABLE ${staging.name} DROP COLUMN c${width}`);
  if (!hasExtra && several)
    await ask(loader, `ALTER TABLE ${staging.name} RENAME COLUMN c${width + 1} TO c${width}`);
  const names = [
    ...first.source.names,
    ...(hasExtra ? ["more_cells"] : []),
    ...(several ? ["filename"] : []),
  ];
  const staged = { ...staging, width: names.length };
  doubts.push(...(await totalsDoubts(loader, staged, rowsOf)));
  return {
    wanted,
    source: several ? `${parts.length} files (${first.said}, …)` : first.said,
    names: uniqueNames(names),
    staging: staged,
    reading,
    doubts,
  };
}

/** What fails for a file is said with its name. */
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

/** Views over Parquet files, which are read where they are: one for each file, or one for all of a group. */
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
