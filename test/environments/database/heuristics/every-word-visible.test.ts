import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { askLibrary } from "./ask-library.ts";
import { writeLibrary } from "./library.ts";
import { UNDERSTOOD } from "./understood-questions.ts";

const TABLES: Readonly<Record<string, readonly string[]>> = {
  towns: ["name", "country_code"],
  branches: ["name", "opened_on", "shelves"],
  authors: ["name", "nationality", "birth_year"],
  books: ["title", "price", "pages", "language", "status"],
  readers: ["age", "email", "joined_on"],
  loans: ["lent_on", "returned_on"],
};
const ASKED = [
  (thing: string, other: string) => `List ${thing} with their ${other}`,
  (thing: string, other: string) => `Show all ${thing} and their ${other}`,
  (thing: string, other: string) => `Show ${thing} along with their ${other}`,
  (thing: string, other: string) => `List ${thing} together with the ${other}`,
  (thing: string, other: string) => `List ${thing} with ${other}`,
  (thing: string, other: string) => `Show ${thing} by ${other}`,
];
const singular = (word: string) => word.replace(/ches$/u, "ch").replace(/s$/u, "");

/** What stands between SELECT and FROM. */
const selected = (sql: string) => /^SELECT (.*?) FROM /u.exec(sql)?.[1] ?? "";

describe("every word of a question", () => {
  const folder = temporaryFolder();
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    const { file, descriptions } = writeLibrary(folder);
    environment = await createDatabaseEnvironment({
      id: "library",
      driver: await openSqliteDriver({ path: file }),
      cacheFolder: folder,
      descriptionsFolder: descriptions,
      indexMode: "memory",
    });
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(() => environment.close());

  for (const thing of Object.keys(TABLES)) {
    it(`is seen in the rows, where columns are asked for with ${thing}`, async () => {
      const columns = [...new Set(Object.values(TABLES).flat())].filter(
        (column) => !/^(status|title|name)$/u.test(column),
      );
      for (const column of columns) {
        for (const ask of ASKED) {
          const question = ask(thing, column.replaceAll("_", " "));
          const { sql } = await askLibrary(environment, question);
          if (sql === undefined) continue;
          expect(selected(sql), question).toMatch(new RegExp(`\\.${column}\\b`, "u"));
          expect(sql, question).not.toContain("DISTINCT");
        }
      }
    });

    it(`is seen in the rows or limits them, where other things are asked for with ${thing}`, async () => {
      for (const other of Object.keys(TABLES).filter((each) => each !== thing)) {
        for (const ask of ASKED) {
          for (const word of [other, singular(other)]) {
            const question = ask(thing, word);
            const { sql } = await askLibrary(environment, question);
            if (sql === undefined) continue;
            const shown = new RegExp(`\\b${singular(other)}\\.`, "u");
            // "readers with loans" limits the readers; a mere join limits nothing.
            const limited = / IN \(SELECT /u.test(sql) && question.endsWith(` with ${word}`);
            expect(limited || shown.test(selected(sql)), `${question}: ${sql}`).toBe(true);
            expect(sql, question).not.toContain("DISTINCT");
          }
        }
      }
    });
  }

  it("has a place in the answer or stands in its way, whatever the question was before", async () => {
    for (const { question } of UNDERSTOOD) {
      const longer = (tail: string) => question.replace(/[.?]?$/u, ` ${tail}`);
      expect((await askLibrary(environment, longer("with their zebras"))).rows, question).toBeUndefined();
      const { sql } = await askLibrary(environment, longer("with their nationality"));
      if (sql !== undefined) expect(selected(sql), question).toContain("nationality");
    }
  });
});
