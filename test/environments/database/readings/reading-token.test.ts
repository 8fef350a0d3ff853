import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { linkOfToken, tokenOf } from "../../../../src/environments/database/readings/reading-of-link.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { openNamedLibrary } from "./open-named-library.ts";

describe("the mark of a reading", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());

  it("stands for the same after it was written down and read again", async () => {
    const { services, capabilities } = environment;
    for (const words of ["Blue Rain", "Kern", "Green", "loans", "pages", "being repaired"]) {
      const found = (await capabilities.readings?.find(words, undefined, 8, testContext())) ?? [];
      expect(found.length, words).toBeGreaterThan(0);
      for (const { token } of found) {
        const link = linkOfToken(JSON.parse(JSON.stringify(token)), services);
        expect(link && tokenOf(link)).toEqual(token);
      }
    }
  });

  it("tells an empty cell from a code", () => {
    const token = { table: "loan", column: "returned_on", value: "NULL", how: "meaning", isNull: "null" };
    const link = linkOfToken(token, environment.services);
    expect(link && tokenOf(link)).toEqual(token);
  });

  it.each([
    undefined,
    null,
    "book",
    { table: "nothing" },
    { table: "book", column: "nothing" },
    { table: "book", column: "title", value: 3 },
    { table: "book", column: "title", value: "Blue Rain", with: { column: "nothing", value: "1" } },
    { table: "book", sql: "DROP TABLE book" },
  ])("stands for nothing where it was not made here: %j", (token) => {
    expect(linkOfToken(token, environment.services)).toBeUndefined();
  });
});
