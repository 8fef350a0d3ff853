import { existsSync } from "node:fs";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Benchmark } from "../../evaluation/benchmark/benchmark.ts";
import { dbqaBenchmark } from "../../evaluation/benchmarks/dbqa/dbqa-benchmark.ts";
import { cinemaBenchmark } from "../../evaluation/benchmarks/fuxi-cinema/cinema-benchmark.ts";
import { itoolBenchmark } from "../../evaluation/benchmarks/itool/itool-benchmark.ts";
import { constants } from "../../store/node-sqlite.ts";
import { makeSqliteFile, messageOf } from "./make-sqlite-file.ts";

/** A script comes with somebody's data: it may write the database that it makes, and no other file. */
const DENIED = new Set<number>([constants.SQLITE_ATTACH, constants.SQLITE_DETACH]);

/**
 * Makes an SQLite file of a script with declarations and INSERTs, where there is none yet.
 * @throws FuxiError `data-invalid` for a script that does not run or makes no table; as `makeSqliteFile`
 */
function databaseOfScript(script: string, path: string): void {
  if (existsSync(path)) return;
  makeSqliteFile(path, (database) => {
    database.setAuthorizer((action) => (DENIED.has(action) ? constants.SQLITE_DENY : constants.SQLITE_OK));
    try {
      database.exec(script);
    } catch (cause) {
      throw new FuxiError("data-invalid", `SQLite says: ${messageOf(cause)}.`, { cause });
    }
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get();
    if (tables?.["count"] === 0) throw new FuxiError("data-invalid", "It declares no table.");
  });
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
