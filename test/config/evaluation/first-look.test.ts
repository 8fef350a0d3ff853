import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { firstLook } from "../../../src/config/evaluation/first-look.ts";
import { openPlaces } from "../../../src/config/evaluation/open-place.ts";
import { policyAndStrategyFor } from "../../../src/config/evaluation/policy-and-strategy.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { REACT } from "../../support/things-set.ts";

const folder = temporaryFolder();
const { signal } = new AbortController();

/** Looks at a database file made of a script. */
function look(name: string, script: string) {
  const file = join(folder, `${name}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(script);
  database.close();
  return firstLook({
    set: { places: { here: { targets: [file] } } },
    tasks: [{ id: "t1", place: "here", question: "How many?", groups: {}, gold: {} }],
    configurations: [REACT],
    decideWith: (models) => policyAndStrategyFor({ models, cacheFolder: folder, signal }),
    openPlace: openPlaces({ folders: { cache: folder, data: folder }, env: {}, onWarning: () => {} }),
    signal,
  });
}

it("tells the engine's version, and what a model would be told first", async () => {
  const { engines, instructions } = await look("shop", "CREATE TABLE city (name TEXT)");
  expect(engines).toEqual({ sqlite: process.versions.sqlite });
  expect(instructions[REACT.id]).toMatch(/\S/u);
});

it("refuses a database of which no table may be read, before a question is asked", async () => {
  await expect(look("empty", "PRAGMA user_version = 1")).rejects.toMatchObject({
    code: "usage",
    message: expect.stringContaining("of the question t1 has no table that may be read"),
  });
});
