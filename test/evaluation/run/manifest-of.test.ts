import { describe, expect, it } from "vitest";
import { checkSameRun, manifestOf } from "../../../src/evaluation/run/run-plan.ts";
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
