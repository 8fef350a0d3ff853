import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";
import { readJson } from "./common.ts";

/** A query that is known to be right, and the database it belongs to. */
export interface GoldQuery {
  readonly database: string;
  /** Path of the SQLite file. */
  readonly file: string;
  readonly descriptions: string | undefined;
  readonly sql: string;
}

/** One question with its gold query. */
export interface GoldQuestion extends GoldQuery {
  readonly set: "bird" | "spider" | "cinema";
  readonly question: string;
}

const read = (path: string | URL) => readJson(path) as readonly Readonly<Record<string, string>>[];

/** BIRD's questions on the two databases of the data folder, and its Spider subset. */
export function readGoldQuestions(data: string): readonly GoldQuestion[] {
  const bird = read(join(data, "bird/dev.json"))
    .filter(({ db_id }) => db_id === "superhero" || db_id === "student_club")
    .map(({ db_id: database = "", question = "", SQL: sql = "" }) => ({
      ...{ set: "bird" as const, database, question, sql },
      file: join(data, `bird/dev_databases/${database}/${database}.sqlite`),
      descriptions: join(data, `bird/database_description/${database}`),
    }));
  const spider = read(join(data, "spider/dev.json")).map(
    ({ db_id: database = "", question = "", query: sql = "" }) => ({
      ...{ set: "spider" as const, database, question, sql, descriptions: undefined },
      file: join(data, `spider/database/${database}/${database}.sqlite`),
    }),
  );
  return [...bird, ...spider];
}

/** The questions of the bundled sample; the sample itself is written to `folder` where it is not there. */
export function readCinemaQuestions(folder: string): readonly GoldQuestion[] {
  const { database: file, descriptions } = ensureCinemaSample(folder);
  return read(new URL("../src/samples/cinema/questions.json", import.meta.url)).map(
    ({ question = "", sql = "" }) => ({
      ...{ set: "cinema" as const, database: "cinema", file, descriptions, question, sql },
    }),
  );
}

/** The gold queries of a data folder, or for "cinema" those of the bundled sample: each text once per database. */
export function readGoldQueries(data: string): readonly GoldQuery[] {
  const questions =
    data === "cinema" ? readCinemaQuestions(join(tmpdir(), "fuxi-bench-cinema")) : readGoldQuestions(data);
  const queries = new Map<string, GoldQuery>();
  for (const { database, file, descriptions, sql: written } of questions) {
    const sql = written.trim().replace(/\s*;\s*$/u, "");
    const key = `${database} ${sql}`;
    if (!queries.has(key)) queries.set(key, { database, file, descriptions, sql });
  }
  return [...queries.values()];
}
