import { join } from "node:path";
import { expect, it } from "vitest";
import { classifyDatabaseError } from "../../../src/evaluation/errors/classify-database-error.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { runThings, thingsModel } from "../../support/things-run.ts";
import { REACT, thingsSet, writeThings } from "../../support/things-set.ts";

const folder = temporaryFolder();

it("tells the kind of each wrong answer of a run, with the place of its task open", async () => {
  const database = join(folder, "things.sqlite");
  writeThings(database, 14);
  const set = thingsSet(database, 14);
  const withSql = set.tasks.map((task) => {
    const sql = `SELECT amount FROM thing WHERE id = ${task.id.slice(1)}`;
    return { ...task, gold: { ...task.gold, sql } };
  });
  const { records } = await runThings({
    database,
    things: 14,
    set: { ...set, tasks: withSql },
    model: thingsModel().model,
    manifest: { configurations: [REACT, { ...REACT, id: "react steps=1", steps: 1 }] },
    classify: async (answered, record, withPlace) => {
      const error = await classifyDatabaseError(answered, record, withPlace);
      return error === undefined ? {} : { error };
    },
  });
  const errors = records.flatMap(({ configuration, task, error }) =>
    error === undefined ? [] : [[configuration, task, error]],
  );
  expect(errors.filter(([configuration]) => configuration === "react")).toEqual([
    ["react", "t7", "wrong-filter"],
    ["react", "t14", "wrong-filter"],
  ]);
  expect(new Set(errors.map(([, , error]) => error))).toEqual(new Set(["wrong-filter", "limit"]));
});
