import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCinemaSample } from "../../src/samples/cinema/ensure-cinema-sample.ts";

/** A query that is known to be right, and the database it belongs to. */
export interface GoldQuery {
  readonly database: string;
  readonly file: string;
  readonly descriptions?: string;
  readonly sql: string;
}

const BIRD = ["superhero", "student_club"];

/**
 * The gold queries of BIRD `superhero` and `student_club` and of the Spider subset in a data folder, each text once per database; for
 * "cinema" those of the bundled sample.
 */
export function readGoldQueries(data: string): readonly GoldQuery[] {
  if (data === "cinema") return cinemaQueries();
  const read = (path: string) =>
    JSON.parse(readFileSync(join(data, path), "utf8")) as Readonly<Record<string, string>>[];
  const bird = read("bird/dev.json")
    .filter((each) => BIRD.includes(each.db_id ?? ""))
    .map(({ db_id: database = "", SQL: sql = "" }) => ({
      database,
      file: join(data, `bird/dev_databases/${database}/${database}.sqlite`),
      descriptions: join(data, `bird/database_description/${database}`),
      sql,
    }));
  const spider = read("spider/dev.json").map(({ db_id: database = "", query: sql = "" }) => ({
    database,
    file: join(data, `spider/database/${database}/${database}.sqlite`),
    sql,
  }));
  const seen = new Set<string>();
  return [...bird, ...spider]
    .map((gold) => ({ ...gold, sql: gold.sql.trim().replace(/\s*;\s*$/u, "") }))
    .filter((gold) => {
      const key = `${gold.database} ${gold.sql}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}

function cinemaQueries(): readonly GoldQuery[] {
  const { database: file, descriptions } = ensureCinemaSample(join(tmpdir(), "fuxi-bench-cinema"));
  const path = new URL("../../src/samples/cinema/questions.json", import.meta.url);
  const questions = JSON.parse(readFileSync(path, "utf8")) as readonly { readonly sql: string }[];
  return questions.map(({ sql }) => ({ database: "cinema", file, descriptions, sql }));
}
