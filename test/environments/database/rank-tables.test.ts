import { expect, it } from "vitest";
import type { DatabaseServices } from "../../../src/environments/database/database-services.ts";
import { rankTables } from "../../../src/environments/database/schema/rank-tables.ts";

async function ranked(question: string, tables: Readonly<Record<string, readonly string[]>>) {
  const services = {
    schema: {
      tables: Object.entries(tables).map(([full, columns]) => {
        const [schema, name] = full.includes(".") ? full.split(".") : [undefined, full];
        return {
          schema,
          name,
          kind: "table",
          columns: columns.map((each) => ({ name: each })),
          foreignKeys: [],
        };
      }),
    },
    index: {
      state: () => ({ complete: false }),
      findExact: async () => ({ matches: [], incomplete: [] }),
    },
  } as unknown as DatabaseServices;
  return (await rankTables(services, question, new AbortController().signal))
    .filter(({ score }) => score > 0)
    .map(({ table: { schema, name } }) => (schema === undefined ? name : `${schema}.${name}`));
}

it("Of tables that are called alike, the one whose schema the question names comes first; one without a word of its own comes last", async () => {
  const found = await ranked("How many vehicles has the fleet?", {
    "finance.vehicle": [],
    "fleet.vehicle": [],
    "fleet.dock": [],
    "hr.vehicle": [],
  });
  expect(found[0]).toBe("fleet.vehicle");
  expect(found.at(-1)).toBe("fleet.dock");
});

it.for([
  ["How many molecules are carcinogenic?", "car_1", "continent", "theme"],
  ["Which bottles contain them?", "car_1", "continent", "theme"],
])("Parts of words are no evidence: %s", async ([question = "", ...tables]) => {
  expect(await ranked(question, Object.fromEntries(tables.map((each) => [each, []])))).toEqual([]);
});

it.for([
  ["Which heroes are tall?", "superhero"],
  ["Who attended the meeting?", "attendance"],
  ["List the countries.", "country"],
])("Forms of a word and ends of compounds are evidence: %s", async ([question = "", table = ""]) => {
  expect(await ranked(question, { [table]: [], other: [] })).toEqual([table]);
});

it("A rare word counts more than one that many tables have, and a table's neighbours count for it", async () => {
  const found = await ranked("What is the name of the skipper of each vessel?", {
    harbour_vessel: ["id", "skipper_id"],
    harbour_crew: ["id", "name"],
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`shop${at}_item`, ["id", "name"]])),
  });
  expect(found.slice(0, 2)).toEqual(["harbour_vessel", "harbour_crew"]);
});
