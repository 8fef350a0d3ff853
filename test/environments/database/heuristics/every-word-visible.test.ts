import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { openNamedLibrary } from "../readings/open-named-library.ts";
import { askRules } from "./ask-rules.ts";
import { UNDERSTOOD } from "./understood-questions.ts";

const THINGS = ["branches", "authors", "books", "readers", "loans"];
const COLUMNS = ["shelves", "nationality", "birth year", "pages", "language", "age", "email", "lent on"];
const ASKED = [
  (thing: string, other: string) => `List ${thing} with their ${other}`,
  (thing: string, other: string) => `Show ${thing} along with the ${other}`,
  (thing: string, other: string) => `Show ${thing} by ${other}`,
];
const singular = (word: string) => word.replace(/ches$/u, "ch").replace(/s$/u, "");

/** What stands between SELECT and FROM. */
const selected = (sql: string) => /^SELECT (.*?) FROM /u.exec(sql)?.[1] ?? "";

describe("every word of a question", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());

  it.each(THINGS)("is seen in the rows or limits them, where more is asked for with %s", async (thing) => {
    for (const ask of ASKED) {
      for (const other of [...COLUMNS, ...THINGS.filter((each) => each !== thing)]) {
        const question = ask(thing, other);
        const { sql } = await askRules(environment, question);
        if (sql === undefined) continue;
        const shown = COLUMNS.includes(other) ? `.${other.replace(" ", "_")}` : `${singular(other)}.`;
        expect(selected(sql), `${question}: ${sql}`).toContain(shown);
        expect(sql, question).not.toContain("DISTINCT");
      }
    }
  });

  it("has a place in the answer or stands in its way, whatever the question was before", async () => {
    for (const [, question] of UNDERSTOOD) {
      const longer = question.replace(/[.?]?$/u, " with their zebras");
      expect((await askRules(environment, longer)).rows, question).toBeUndefined();
    }
  });
});
