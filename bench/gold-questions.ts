import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureCinemaSample } from "../src/samples/cinema/ensure-cinema-sample.ts";

/** One question with its gold query and its database. */
export interface GoldQuestion {
  readonly set: "bird" | "spider" | "cinema";
  readonly id: string;
  readonly db: string;
  /** Path of the SQLite file. */
  readonly file: string;
  readonly descriptions?: string;
  readonly question: string;
  readonly knowledge?: string;
  readonly sql: string;
}

type Row = Readonly<Record<string, unknown>>;

const read = (path: string | URL) => JSON.parse(readFileSync(path, "utf8")) as readonly Row[];

/** BIRD's questions on the two databases of the data folder, and its Spider subset. */
export function readGoldQuestions(data: string): readonly GoldQuestion[] {
  const bird = read(join(data, "bird/dev.json"))
    .filter((each) => each.db_id === "superhero" || each.db_id === "student_club")
    .map((each) => ({
      set: "bird" as const,
      id: `bird-${each.question_id}`,
      db: String(each.db_id),
      file: join(data, `bird/dev_databases/${each.db_id}/${each.db_id}.sqlite`),
      descriptions: join(data, `bird/database_description/${each.db_id}`),
      question: String(each.question),
      knowledge: String(each.evidence ?? ""),
      sql: String(each.SQL),
    }));
  const spider = read(join(data, "spider/dev.json")).map((each, at) => ({
    set: "spider" as const,
    id: `spider-${at}`,
    db: String(each.db_id),
    file: join(data, `spider/database/${each.db_id}/${each.db_id}.sqlite`),
    question: String(each.question),
    sql: String(each.query),
  }));
  return [...bird, ...spider];
}

/** The questions of the bundled sample; the sample itself is written to `folder` where it is not there. */
export function readCinemaQuestions(folder: string): readonly GoldQuestion[] {
  const { database: file, descriptions } = ensureCinemaSample(folder);
  return read(new URL("../src/samples/cinema/questions.json", import.meta.url)).map((each) => ({
    set: "cinema" as const,
    id: String(each.id),
    db: "cinema",
    file,
    descriptions,
    question: String(each.question),
    sql: String(each.sql),
  }));
}
