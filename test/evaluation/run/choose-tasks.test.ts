import { expect, it } from "vitest";
import { chooseTasks } from "../../../src/evaluation/run/run-plan.ts";
import { thingsSet } from "../../support/things-set.ts";

const set = thingsSet("", 100);
const ids = (choice: Parameters<typeof chooseTasks>[1]) => chooseTasks(set, choice).map(({ id }) => id);

it("draws the sample that a seed has had on every machine, in the data's order", () => {
  expect(ids({ sample: { size: 6, seed: 1 } })).toEqual(SAMPLE);
});

const SAMPLE = ["t2", "t18", "t23", "t48", "t64", "t98"];

it("draws other tasks with another seed", () => {
  expect(ids({ sample: { size: 6, seed: 2 } })).not.toEqual(SAMPLE);
});

it("has a smaller sample of one seed within the larger ones", () => {
  const large = ids({ sample: { size: 30, seed: 1 } });
  expect(ids({ sample: { size: 6, seed: 1 } }).filter((id) => !large.includes(id))).toEqual([]);
});

it("takes all where the sample is larger than the set", () => {
  expect(ids({ sample: { size: 1000, seed: 1 } })).toHaveLength(100);
});

it("takes only those that are named, each once and in the data's order, and draws from them", () => {
  expect(ids({ only: ["t9", "t2", "t9"] })).toEqual(["t2", "t9"]);
  expect(ids({ only: ["t9", "t2"], sample: { size: 1, seed: 3 } })).toHaveLength(1);
});

it("says which id no task has, and how ids look", () => {
  expect(() => ids({ only: ["t2", "question 3"] })).toThrow(
    expect.objectContaining({ code: "usage", message: "No task has the id question 3." }),
  );
});

it.each([0, -1, 1.5, Number.NaN])("draws no sample of %d", (size) => {
  expect(() => ids({ sample: { size, seed: 1 } })).toThrow(expect.objectContaining({ code: "usage" }));
});
