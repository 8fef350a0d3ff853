import { describe, expect, it } from "vitest";
import {
  type GoldMember,
  type GraphMember,
  graphScores,
  matchMembers,
} from "../../../../src/evaluation/scores/graph/score-graph.ts";

const scored = (predicted: readonly GraphMember[], gold: readonly GoldMember[]) =>
  graphScores(matchMembers(predicted, gold));
const same = (predicted: GraphMember, gold: GoldMember): boolean => scored([predicted], [gold]).em === 1;

describe("comparing the members of an answer with those of the gold", () => {
  it("takes an entity by its id where the gold has ids, whatever its label", () => {
    expect(same({ id: "m.01", label: "Paris" }, { id: "m.01" })).toBe(true);
    expect(same({ id: "m.02", label: "m.01" }, { id: "m.01" })).toBe(false);
  });

  it("takes an entity by its label where the gold has texts, letter by letter", () => {
    expect(same({ id: "e:Paris", label: "Paris" }, { text: "Paris" })).toBe(true);
    expect(same({ id: "e:Paris", label: "paris" }, { text: "Paris" })).toBe(false);
    expect(same({ id: "e:007", label: "007" }, { text: "7" })).toBe(false);
  });

  it.each([
    [4, "4"],
    ["4", "4.0"],
    ["4E0", "4"],
    [-0, "0"],
    [0.5, ".50"],
    ["1987-05-01-08:00", "1987-05-01"],
    ["1987-05-01T00:00:00Z", "1987-05-01"],
    ["12345678901234567890", "12345678901234567890.0"],
    [true, "true"],
  ])("takes the value %j for the gold %j", (value, gold) => {
    expect(same({ value }, { value: gold })).toBe(true);
    expect(same({ value }, { text: gold })).toBe(true);
  });

  it.each([
    [4, "5"],
    ["12345678901234567890", "12345678901234567891"],
    ["1987-05-01", "1987"],
    ["1987-05-01T10:00:00", "1987-05-01"],
    ["four", "4"],
    [4, "-4"],
  ])("tells the value %j from the gold %j", (value, gold) => {
    expect(same({ value }, { value: gold })).toBe(false);
    expect(same({ value }, { text: gold })).toBe(false);
  });

  it("never takes a value for an entity of a gold with ids", () => {
    expect(same({ value: "m.01" }, { id: "m.01" })).toBe(false);
    expect(same({ id: "4" }, { value: "4" })).toBe(false);
  });

  it("counts members once that are the same, and meets each gold member once", () => {
    const twice = [{ value: "4" }, { value: 4 }];
    expect(scored(twice, [{ value: "4" }])).toMatchObject({ f1: 1, em: 1 });
    expect(scored([{ id: "e:a", label: "4" }, { value: 4 }], [{ text: "4" }])).toMatchObject({ em: 0 });
    expect(scored([{ id: "a" }], [{ id: "a" }, { id: "a" }])).toMatchObject({ f1: 1, em: 1 });
  });

  it("looks at the first member of the answer for Hits@1", () => {
    const gold = [{ id: "b" }, { id: "c" }];
    expect(scored([{ id: "b" }, { id: "a" }], gold)).toMatchObject({ "hits@1": 1, f1: 0.5 });
    expect(scored([{ id: "a" }, { id: "b" }], gold)).toMatchObject({ "hits@1": 0, f1: 0.5 });
    expect(scored([], gold)).toEqual({ f1: 0, "hits@1": 0, em: 0, va: 0 });
  });
});
