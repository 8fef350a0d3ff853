import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../../util/import-optional.ts";
import { isEmptyPolicy, type PrivacyPolicy, policyKey } from "../../../privacy/privacy-policy.ts";
import { buildDatabase } from "./build-database.ts";
import type { LoadedFiles } from "./build-options.ts";
import { dataFileKind } from "./data-file.ts";
import type { DataFilesOptions } from "./data-files-options.ts";
import { toldEncodings } from "./encoding.ts";
import { hideValues } from "./hide-values.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader } from "./loader.ts";
import { quotedText } from "./quote-sql.ts";

/** A database file that holds what data files hold, to be opened read-only. */
export interface DataFilesDatabase {
  readonly path: string;
  /** Stable for the same files, also when their content changes. */
  readonly key: string;
  /** Files that its views read where they are. */
  readonly readable: readonly string[];
  readonly tables: readonly TableReport[];
  /** Names of files that have nothing in them, and are no table. */
  readonly empty: readonly string[];
}

/** Changes whenever files would be read otherwise than before. */
const LOADER_VERSION = 5;

/** What a file takes of the disk while it is loaded, times its size: as texts, and as typed cells. */
const SPACE_FACTOR = 2.5;
const UNPACKED = 8;

/**
 * Loads data files into a database file in the cache folder, or takes the one that is there when no file has changed since. Parquet files are
 * not copied.
 * @throws FuxiError `target-corrupt` for a file that cannot be read, `usage` for an encoding that is not known, `disk-full`, `dependency-missing`, `cancelled`
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
  const privacy = given(options.privacy);
  const prefix = privacy === undefined ? key : hashOf([files, groups, policyKey(privacy)]);
  const state = hashOf([LOADER_VERSION, all.map(stateOf), [...told]]);
  const folder = join(options.cacheFolder, "data-files");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${prefix}-${state}.duckdb`);
  const readable = all.filter((file) => dataFileKind(file) === "parquet");
  const kept = existsSync(path) ? reportsBeside(path) : undefined;
  if (kept !== undefined) {
    hold(path);
    return { path, key, readable, ...kept };
  }
  removeAbandoned(folder);
  checkSpace(folder, all);
  const building = join(
    folder,
    `${prefix}-${process.pid}-${performance.now().toString(36).replace(".", "")}.building`,
  );
  mkdirSync(building, { mode: 0o700 });
  try {
    const built = join(building, "files.duckdb");
    const loaded = await build(options, { files, groups, building, built, all, told });
    chmodSync(built, 0o600);
    writeFileSync(reportPath(path), JSON.stringify(loaded), { mode: 0o600 });
    renameSync(built, path);
    hold(path);
    removeOlder(folder, prefix, basename(path));
    return { path, key, readable, ...loaded };
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

interface Building extends Pick<DataFilesOptions, "files"> {
  readonly groups: NonNullable<DataFilesOptions["groups"]>;
  readonly building: string;
  readonly built: string;
  readonly all: readonly string[];
  readonly told: ReadonlyMap<string, string>;
}

async function build(
  { signal = new AbortController().signal, onProgress, ...options }: DataFilesOptions,
  { files, groups, building, built, all, told }: Building,
): Promise<LoadedFiles> {
  const privacy = given(options.privacy);
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
        // The types of the last file are still to be found when all bytes are read.
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
    if (/no space left|Could not write/iu.test(String((error as { message?: unknown }).message)))
      throw diskFull(error);
    throw error;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function given(privacy: PrivacyPolicy | undefined): PrivacyPolicy | undefined {
  return privacy === undefined || isEmptyPolicy(privacy) ? undefined : privacy;
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

/** What was said of the files when they were loaded; nothing where it is gone, so that they are loaded again. */
function reportsBeside(path: string): LoadedFiles | undefined {
  try {
    return JSON.parse(readFileSync(reportPath(path), "utf8")) as LoadedFiles;
  } catch {
    return undefined;
  }
}

/** Removes what was made of the same files before they changed, unless a process that is alive has it open. */
function removeOlder(folder: string, key: string, current: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${key}-`));
  for (const older of names.filter((name) => name.endsWith(".duckdb") && name !== current)) {
    const holders = names.filter((name) => name.startsWith(`${older}.used-by-`));
    if (holders.some((name) => isAlive(Number(name.slice(`${older}.used-by-`.length))))) continue;
    for (const name of [older, `${older}.json`, ...holders]) rmSync(join(folder, name), { force: true });
  }
}

/** What a process was building that was ended in the middle of it. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^[0-9a-f]+-([0-9]+)-.*\.building$/u.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Says that this process has the file open, and forgets those that ended. */
function hold(path: string): void {
  const prefix = `${basename(path)}.used-by-`;
  for (const name of readdirSync(dirname(path)).filter((each) => each.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(join(dirname(path), name), { force: true });
  }
  writeFileSync(`${path}.used-by-${process.pid}`, "", { mode: 0o600 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}

function checkSpace(folder: string, files: readonly string[]): void {
  const needed = files
    .filter((file) => dataFileKind(file) !== "parquet")
    .reduce(
      (sum, file) => sum + statSync(file).size * SPACE_FACTOR * (/\.gz$/iu.test(file) ? UNPACKED : 1),
      0,
    );
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (needed > free)
    throw diskFull(
      undefined,
      `Loading takes about ${inMegabytes(needed)}, and ${inMegabytes(free)} are free`,
    );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString("en-US")} MB`;
}

function diskFull(
  cause: unknown,
  message = "There is not enough room on the disk to load the files",
): FuxiError {
  return new FuxiError("disk-full", `${message}.`, {
    hint: "Set FUXI_CACHE_DIR to a folder on a larger disk, or convert the files to Parquet, which is read where it is.",
    ...(cause === undefined ? {} : { cause }),
  });
}
