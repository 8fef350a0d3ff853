import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { metaqaBenchmark } from "../../../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import { oracleScored } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder();
const RIGHT = { f1: 1, "hits@1": 1, em: 1, va: 1 };

/** Films of a director who is also a film's title, so that the way back meets the start again. */
const KB = `The Lamp|directed_by|Ada Moor
The Lamp|starred_actors|Bo Reed
The Lamp|starred_actors|Cy Hart
The Lamp|starred_actors|Di Lund
The Lamp|release_year|1999
The Lamp|has_genre|Drama
Two Doors|directed_by|Ada Moor
Two Doors|starred_actors|Bo Reed
Two Doors|release_year|2004
Two Doors|has_tags|drama
`;

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const line = (id: string, entity: string, relations: readonly string[], answers: readonly string[]): string =>
  `${JSON.stringify({ id, question: `what of ${entity}`, entity, relations, answers })}\n`;

const jsonLines = folderWith("json", {
  "kb.txt": KB,
  "1hop_dev.jsonl":
    line("a", "The Lamp", ["starred_actors"], ["Bo Reed", "Cy Hart", "Di Lund"]) +
    line("b", "drama", ["^has_tags"], ["Two Doors"]),
  "2hop_dev.jsonl": line("c", "The Lamp", ["directed_by", "^directed_by"], ["Two Doors"]),
  "3hop_dev.jsonl": line("d", "The Lamp", ["directed_by", "^directed_by", "release_year"], ["2004"]),
});

const published = folderWith("published", {
  "kb.txt": KB,
  "1-hop/vanilla/qa_dev.txt":
    "who acted in [The Lamp]\tBo Reed|Cy Hart|Di Lund\r\n[Two Doors] is from when\t2004\r\n",
  "1-hop/qa_dev_qtype.txt": "movie_to_actor\r\nmovie_to_year\r\n",
  "2-hop/vanilla/qa_test.txt": "what else did the director of [The Lamp] make\tTwo Doors\n",
});

const load = (folder: string | undefined, split?: string) =>
  metaqaBenchmark.load({
    cacheFolder: root,
    ...(folder === undefined ? {} : { folder }),
    ...(split === undefined ? {} : { split }),
  });

describe("MetaQA", () => {
  it("reads questions of all hops from JSON lines, with groups, gold, entities and names", async () => {
    const { tasks, places, checksums, notes } = await load(jsonLines);
    expect(tasks.map(({ id, groups }) => [id, groups.hops])).toEqual([
      ["a", "1"],
      ["b", "1"],
      ["c", "2"],
      ["d", "3"],
    ]);
    expect(tasks[1]).toMatchObject({
      question: "what of drama",
      entities: [{ name: "drama" }],
      gold: { answers: ["Two Doors"] },
      intended: { names: ["drama", "has_tags"] },
    });
    expect(places).toEqual({ metaqa: { targets: [join(jsonLines, "kb.txt")] } });
    expect(Object.keys(checksums)).toEqual(["kb.txt", "1hop_dev.jsonl", "2hop_dev.jsonl", "3hop_dev.jsonl"]);
    expect(notes).toEqual([]);
  });

  it("scores the oracle's answers as right, all members of an answer and not its preview", async () => {
    const scored = await oracleScored(await load(jsonLines), { cacheFolder: root });
    expect(Object.values(scored).map(({ scores }) => scores)).toEqual([RIGHT, RIGHT, RIGHT, RIGHT]);
    expect(scored.c?.predicted).toContain("DIFFERENCE");
  });

  it("reads the publisher's layout: entities in brackets, and paths from the questions' types", async () => {
    const set = await load(published, "1hop");
    expect(set.tasks.map(({ id, question, entities }) => ({ id, question, entities }))).toEqual([
      { id: "1hop-dev-1", question: "who acted in The Lamp", entities: [{ name: "The Lamp" }] },
      { id: "1hop-dev-2", question: "Two Doors is from when", entities: [{ name: "Two Doors" }] },
    ]);
    const scored = await oracleScored(set, { cacheFolder: root });
    expect(Object.values(scored).map(({ scores }) => scores)).toEqual([RIGHT, RIGHT]);
  });

  it("says which questions have no path, and has no oracle for them", async () => {
    const { tasks, notes } = await load(published, "2hop-test");
    expect(tasks.map(({ oracle }) => oracle)).toEqual([undefined]);
    expect(notes).toEqual([
      expect.stringMatching(/^1 of 1 questions have no gold path: .*1-hop\/qa_test_qtype/u),
    ]);
  });

  it("says which hops are not in the folder where all are asked for", async () => {
    expect((await load(published)).notes).toEqual([
      "There are no questions of 2 hops in the folder.",
      "There are no questions of 3 hops in the folder.",
    ]);
  });

  it.each([
    ["no folder", undefined, undefined, "usage"],
    ["a split that it has not", jsonLines, "4hop", "usage"],
    ["a folder without the graph", join(root, "json", "nothing"), undefined, "target-not-found"],
    ["a folder without the questions", published, "3hop", "target-not-found"],
    [
      "a line that is no question",
      folderWith("bad", { "kb.txt": KB, "1hop_dev.jsonl": "{}\n" }),
      "1hop",
      "data-invalid",
    ],
    [
      "a question without its entity",
      folderWith("worse", { "kb.txt": KB, "1-hop/vanilla/qa_dev.txt": "who\tBo Reed\n" }),
      "1hop",
      "data-invalid",
    ],
    [
      "types that do not fit the questions",
      folderWith("types", {
        "kb.txt": KB,
        "1-hop/vanilla/qa_dev.txt": "who acted in [The Lamp]\tBo Reed\n",
        "1-hop/qa_dev_qtype.txt": "movie_to_actor\nmovie_to_actor\n",
      }),
      "1hop",
      "data-invalid",
    ],
  ])("refuses %s", async (_, folder, split, code) => {
    await expect(load(folder, split)).rejects.toMatchObject({ code });
  });
});
