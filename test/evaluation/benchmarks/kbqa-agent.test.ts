import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freebaseVocabulary } from "../../../src/environments/knowledge-base/vocabulary/presets.ts";
import { kbqaAgentBenchmark } from "../../../src/evaluation/benchmarks/kbqa-agent/kbqa-agent-benchmark.ts";
import { oracleScored } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const graph = join(folder, "part.nt");
const ns = (name: string): string => `<http://rdf.freebase.com/ns/${name}>`;
const name = (id: string, text: string): string => `${ns(id)} ${ns("type.object.name")} "${text}"@en .`;
writeFileSync(
  graph,
  [
    ...["m.0a", "m.0b", "m.0c"].flatMap((film) => [
      `${ns(film)} ${ns("type.object.type")} ${ns("film.film")} .`,
      `${ns("m.0d")} ${ns("film.director.film")} ${ns(film)} .`,
    ]),
    name("m.0a", "The Lamp"),
    name("m.0b", "Two Doors"),
    name("m.0c", "Far"),
    name("m.0d", "Ada Moor"),
    `${ns("m.0a")} ${ns("film.film.year")} "1999"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
    `${ns("m.0b")} ${ns("film.film.year")} "2004"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
    "",
  ].join("\n"),
);

const films = "(AND film.film (JOIN (R film.director.film) m.0d))";
const question = (qid: string, s_expression: string, answer: readonly object[], more: object = {}) => ({
  question: `${qid}?`,
  qid,
  source: "made",
  entities: { "Ada Moor": "m.0d" },
  s_expression,
  actions: ["get_relations(m.0d)", "get_neighbors(m.0d,film.director.film)", "get_attributes(#0)"],
  answer,
  ...more,
});
const entity = (id: string) => ({ answer_type: "Entity", answer_argument: id, entity_name: "?" });
const STD = [
  question("all/films", films, [entity("m.0a"), entity("m.0b"), { answer_argument: "m.0c" }]),
  question("count", `(COUNT ${films})`, [{ answer_type: "Value", answer_argument: "3" }]),
  question("latest", `(ARGMAX ${films} film.film.year)`, [entity("m.0b")]),
];
writeFileSync(join(folder, "std.json"), JSON.stringify(STD));

const load = (options: object = {}) =>
  kbqaAgentBenchmark.load({ folder, cacheFolder: folder, endpoint: graph, ...options });

describe("KBQA-Agent", () => {
  it("groups questions by the function of their program, and by hops", async () => {
    const { tasks, places, notes } = await load();
    expect(tasks.map(({ id, groups }) => [id, groups])).toEqual([
      ["all_films", { function: "none", hops: "2", source: "made" }],
      ["count", { function: "counting", hops: "2", source: "made" }],
      ["latest", { function: "superlative", hops: "2", source: "made" }],
    ]);
    expect(tasks[0]?.entities).toEqual([{ name: "Ada Moor", id: "m.0d" }]);
    expect(tasks[2]?.intended?.names).toEqual([
      "film.film",
      "film.director.film",
      "m.0d",
      "film.film.year",
      "Ada Moor",
    ]);
    expect(places).toEqual({ freebase: { targets: [graph], vocabulary: "freebase" } });
    expect(notes).toEqual([
      "These are 3 questions, not the 500 of Table 2 in Middleware for LLMs: figures are not comparable with it.",
    ]);
  });

  it("scores the oracle's answers as right: entities by id, a count by its value", async () => {
    const set = await load();
    const scored = await oracleScored(set, { cacheFolder: folder, vocabulary: freebaseVocabulary });
    const right = { f1: 1, em: 1, va: 1 };
    expect(Object.values(scored).map(({ scores }) => scores)).toEqual([right, right, right]);
  });

  it("says what it needs without a place to ask, and takes an address as it is", async () => {
    await expect(load({ endpoint: undefined })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringMatching(/--endpoint http:\/\/127\.0\.0\.1:3001\/sparql, or an RDF file/u),
    });
    await expect(load({ endpoint: join(folder, "none.nt") })).rejects.toMatchObject({
      code: "target-not-found",
    });
    const { places, checksums } = await load({ endpoint: "http://127.0.0.1:3001/sparql" });
    expect(places.freebase?.targets).toEqual(["http://127.0.0.1:3001/sparql"]);
    expect(Object.keys(checksums)).toEqual(["std.json"]);
  });

  it.each([
    ["a split that it has not", { split: "test" }, "usage"],
    ["a split whose file is not there", { split: "dev" }, "target-not-found"],
    ["the 500 where they are not there", { split: "ext" }, "target-not-found"],
  ])("refuses %s", async (_, options, code) => {
    await expect(load(options)).rejects.toMatchObject({ code });
  });

  it("refuses a file in another format, and names the entry", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "std.json"), JSON.stringify([STD[0], { qid: "x" }]));
    await expect(load({ folder: other })).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringContaining("Entry 2"),
    });
  });
});
