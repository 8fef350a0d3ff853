import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { canGrow, openGrownPlace } from "../../../src/config/evaluation/open-grown-place.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const countTokens = (text: string): number => text.length;

it("opens a copy whose definitions are as long as wanted, beside tables of any name, and leaves the file alone", async () => {
  const file = join(folder, "small.sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE Invoice (id INTEGER PRIMARY KEY); CREATE TABLE room (nr TEXT)");
  database.close();
  const before = readFileSync(file);
  const opened: string[] = [];
  const open = openGrownPlace(
    async ({ targets }) => {
      opened.push(...targets);
      return { environments: [], close: async () => {} };
    },
    { tokens: 5000, seed: 1, countTokens, folder },
  );
  for (let time = 0; time < 2; time++) await open({ targets: [file] }, new AbortController().signal);
  const grown = new DatabaseSync(opened[1] ?? "", { readOnly: true });
  const tables = grown.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table'").all();
  expect(tables.reduce((sum, { sql }) => sum + countTokens(String(sql)), 0)).toBeGreaterThanOrEqual(5000);
  expect(grown.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  grown.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

it("grows only sets that are kept in SQLite files", () => {
  expect(canGrow({ places: { a: { targets: ["x/a.sqlite"] } } })).toBe(true);
  expect(canGrow({ places: { a: { targets: ["sample:cinema"] } } })).toBe(false);
  expect(canGrow({ places: { a: { targets: ["postgres://127.0.0.1/a"] } } })).toBe(false);
});
