import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  bySimilarity,
  firstAlike,
  type SqlExample,
  skeletonOf,
} from "../src/agent/strategies/baselines/choose-examples.ts";
import { percent, readJson } from "./common.ts";

const SETS = [
  { name: "Spider", file: "spider/dev.json", databases: "spider/database" },
  { name: "BIRD", file: "bird/dev.json", databases: "bird/dev_databases" },
] as const;

/** Examples in a prompt (DAIL-SQL for BIRD). */
const SHOTS = 7;

/** Names of the tables and columns of a database; undefined where its file is not there. */
function namesOf(path: string): readonly string[] | undefined {
  if (!existsSync(path)) return undefined;
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare("SELECT m.name AS t, c.name AS c FROM sqlite_master AS m, pragma_table_info(m.name) AS c")
    .all();
  return [...new Set(rows.flatMap(({ t, c }) => [String(t), String(c)]))];
}

/**
 * Of the examples that `dail-sql` shows for questions whose database is in the folder, chosen from the questions on all other databases: the share
 * whose query has the skeleton of the gold. By the masked question alone, as before there is a preliminary query, and where that is the gold.
 */
export function alikeExamples(folder: string, every: number): void {
  for (const { name, file, databases } of SETS.filter((set) => existsSync(join(folder, set.file)))) {
    const rows: readonly Record<string, string>[] = readJson(join(folder, file));
    const all = rows.map(
      ({ question = "", db_id: place = "", query, SQL }): SqlExample => ({
        ...{ question, place },
        sql: query ?? SQL ?? "",
      }),
    );
    const skeletons = new Map(all.map(({ sql }) => [sql, skeletonOf(sql)]));
    const places = new Map(
      all.map(({ place }) => [place, namesOf(join(folder, databases, place, `${place}.sqlite`))]),
    );
    const asked = all
      .filter(({ place }) => places.get(place) !== undefined)
      .filter((_, at) => at % every === 0);
    const shares = { random: 0, question: 0, gold: 0 };
    for (const { question, place, sql } of asked) {
      const pool = all.filter((other) => other.place !== place);
      const alike = (some: readonly SqlExample[]): number =>
        some.filter((each) => skeletons.get(each.sql) === skeletons.get(sql)).length / some.length;
      const sorted = bySimilarity(question, places.get(place) ?? [], pool);
      shares.random += alike(pool);
      shares.question += alike(firstAlike(sorted, SHOTS, undefined));
      shares.gold += alike(firstAlike(sorted, SHOTS, sql));
    }
    const of = (share: number): string => percent(share, asked.length);
    console.log(
      `${name}: examples of dail-sql with the skeleton of the gold, ${asked.length} questions: ${of(shares.question)} by the masked question, ${of(shares.gold)} where the preliminary query is the gold, ${of(shares.random)} at random; by the question ${(shares.question / shares.random).toFixed(1)} times as many`,
    );
  }
}
