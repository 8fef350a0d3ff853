import { describe, expect, it } from "vitest";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { itemWith } from "../itool-fixture.ts";
import { GOOD, tryKind } from "./builder-fixture.ts";

type Written = keyof typeof GOOD;

const SOLUTION = [
  { as: "r1", operation: "GET /search/films", arguments: { query: "{intended}" } },
  {
    as: "r2",
    operation: "GET /films/{film_id}",
    arguments: { film_id: "=r1.results[title='{intended}'][0].id" },
  },
];

describe("what good replies become", () => {
  it("drops the name, and keeps question, hidden answer and solution", async () => {
    const { entry } = await tryKind("missing", [GOOD.missing]);
    expect(entry).toEqual({
      source: "i1",
      kind: "missing",
      item: itemWith({
        ...GOOD.missing,
        words: ["that film"],
        about: ["film", "title"],
        id: "i1-missing",
        category: "missing",
        reply: "Midnight Heron",
        intended: "Midnight Heron",
        solution: SOLUTION,
      }),
      needsQuestion: true,
      notes: [],
      rejected: [],
    });
  });

  it("blurs the name with what else it may be, as the API writes it", async () => {
    const { entry, model } = await tryKind("unclear", [GOOD.unclear]);
    expect(entry.item).toMatchObject({
      category: "unclear",
      words: ["the film about a bird at night"],
      reply: "Midnight Heron",
      alternatives: ["Midnight Ravens"],
    });
    expect(entry.needsQuestion).toBe(true);
    const sent = JSON.stringify(model.requests[0]?.prompt);
    expect(sent).toContain("Paper Heron");
    expect(sent).not.toContain("Velvet Lighthouse");
  });

  it("keeps a blurred item of which all meanings have the same answer as one without need for a question", async () => {
    const { entry } = await tryKind("unclear", [{ ...GOOD.unclear, alternatives: ["Paper Heron"] }]);
    expect(entry).toMatchObject({ needsQuestion: false, notes: [expect.stringContaining("same answer")] });
  });

  it("shortens the name to one that the API gives to several things", async () => {
    const { entry } = await tryKind("several-meanings", [GOOD["several-meanings"]]);
    expect(entry.item).toMatchObject({
      category: "several-meanings",
      query: "How long is Midnight?",
      alternatives: ["Midnight Ravens"],
      reply: "Midnight Heron",
    });
    expect(entry.needsQuestion).toBe(true);
  });

  it("corrupts the name in its characters without a model, the same for the same seed", async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => tryKind("problematic", [{ name: "Midnight Egret" }], { seed })),
    );
    const items = made.flatMap(({ entry }) => (entry.item === undefined ? [] : [entry.item]));
    expect(items).toHaveLength(8);
    expect(new Set(items.map(({ level }) => level))).toEqual(new Set(["word", "character"]));
    for (const { query, words, question, about, level } of items) {
      expect(query).toBe(`How long is ${words[0]}?`);
      expect(query).not.toContain("Midnight Heron");
      expect(question).toBe(`Do you mean Midnight Heron by "${words[0]}"?`);
      expect(about).toContain("Midnight Heron");
      if (level === "word") expect(words).toEqual(["Midnight Egret"]);
    }
    const again = await tryKind("problematic", [{ name: "Midnight Egret" }], { seed: 1 });
    expect(again.entry).toEqual(made[0]?.entry);
  });

  it("asks for what no operation offers, with the nearest ones for the person", async () => {
    const { entry } = await tryKind("unsupported", [
      { query: "Send my review of Midnight Heron to the paper.", lacking: "send Reviews away" },
    ]);
    expect(entry.item).toEqual(
      itemWith({
        id: "i1-unsupported",
        category: "unsupported",
        query: "Send my review of Midnight Heron to the paper.",
        solution: [],
        answer: "",
      }),
    );
    expect(entry.notes).toEqual([expect.stringContaining("GET /films/{film_id}/reviews")]);
    expect(entry.needsQuestion).toBe(false);
  });
});

