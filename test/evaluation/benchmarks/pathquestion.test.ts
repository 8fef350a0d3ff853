import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathquestionBenchmark } from "../../../src/evaluation/benchmarks/pathquestion/pathquestion-benchmark.ts";
import { oracleScored } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const cacheFolder = temporaryFolder();
const write = (file: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, file), `${lines.join("\r\n")}\r\n`);

write("2H-kb.txt", [
  "anna_moor\tspouse\tbo_reed",
  "bo_reed\tnationality\tnorth/south_land",
  "bo_reed\tnationality\teast_land_(old)",
  "bo_reed\tgender\tmale",
]);
write("PQ-2H.txt", [
  "where is anna_moor 's husband from ?\tnorth/south_land(north/south_land/east_land_(old)/)\tanna_moor#spouse#bo_reed#nationality#north/south_land#<end>#north/south_land",
]);
write("PQL3-KB.txt", [
  "Ann\t__people__person__child\tBo",
  "Bo\t__people__person__child\tCy",
  "Cy\t__people__person__child\tDi",
]);
const third =
  " who is the child of child of Ann 's child ?\tDi(Di/)\tAnn#__people__person__child#Bo#__people__person__child#Cy#__people__person__child#Di";
write("PQL-3H.txt", [third]);
write("PQL-3H_more.txt", [third, third]);

const load = (split?: string) =>
  pathquestionBenchmark.load({ folder, cacheFolder, ...(split === undefined ? {} : { split }) });

describe("PathQuestion", () => {
  it("reads the sets that are there, each over its own graph, and says what is not", async () => {
    const { tasks, places, notes } = await load();
    expect(tasks.map(({ id, place, groups }) => [id, place, groups])).toEqual([
      ["PQ-2H-1", "2H-kb", { set: "PQ", hops: "2" }],
      ["PQL-3H-1", "PQL3-KB", { set: "PQL", hops: "3" }],
    ]);
    expect(places).toEqual({
      "2H-kb": { targets: [join(folder, "2H-kb.txt")] },
      "PQL3-KB": { targets: [join(folder, "PQL3-KB.txt")] },
    });
    expect(notes).toEqual([
      "PQ-3H.txt is not in the folder; its questions are left out.",
      "PQL-2H.txt is not in the folder; its questions are left out.",
      "PQL-3H_more holds the questions of PQL-3H and is a split of its own, pql-3h-more.",
    ]);
  });

  it("takes answers apart at slashes that are no part of a name", async () => {
    const [task] = (await load("pq-2h")).tasks;
    expect(task?.gold).toEqual({ answers: ["north/south_land", "east_land_(old)"] });
  });

  it("scores the oracle's answers as right", async () => {
    const scored = await oracleScored(await load(), { cacheFolder });
    const right = { f1: 1, "hits@1": 1, em: 1, va: 1 };
    expect(Object.values(scored).map(({ scores }) => scores)).toEqual([right, right]);
  });

  it.each([
    ["pq", ["PQ-2H-1"]],
    ["PQL-3H", ["PQL-3H-1"]],
    ["pql-3h_more", ["PQL-3H_more-1", "PQL-3H_more-2"]],
    ["pql", ["PQL-3H-1"]],
  ])("has the split %s", async (split, ids) => {
    expect((await load(split)).tasks.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ["p", "usage"],
    ["pql-3h-m", "usage"],
    ["pq-3h", "target-not-found"],
  ])("refuses the split %s", async (split, code) => {
    await expect(load(split)).rejects.toMatchObject({ code });
  });

  it("refuses a line without a path", async () => {
    write("PQL2-KB.txt", ["a\tb\tc"]);
    write("PQL-2H.txt", ["what ?\ta(a/)"]);
    await expect(load("pql-2h")).rejects.toMatchObject({ code: "data-invalid" });
  });
});
