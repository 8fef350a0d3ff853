import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPostgres } from "./load-postgres.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

/** One database of BIRD's Mini-Dev as PostgreSQL dump, and its gold queries. */
export interface MiniDevDatabase {
  readonly db: string;
  readonly descriptions: string;
  readonly golds: readonly { readonly question: string; readonly sql: string }[];
  load(): Promise<LoadedDatabase>;
}

export function loadMiniDev(data: string): readonly MiniDevDatabase[] {
  const all = JSON.parse(readFileSync(join(data, "bird/mini_dev/mini_dev_postgresql.json"), "utf8")) as {
    readonly db_id: string;
    readonly question: string;
    readonly SQL: string;
  }[];
  return ["superhero", "student_club"].map((db) => ({
    db,
    descriptions: join(data, `bird/database_description/${db}`),
    golds: all.filter(({ db_id }) => db_id === db).map(({ question, SQL }) => ({ question, sql: SQL })),
    load: () => loadPostgres(join(data, `bird/postgres/${db}.sql`)),
  }));
}
