import { describe, expect, it } from "vitest";
import { checkSameRun, chooseTasks, manifestOf } from "../../../src/evaluation/run/run-plan.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { REACT, thingsManifest, thingsSet } from "../../support/things-set.ts";

const set = { ...thingsSet("", 50), notes: ["made up"] };
const made = (more: Partial<Parameters<typeof manifestOf>[0]> = {}) =>
  manifestOf({
    benchmark: "things",
    options: {},
    set,
    configurations: [REACT],
    repeats: 1,
    versions: { fuxi: "1.2.3", node: "24", engines: { sqlite: "3.50" } },
    prices: {},
    currency: "USD",
    concurrency: 4,
    budget: {},
    clock: () => new Date(0),
    ...more,
  });
const asJson = (manifest: object) => JSON.parse(JSON.stringify(manifest)) as JsonObject;

describe("the manifest of a run", () => {
  it("counts the chosen tasks, and says how they were chosen", () => {
    const sample = { size: 20, seed: 7 };
    expect(made({ sample })).toMatchObject({ tasks: 20, sample });
    expect(made({ only: ["t3", "t4"] })).toMatchObject({ tasks: 2, only: ["t3", "t4"] });
    expect(() => made({ only: ["t51"] })).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("has the data's checksums and notes, and when it began", () => {
    expect(made()).toMatchObject({
      checksums: { things: "50" },
      notes: ["made up"],
      startedAt: "1970-01-01T00:00:00.000Z",
    });
  });

  it("is of the same run where only what does not change results differs, and in any order of members", () => {
    const begun = asJson(made());
    const now = asJson(Object.fromEntries(Object.entries(made({ concurrency: 9 })).reverse()));
    expect(() => checkSameRun("r", begun, now)).not.toThrow();
  });

  it.each([
    ["data", { checksums: { things: "other" } }],
    ["repeats (--repeat)", { repeats: 2 }],
    ["sample (--sample, --seed)", { sample: { size: 3, seed: 1 }, tasks: 3 }],
  ])("is not of the same run with other %s", (what, change) => {
    const begun = asJson(thingsManifest(set));
    expect(() => checkSameRun("r", begun, { ...begun, ...asJson(change) })).toThrow(
      expect.objectContaining({ code: "usage", message: `The run r was begun with other ${what}.` }),
    );
  });
});

const THINGS = thingsSet("", 100);
const ids = (choice: Parameters<typeof chooseTasks>[1]) => chooseTasks(THINGS, choice).map(({ id }) => id);

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

it("takes all where the sample is larger than the THINGS", () => {
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
