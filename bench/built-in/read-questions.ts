import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface BuiltInQuestion {
  readonly set: string;
  readonly db: string;
  readonly file: string;
  readonly descriptions?: string;
  readonly question: string;
  readonly knowledge?: string;
  readonly sql: string;
}

type Row = Record<string, string>;

/** Spider, BIRD twice (with and without its oracle knowledge) and the sample. */
export function readBuiltInQuestions(
  data: string,
  cinema: { readonly database: string; readonly descriptions: string },
): readonly BuiltInQuestion[] {
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Row[];
  const spider = read(join(data, "spider/dev.json")).map(
    ({ db_id: db = "", question = "", query: sql = "" }) => ({
      set: "spider",
      db,
      file: join(data, `spider/database/${db}/${db}.sqlite`),
      question,
      sql,
    }),
  );
  const bird = read(join(data, "bird/dev.json"))
    .filter(({ db_id: db }) => db === "superhero" || db === "student_club")
    .map(({ db_id: db = "", question = "", evidence: knowledge = "", SQL: sql = "" }) => ({
      set: "bird",
      db,
      file: join(data, `bird/dev_databases/${db}/${db}.sqlite`),
      descriptions: join(data, `bird/database_description/${db}`),
      question,
      sql,
      knowledge,
    }));
  const own = read(new URL("../../src/samples/cinema/questions.json", import.meta.url).pathname).map(
    ({ question = "", sql = "" }) => ({
      set: "cinema",
      db: "cinema",
      file: cinema.database,
      descriptions: cinema.descriptions,
      question,
      sql,
    }),
  );
  const without = bird.map(({ knowledge: _, ...each }) => each);
  return [...spider, ...without, ...bird.map((each) => ({ ...each, set: "bird+knowledge" })), ...own];
}
