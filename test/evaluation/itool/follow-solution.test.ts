import { describe, expect, it } from "vitest";
import {
  type CallOperation,
  followSolution,
  itoolGold,
} from "../../../src/evaluation/itool/follow-solution.ts";
import type { Json } from "../../../src/util/json.ts";
import { itemWith, missingItem } from "./itool-fixture.ts";

const FILMS = [
  { id: 7, title: "Midnight Heron", runtime: 110 },
  { id: 8, title: "Midnight Ravens", runtime: 90 },
  { id: 9, title: "Midnight Sparrows", runtime: 110 },
  { id: 10, title: "L'Étoile \\ Nuit", runtime: 70 },
];

/** Two operations over four films; what was called is kept. */
function catalogue() {
  const calls: (readonly [string, Json])[] = [];
  const call: CallOperation = async (operation, given) => {
    calls.push([operation, given as Json]);
    if (operation === "GET /search/films")
      return { results: FILMS.filter(({ title }) => title.includes(String(given["query"]))) };
    return (FILMS.find(({ id }) => id === given["film_id"]) ?? { title: "none" }) as Json;
  };
  return { call, calls };
}

describe("following a solution", () => {
  it("gives each call what expressions find in the responses before", async () => {
    const { call, calls } = catalogue();
    expect(await followSolution(itemWith(), call)).toBe(110);
    expect(calls).toEqual([
      ["GET /search/films", { query: "Midnight Heron" }],
      ["GET /films/{film_id}", { film_id: 7 }],
    ]);
  });

  it("puts another name in place of the intended one", async () => {
    const { call } = catalogue();
    expect(await followSolution(missingItem(), call)).toBe(110);
    expect(await followSolution(missingItem(), call, "Midnight Ravens")).toBe(90);
  });

  it("computes expressions within lists and objects of arguments", async () => {
    const { call, calls } = catalogue();
    const solution = [
      { as: "r1", operation: "GET /search/films", arguments: { query: "Midnight" } },
      {
        as: "r2",
        operation: "GET /list",
        arguments: { ids: ["=r1.results[0].id", 3], deep: { id: "=$count(r1.results)" } },
      },
    ];
    await followSolution(itemWith({ solution, answer: "=r2.title" }), call);
    expect(calls[1]).toEqual(["GET /list", { ids: [7, 3], deep: { id: 3 } }]);
  });

  it.each([
    ["gives nothing", "=r2.director"],
    ["cannot be computed", "=r2.runtime + 'x'"],
    ["is no JSONata", "=r2.["],
  ])("says that an expression %s", async (what, answer) => {
    const { call } = catalogue();
    await expect(followSolution(itemWith({ answer }), call)).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringMatching(
        new RegExp(`^i1: .*${what === "gives nothing" ? what : "cannot be computed"}`, "u"),
      ),
    });
  });
});

describe("the gold of an item", () => {
  const gold = (item: Parameters<typeof itoolGold>[0]) => itoolGold(item, catalogue().call);

  it("needs a question where what a call needs is missing", async () => {
    expect(await gold(missingItem())).toEqual({ answer: 110, needsQuestion: true });
  });

  it("needs one where another meaning has another answer, and none where all have the same", async () => {
    const item = missingItem({ category: "several-meanings" });
    expect(await gold({ ...item, alternatives: ["Midnight Sparrows", "Midnight Ravens"] })).toEqual({
      answer: 110,
      needsQuestion: true,
    });
    expect(await gold({ ...item, alternatives: ["Midnight Sparrows"] })).toEqual({
      answer: 110,
      needsQuestion: false,
    });
  });

  it("takes a meaning without an answer for one with another answer", async () => {
    const item = missingItem({ category: "unclear", alternatives: ["Midnight Owls"] });
    expect((await gold(item)).needsQuestion).toBe(true);
  });

  it("has no answer for what cannot be done", async () => {
    expect(await gold(itemWith({ category: "unsupported", solution: [], answer: "" }))).toEqual({
      needsQuestion: false,
    });
  });
});
