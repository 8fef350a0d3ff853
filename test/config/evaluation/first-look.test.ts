import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { firstLook } from "../../../src/config/evaluation/first-look.ts";
import { openPlaces } from "../../../src/config/evaluation/open-place.ts";
import { policyAndStrategyFor } from "../../../src/config/evaluation/policy-and-strategy.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
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
    decide: policyAndStrategyFor({
      models: new Map([[REACT.model ?? "", scriptedModel(() => ({ text: "" }))]]),
      cacheFolder: folder,
      signal,
    }),
    openPlace: openPlaces({ folders: { cache: folder, data: folder }, env: {}, onWarning: () => {} }),
    signal,
  });
}

it("tells the engine's version", async () => {
  const engines = await look("shop", "CREATE TABLE city (name TEXT)");
  expect(engines).toEqual({ sqlite: process.versions.sqlite });
});

it("refuses a database of which no table may be read, before a question is asked", async () => {
  await expect(look("empty", "PRAGMA user_version = 1")).rejects.toMatchObject({
    code: "usage",
    message: expect.stringContaining("of the question t1 has no table that may be read"),
  });
});
