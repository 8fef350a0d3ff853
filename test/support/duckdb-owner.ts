import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const PROGRAM = `
  import { DuckDBInstance } from "@duckdb/node-api";
  const [path, ...statements] = process.argv.slice(1);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();`;

/**
 * Runs statements on a DuckDB file as its owner, in a process of its own: nobody else may have the file open meanwhile, and a process gives it
 * back for sure only when it ends. Waits for whoever reads it.
 */
export async function asDuckdbOwner(path: string, ...statements: readonly string[]): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await promisify(execFile)(process.execPath, [
        "--input-type=module",
        "-e",
        PROGRAM,
        path,
        ...statements,
      ]);
      return;
    } catch (error) {
      const locked = /Could not set lock/u.test(String((error as { stderr?: unknown }).stderr));
      if (!locked || attempt > 100) throw error;
      await delay(50);
    }
  }
}
