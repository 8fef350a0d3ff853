import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One benchmark question with its gold query and its database. */
export interface GoldQuestion {
  readonly set: "bird" | "spider";
  readonly id: string;
  readonly db: string;
  /** Path of the SQLite file. */
  readonly file: string;
  readonly descriptions?: string;
  readonly question: string;
  readonly knowledge?: string;
  readonly sql: string;
}

/** BIRD's questions on the two databases of the data folder, and its Spider subset. */
export function readGoldQuestions(data: string): readonly GoldQuestion[] {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(data, path), "utf8")) as Record<string, unknown>[];
  const bird = read("bird/dev.json")
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
  const spider = read("spider/dev.json").map((each, at) => ({
    set: "spider" as const,
    id: `spider-${at}`,
    db: String(each.db_id),
    file: join(data, `spider/database/${each.db_id}/${each.db_id}.sqlite`),
    question: String(each.question),
    sql: String(each.query),
  }));
  return [...bird, ...spider];
}