describe("what checks reject", () => {
  it.each<[string, Written, JsonObject, string]>([
    ["words that are not in the query", "missing", { words: ["this film"] }, '"this film" does not stand'],
    [
      "the name still in the query",
      "missing",
      { query: "How long is that film, MIDNIGHT HERON?" },
      "still names",
    ],
    [
      "a word of a dropped name",
      "missing",
      { query: "How long is that film with the heron?" },
      '"heron" of the name',
    ],
    [
      "a question that gives the name away",
      "missing",
      { question: "Is the film Midnight Heron?" },
      "gives away",
    ],
    ["a question for an id", "missing", { question: "What is the film's id?" }, "asks for an id"],
    [
      "a meaning that is not in the API",
      "unclear",
      { alternatives: ["Midnight Owls"] },
      '"Midnight Owls" is no other thing',
    ],
    ["no other meaning where there are things", "unclear", { alternatives: [] }, "fit another thing"],
    [
      "a shortened name of other words",
      "several-meanings",
      { query: "How long is Heron of night?", words: ["night"] },
      "is no word of the name",
    ],
    [
      "what the clear query's operations do",
      "unsupported",
      { lacking: "Details" },
      "GET /films/{film_id} (Details of a film) may do that",
    ],
  ])("%s", async (_, kind, wrong, reason) => {
    const good = GOOD[kind] as unknown as JsonObject;
    const { entry, model } = await tryKind(kind, [{ ...good, ...wrong }, good]);
    expect(entry.rejected).toEqual([expect.stringContaining(reason)]);
    expect(entry.item?.query).toBe(good["query"]);
    const told = JSON.stringify(model.requests[1]?.prompt);
    expect(told).toContain(JSON.stringify(entry.rejected[0]).slice(1, -1));
  });

  it.each([
    ["the name as it is", "Midnight heron", "the name as it is"],
    ["the name with more words", "The Midnight Heron Returns", "became another one"],
    ["a name of which nothing is left", "Velvet Owl", "Nothing of"],
    ["the name of something else", "Paper Heron", "is the name of something else"],
  ])("as a misremembered name %s", async (_, name, reason) => {
    // Of this seed the first try is one of words.
    const entries = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) => tryKind("problematic", [{ name }, { name }, { name }], { seed })),
    );
    const rejected = entries.flatMap(({ entry }) => entry.rejected);
    expect(rejected.length).toBeGreaterThan(0);
    for (const each of rejected) expect(each).toContain(reason);
  });

  it("gives up after three tries and lists why", async () => {
    const wrong = { ...GOOD.missing, words: [] } as unknown as JsonObject;
    const { entry, model } = await tryKind("missing", [
      wrong,
      wrong,
      wrong,
      GOOD.missing as unknown as JsonObject,
    ]);
    expect(entry).toMatchObject({ source: "i1", kind: "missing", notes: [] });
    expect(entry.item).toBeUndefined();
    expect(entry.rejected).toHaveLength(3);
    expect(model.requests).toHaveLength(3);
  });

  it("asks again for a reply that is not in the form, and takes none that never is", async () => {
    const { entry, model } = await tryKind("missing", Array(9).fill({ query: 7 }));
    expect(entry.item).toBeUndefined();
    expect(entry.rejected).toEqual(Array(3).fill(expect.stringContaining("could not be read")));
    expect(model.requests).toHaveLength(9);
  });
});

describe("clear items of which nothing can be made", () => {
  it.each([
    ["without a name", itemWith({ query: "How long is it?" }), "no name that its solution searches by"],
    ["without a solution", itemWith({ solution: [], answer: "" }), "no solution and answer"],
    [
      "whose name is not in the query",
      itemWith({ intended: "Paper Heron" }),
      "does not stand in the clear query",
    ],
    ["whose answer is not computed", itemWith({ answer: "=r2.director" }), "gives nothing"],
    [
      "whose solution finds nothing",
      itemWith({
        solution: [
          { as: "r2", operation: "GET /films/{film_id}", arguments: { film_id: 1, title: "Midnight Heron" } },
        ],
      }),
      "no such film",
    ],
  ])("are listed without a call of the model: %s", async (_, source, reason) => {
    const { entry, model } = await tryKind("missing", [], { source });
    expect(entry).toEqual({
      source: "i1",
      kind: "missing",
      notes: [],
      rejected: [expect.stringContaining(reason)],
    });
    expect(model.requests).toHaveLength(0);
  });
});

it("ends the build where the server is gone: no further try mends that", async () => {
  const call = () => Promise.reject(new FuxiError("target-not-found", "Nobody answers."));
  await expect(tryKind("missing", [GOOD.missing], { call })).rejects.toMatchObject({
    code: "target-not-found",
  });
});
