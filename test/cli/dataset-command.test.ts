import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readItool } from "../../src/evaluation/itool/itool-item.ts";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const API = "sample:cinema-api";

const CLEAR = [
  {
    ...{ id: "c1", category: "clear", query: "How long is Midnight Heron?" },
    ...{ words: [], about: [], question: "", reply: "", intended: "", alternatives: [] },
    solution: [
      { as: "r1", operation: "GET /search/films", arguments: { query: "Midnight Heron" } },
      {
        as: "r2",
        operation: "GET /films/{film_id}",
        arguments: { film_id: "=r1.results[title='Midnight Heron'][0].id" },
      },
    ],
    answer: "=r2.runtime",
  },
];

const say = (reply: object): ServerTurn => ({ text: JSON.stringify(reply) });
const FILM = { query: "How long is that film?", words: ["that film"], about: ["film", "title"] };
const MISSING = say({ ...FILM, question: "Which film do you mean?" });
const SEVERAL = say({
  ...{ query: "How long is Midnight?", words: ["Midnight"] },
  ...{ question: "Which Midnight film do you mean?", about: ["film"] },
});
const NO_QUESTION = say({ ...FILM, question: "" });

describe("fuxi dataset itool", () => {
  let server: ScriptedOpenAiServer;
  let script: readonly ServerTurn[] = [];
  let turn = 0;
  const clear = join(folder, "clear.json");
  const built = ([file, api]: readonly [string, string], out: string, ...more: readonly string[]) =>
    fuxi("dataset", "itool", file, api, "--out", join(folder, out), "--model-url", server.url, ...more);
  const build = (out: string, turns: readonly ServerTurn[], ...more: readonly string[]) => {
    script = turns;
    turn = 0;
    return built([clear, API], out, ...more);
  };
  const items = (out: string) => readItool(readFileSync(join(folder, out), "utf8"));
  beforeAll(async () => {
    writeFileSync(clear, JSON.stringify(CLEAR));
    server = await startScriptedOpenAiServer(
      () => script[turn++] ?? { failure: { status: 400, message: "The script is over." } },
    );
  });
  afterAll(() => server.close());

  it("writes a set in the format, and beside it what a person has to confirm", async () => {
    const { code, err } = await build("set.json", [MISSING, SEVERAL], "--kinds", "missing,several-meanings");
    expect(code).toBe(0);
    expect(err).toContain("2 of 2 made");
    expect(err).toContain("100% 2 of 2: c1, several-meanings");
    expect(items("set.json").map(({ id, category }) => [id, category])).toEqual([
      ["c1-missing", "missing"],
      ["c1-several-meanings", "several-meanings"],
    ]);
    const review = JSON.parse(readFileSync(join(folder, "set.review.json"), "utf8")) as { items: object[] };
    expect(review.items).toMatchObject([{ id: "c1-missing" }, { id: "c1-several-meanings" }]);
  });

  it("goes on where it was interrupted", async () => {
    const interrupted = await build("on.json", [MISSING], "--kinds", "missing,several-meanings");
    expect(interrupted.code).toBe(1);
    expect(existsSync(join(folder, "on.json"))).toBe(false);
    const before = server.requests.length;
    const { code } = await build("on.json", [SEVERAL], "--kinds", "missing,several-meanings");
    expect(code).toBe(0);
    expect(server.requests.length).toBe(before + 1);
    expect(items("on.json")).toHaveLength(2);
  });

  it("says which items could not be made and why, with exit code 1 where none was", async () => {
    const none = Array<ServerTurn>(3).fill(NO_QUESTION);
    const { code, err } = await build("none.json", none, "--kinds", "missing");
    expect(code).toBe(1);
    expect(err).toContain("0 of 1 made");
    expect(err).toContain("c1, missing: Write in");
    expect(items("none.json")).toEqual([]);
  });

  it("says that a model is needed", async () => {
    const { code, err } = await fuxi("dataset", "itool", clear, API, "--out", join(folder, "x.json"));
    expect(code).toBe(1);
    expect(err).toContain("none was named");
    expect(err).toContain("--model");
    expect(existsSync(join(folder, "x.json.jsonl"))).toBe(false);
  });

  it("names the place where the set is not in the format", async () => {
    const file = join(folder, "wrong.json");
    writeFileSync(file, JSON.stringify([{ ...CLEAR[0], query: 7 }]));
    const { code, err } = await built([file, API], "x.json");
    expect(code).toBe(1);
    expect(err).toContain("Item 1");
    expect(err).toContain("query");
  });

  it("does not mix two builds", async () => {
    await build("seed.json", [MISSING], "--kinds", "missing");
    const { code, err } = await build("seed.json", [MISSING], "--kinds", "missing", "--seed", "2");
    expect(code).toBe(2);
    expect(err).toContain("another seed");
  });

  it.each([
    ["an unknown kind", ["--kinds", "vague"], '"vague" is no kind'],
    ["a seed that is no number", ["--seed", "x"], "whole number"],
  ])("refuses %s", async (_, more, reason) => {
    const { code, err } = await build("x.json", [], ...more);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  it("refuses a call without --out, a file that is not there and a target that is no API", async () => {
    expect((await fuxi("dataset", "itool", clear, API)).err).toContain("--out");
    const missing = await built([join(folder, "nothing.json"), API], "x.json");
    expect(missing.err).toContain("There is no file");
    const database = await built([clear, "sample:cinema"], "x.json");
    expect(database.code).toBe(1);
    expect(database.err).toContain("is no API");
  });
});
