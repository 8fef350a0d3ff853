import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { databaseReadings } from "../../../../src/environments/database/readings/database-readings.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { openNamedLibrary } from "./open-named-library.ts";

describe("readings of a database", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());
  const find = (words: string, limit = 8) =>
    databaseReadings(environment.services).find(words, undefined, limit, testContext());
  const texts = async (words: string) => (await find(words)).map(({ text }) => text);

  it("keeps apart values that differ only by where they stand, without a replacement that would not", async () => {
    const found = await find("Porto");
    expect(found.map(({ text }) => text).toSorted()).toEqual([
      'branch "Porto" (branch.name)',
      'town "Porto" (town.name)',
    ]);
    expect(found.map(({ replacement }) => replacement)).toEqual([undefined, undefined]);
  });

  it("keeps apart rows of one name by what they differ in", async () => {
    const found = await texts("Blue Rain");
    expect(found).toHaveLength(2);
    expect(found.every((text) => /^book "Blue Rain" \(\w+ .+\)$/u.test(text))).toBe(true);
  });

  it("finds columns with the words in a longer name before what is merely spelt alike", async () => {
    expect(await find("last")).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining("reader.last_name"), likeness: "part" }),
    );
  });

  it("counts rows of one value that nothing is called by", async () => {
    expect(await texts("Portuguese")).toContain('language "Portuguese" (book.language, 2 rows)');
  });

  it("finds each person of one name, by the whole name", async () => {
    expect((await texts("Kern")).toSorted()).toEqual([
      'reader "Lea Kern" (reader)',
      'reader "Nora Kern" (reader)',
    ]);
  });

  it("never finds what is not in the schema, though the index holds it", async () => {
    const { services } = environment;
    const tables = services.schema.tables.filter(({ name }) => name !== "reader");
    const partial = databaseReadings({ ...services, schema: { tables } });
    for (const words of ["Nora", "Casey Mason", "reader", "readers", "joined on"]) {
      const found = await partial.find(words, undefined, 8, testContext());
      expect(JSON.stringify(found)).not.toContain("reader");
    }
  });

  it("tells what a column is by its description", async () => {
    expect(await texts("status")).toEqual(["the column book.status: state of the copy"]);
  });
});
