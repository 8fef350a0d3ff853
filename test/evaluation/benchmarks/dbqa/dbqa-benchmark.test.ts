import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { benchmarkNamed } from "../../../../src/config/evaluation/benchmarks.ts";
import questions from "../../../../src/samples/cinema/long-form-questions.json" with { type: "json" };
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { answeredWith, runOf } from "./long-form-fixture.ts";

const dbqa = await benchmarkNamed("dbqa");

const root = temporaryFolder();
const signal = new AbortController().signal;
const SCRIPT =
  "CREATE TABLE sale (year INTEGER, tickets INTEGER); INSERT INTO sale VALUES (2024, 3), (2025, 5);";
const QUESTION = { id: "a", question: "Did it grow?", db_id: "shop", type: "conclusive", answer: "By two." };

function writeSet(name: string, content: unknown, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, name);
  mkdirSync(join(folder, "database", "shop"), { recursive: true });
  writeFileSync(join(folder, "questions.json"), JSON.stringify(content));
  for (const [file, text] of Object.entries(files))
    writeFileSync(join(folder, "database", "shop", file), text);
  return folder;
}

const load = (folder: string, more = {}) => dbqa.load({ folder, cacheFolder: join(root, "cache"), ...more });

describe("DBQA as a benchmark", () => {
  it("asks at a database made of a script, which it makes once", async () => {
    const folder = writeSet("script", [QUESTION], { "schema.sql": SCRIPT });
    const { tasks, places, checksums } = await load(folder);
    expect(tasks).toEqual([
      {
        id: "a",
        place: "shop",
        question: "Did it grow?",
        groups: { type: "conclusive" },
        gold: { answer: "By two." },
      },
    ]);
    expect(Object.keys(checksums)).toEqual(["questions.json", join("database", "shop", "schema.sql")]);
    const database = new DatabaseSync(places["shop"]?.targets[0] ?? "", { readOnly: true });
    expect(database.prepare("SELECT sum(tickets) AS n FROM sale").get()).toMatchObject({ n: 8 });
    database.close();
    expect((await load(folder)).places).toEqual(places);
    expect(readdirSync(join(root, "cache", "dbqa")).filter((name) => name.endsWith(".sqlite"))).toHaveLength(
      1,
    );
  });

  it("takes a database file before a script, and leaves out and counts questions whose database is not there", async () => {
    const folder = writeSet("file", [QUESTION, { ...QUESTION, id: "b", db_id: "gone" }], {
      "schema.sql": "no",
    });
    const file = join(folder, "database", "shop", "shop.sqlite");
    new DatabaseSync(file).close();
    const { tasks, places, notes } = await load(folder);
    expect(places).toEqual({ shop: { targets: [file] } });
    expect(tasks.map(({ id }) => id)).toEqual(["a"]);
    expect(notes[0]).toContain("1 of 2 questions were left out");
  });

  it.each([
    [
      "says what does not run",
      "CREATE TABEL x (y)",
      'schema.sql makes no database. SQLite says: near "TABEL"',
    ],
    ["touches no other file", "CREATE TABLE x (y); ATTACH 'other.sqlite' AS o;", "not authorized"],
    ["wants a table", "SELECT 1;", "It declares no table."],
  ])("of a script %s", async (name, script, said) => {
    const folder = writeSet(name, [QUESTION], { "schema.sql": script });
    await expect(load(folder)).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringContaining(said),
    });
  });

  it.each([
    [[{ ...QUESTION, type: "vague" }], "Entry 1: type"],
    [[{ ...QUESTION, db_id: "../shop" }], "Entry 1: db_id"],
    [[{ ...QUESTION, answer: " " }], "Entry 1: answer"],
    [[QUESTION, QUESTION], "the id a stands twice"],
    [[], "no list of questions"],
  ])("says what is wrong with questions (%#)", async (content, said) => {
    const folder = writeSet("wrong", content, { "schema.sql": SCRIPT });
    await expect(load(folder)).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringContaining(said),
    });
  });

  it("says without a judge how to get what a judge measures, and nothing of it with one", async () => {
    const folder = writeSet("judged", [QUESTION], { "schema.sql": SCRIPT });
    expect((await load(folder)).notes.join()).toContain("--judge-model");
    expect((await load(folder, { judge: "test/judge" })).notes).toEqual([]);
    await expect(load(folder, { split: "dev" })).rejects.toThrow('no option "split"');
  });

  it("has the bundled questions that have a reference, and counts the others", async () => {
    const { tasks, places, notes } = await dbqa.load({ cacheFolder: root, judge: "test/judge" });
    expect(places).toEqual({ cinema: { targets: ["sample:cinema"] } });
    const open = questions.length - tasks.length;
    expect(notes.join()).toContain("no figure here compares with a published one");
    expect(notes.some((note) => note.startsWith(`${open} of ${questions.length} questions`))).toBe(open > 0);
    await expect(dbqa.load({ cacheFolder: root, split: "dev" })).rejects.toThrow('no split "dev"');
  });

  it("scores by the question's own reference, and no task of another set", async () => {
    const set = await load(writeSet("scored", [QUESTION], { "schema.sql": SCRIPT }));
    const run = runOf(answeredWith("By two."));
    const context = { environments: [], signal, milliseconds: 1000 };
    expect((await set.score(run, context)).scores).toMatchObject({ "answer-length": 2 });
    const foreign = { ...run, task: { ...run.task, id: "z" } };
    await expect(set.score(foreign, context)).rejects.toThrow("none of the set's");
  });
});
