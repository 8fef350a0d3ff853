import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { constants, DatabaseSync } from "node:sqlite";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Benchmark } from "../../evaluation/benchmark/benchmark.ts";
import { dbqaBenchmark } from "../../evaluation/benchmarks/dbqa/dbqa-benchmark.ts";
import { cinemaBenchmark } from "../../evaluation/benchmarks/fuxi-cinema/cinema-benchmark.ts";
import { itoolBenchmark } from "../../evaluation/benchmarks/itool/itool-benchmark.ts";

/** A script comes with somebody's data: it may write the database that it makes, and no other file. */
const DENIED = new Set<number>([constants.SQLITE_ATTACH, constants.SQLITE_DETACH]);

/**
 * Makes an SQLite file of a script with declarations and INSERTs, where there is none yet. It is made aside and moved into place as a whole, so that
 * several processes may do this at once.
 * @throws FuxiError `data-invalid` for a script that does not run or makes no table, `store-unavailable` where the file cannot be written
 */
function databaseOfScript(script: string, path: string): void {
  if (existsSync(path)) return;
  const folder = dirname(path);
  let aside: string | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    aside = mkdtempSync(join(folder, "making-"));
    const file = join(aside, "database.sqlite");
    run(script, file);
    renameSync(file, path);
  } catch (cause) {
    if (FuxiError.isInstance(cause)) throw cause;
    throw new FuxiError("store-unavailable", `A database cannot be written to ${folder}.`, {
      hint: "Check the rights and the free space of the folder, or name another one in FUXI_CACHE_DIR.",
      cause,
    });
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
}

function run(script: string, file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;");
    database.setAuthorizer((action) => (DENIED.has(action) ? constants.SQLITE_DENY : constants.SQLITE_OK));
    try {
      database.exec(script);
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new FuxiError("data-invalid", `SQLite says: ${said}.`, { cause });
    }
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get();
    if (tables?.["count"] === 0) throw new FuxiError("data-invalid", "It declares no table.");
  } finally {
    database.close();
  }
}

const sets = () => import("../../samples/cinema/question-sets.ts");

/** With the set over the sample API, and any other in the same format. */
export const itool: Benchmark = itoolBenchmark(async () => (await sets()).cinemaItool);

export const fuxiCinema: Benchmark = cinemaBenchmark(async () => (await sets()).cinemaQuestionFiles);

/** With the long-form questions on the sample, and any other set in the same layout. */
export const dbqa: Benchmark = dbqaBenchmark({
  bundled: async () => (await sets()).cinemaLongForm,
  makeDatabase: databaseOfScript,
});
