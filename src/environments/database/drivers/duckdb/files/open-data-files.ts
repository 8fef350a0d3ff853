import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { hasNoRules, type PrivacyRules, privacyKey } from "../../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../../util/import-optional.ts";
import type { LoadedFiles } from "./build-database.ts";
import { buildDatabase } from "./build-database.ts";
import { type DataFileGroup, dataFileKind } from "./data-file.ts";
import { toldEncodings } from "./encoding.ts";
import { hideValues } from "./hide-values.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader, quotedText } from "./loader.ts";

/** Files to be opened as tables of one database. */
export interface DataFilesOptions {
  /** Each file is one table (a workbook or a JSON file with several lists: several). */
  readonly files: readonly string[];
  /** Files of one pattern: files with the same columns form one table, with a column `filename`. */
  readonly groups?: readonly DataFileGroup[];
  /** Known encodings: `windows-1251` for all text files, `sales.csv=windows-1251` for one. All others are detected. */
  readonly encodings?: readonly string[];
  readonly cacheFolder: string;
  /** Hidden values are left out of the database file, so each policy has a database file of its own. */
  readonly privacy?: PrivacyRules;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string, share: number) => void;
}

/** A database file with the content of data files, to be opened read-only. */
export interface DataFilesDatabase {
  readonly path: string;
  /** Stable for the same files, also when their content changes. */
  readonly key: string;
  /** Files that its views read in place. */
  readonly readable: readonly string[];
  readonly tables: readonly TableReport[];
  /** Names of files without content, which form no table. */
  readonly empty: readonly string[];
}

/** Increase it whenever files are read differently: older databases are then rebuilt. */
const LOADER_VERSION = 7;

const UNUSED_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Loads data files into a database file in the cache folder, or reuses the existing one if no file has changed. Parquet files are not copied.
 * @throws FuxiError `target-corrupt` for an unreadable file, `usage` for an unknown encoding, `disk-full`, `dependency-missing`, `cancelled`
 */
export async function openDataFiles(options: DataFilesOptions): Promise<DataFilesDatabase> {
  const files = options.files.map((file) => resolve(file));
  const groups = (options.groups ?? []).map((group) => ({
    ...group,
    files: group.files.map((file) => resolve(file)),
  }));
  const all = [...files, ...groups.flatMap((group) => group.files)];
  const told = toldEncodings(options.encodings ?? [], all);
  const key = hashOf([files, groups]);
  const privacy = options.privacy && !hasNoRules(options.privacy) ? options.privacy : undefined;
  const prefix = privacy === undefined ? key : hashOf([files, groups, privacyKey(privacy)]);
  const state = hashOf([LOADER_VERSION, all.map(stateOf), [...told]]);
  const folder = join(options.cacheFolder, "data-files");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${prefix}-${state}.duckdb`);
  const readable = all.filter((file) => dataFileKind(file) === "parquet");
  const kept = existsSync(path) ? reportsBeside(path) : undefined;
  if (kept !== undefined) {
    const now = new Date();
    for (const used of [path, reportPath(path)]) utimesSync(used, now, now);
    return { path, key, readable, ...kept };
  }
  const building = join(
    folder,
    `${prefix}-${process.pid}-${performance.now().toString(36).replace(".", "")}.building`,
  );
  mkdirSync(building, { mode: 0o700 });
  try {
    const built = join(building, "files.duckdb");
    const loaded = await build({ files, groups, building, built, told, privacy }, options);
    chmodSync(built, 0o600);
    writeFileSync(reportPath(path), JSON.stringify(loaded), { mode: 0o600 });
    renameSync(built, path);
    removeOld(folder, prefix, basename(path));
    return { path, key, readable, ...loaded };
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

/** The inputs of one build, and its folder. */
interface Building {
  readonly files: readonly string[];
  readonly groups: readonly DataFileGroup[];
  readonly building: string;
  readonly built: string;
  readonly told: ReadonlyMap<string, string>;
  readonly privacy: PrivacyRules | undefined;
}

async function build(
  { files, groups, building, built, told, privacy }: Building,
  { signal = new AbortController().signal, onProgress }: DataFilesOptions,
): Promise<LoadedFiles> {
  const duckdb = await importOptional<typeof import("@duckdb/node-api")>(
    "@duckdb/node-api",
    "to open data files",
  );
  const instance = await duckdb.DuckDBInstance.create(join(building, "staging.duckdb"), {
    temp_directory: join(building, "spill"),
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  try {
    const loader: Loader = { connection, duckdb, signal, folder: building };
    await ask(loader, "SET TimeZone = 'UTC'");
    await ask(loader, `ATTACH ${quotedText(built)} AS built`);
    if (privacy !== undefined)
      await ask(loader, `ATTACH ${quotedText(join(building, "whole.duckdb"))} AS whole`);
    const all = [...files, ...groups.flatMap((group) => group.files)];
    const total = all.reduce((sum, file) => sum + statSync(file).size, 0);
    const read = new Map<string, number>();
    const loaded = await buildDatabase({
      loader,
      database: privacy === undefined ? "built" : "whole",
      files,
      groups,
      encodingOf: (file) => told.get(file),
      onBytes: (file, bytes) => {
        read.set(file, bytes);
        const done = [...read.values()].reduce((sum, each) => sum + each, 0);
        // After the last byte, the last file's types are still to be inferred.
        onProgress?.(`reading ${basename(file)}`, (0.95 * done) / Math.max(1, total));
      },
    });
    const shown =
      privacy === undefined
        ? loaded
        : await hideValues(loader, loaded, { from: "whole", to: "built", privacy });
    await ask(loader, "DETACH built");
    onProgress?.("data files read", 1);
    return shown;
  } catch (error) {
    if (/no space left|Could not write|ENOSPC/iu.test(String((error as { message?: unknown }).message)))
      throw diskFull(error);
    throw error;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function stateOf(file: string): readonly (string | number)[] {
  const { size, mtimeMs } = statSync(file);
  return [file, size, mtimeMs];
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}

function reportPath(path: string): string {
  return `${path}.json`;
}

/** The reports of loading, stored beside the database. Undefined if they are gone: the files are then loaded again. */
function reportsBeside(path: string): LoadedFiles | undefined {
  try {
    return JSON.parse(readFileSync(reportPath(path), "utf8")) as LoadedFiles;
  } catch {
    return undefined;
  }
}

/** Removes unfinished databases of dead processes, and older databases of the same files that nobody opened for a day. */
function removeOld(folder: string, prefix: string, current: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const builder = /^[0-9a-f]+-([0-9]+)-.*\.building$/u.exec(name)?.[1];
    const isOlder = name.startsWith(`${prefix}-`) && !name.startsWith(current) && builder === undefined;
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (
      builder === undefined ? isOlder && Date.now() - usedAt > UNUSED_MILLISECONDS : !isAlive(Number(builder))
    )
      rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}

function diskFull(cause: unknown): FuxiError {
  return new FuxiError("disk-full", "There is not enough room on the disk to load the files.", {
    hint: "Set FUXI_CACHE_DIR to a folder on a larger disk, or convert the files to Parquet, which is read where it is.",
    cause,
  });
}
