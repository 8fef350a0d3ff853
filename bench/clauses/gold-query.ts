import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCinemaQuestions, readGoldQuestions } from "../gold-questions.ts";

/** A query that is known to be right, and the database it belongs to. */
export interface GoldQuery {
  readonly database: string;
  readonly file: string;
  readonly descriptions?: string;
  readonly sql: string;
}

/** The gold queries of a data folder, or for "cinema" those of the bundled sample: each text once per database. */
export function readGoldQueries(data: string): readonly GoldQuery[] {
  const questions =
    data === "cinema" ? readCinemaQuestions(join(tmpdir(), "fuxi-bench-cinema")) : readGoldQuestions(data);
  const queries = new Map<string, GoldQuery>();
  for (const { db: database, file, descriptions, sql: written } of questions) {
    const sql = written.trim().replace(/\s*;\s*$/u, "");
    const query = { database, file, sql, ...(descriptions === undefined ? {} : { descriptions }) };
    if (!queries.has(`${database} ${sql}`)) queries.set(`${database} ${sql}`, query);
  }
  return [...queries.values()];
}
