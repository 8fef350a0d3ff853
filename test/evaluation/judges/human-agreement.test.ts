import { describe, expect, it } from "vitest";
import { humanAgreement, humanLabels } from "../../../src/evaluation/judges/human-agreement.ts";

const labels = (...lines: readonly string[]) => humanLabels(["task,sub-task,verdict", ...lines].join("\n"));

const judged = (task: string, verdict: string, more: object = {}) => ({
  task,
  configuration: "react",
  part: "tools" as const,
  verdict,
  ...more,
});

describe("agreement of judges with people", () => {
  it("is the share, Cohen's kappa and who said what", () => {
    const people = ["perfect", "perfect", "Perfect", "imperfect", "imperfect"];
    const judges = ["perfect", "perfect", "imperfect", "imperfect", "perfect"];
    const read = labels(...people.map((verdict, at) => `t${at},tools,${verdict}`));
    const verdicts = judges.map((verdict, at) => judged(`t${at}`, verdict));
    const [agreement] = humanAgreement(read, verdicts).agreements;
    expect(agreement).toMatchObject({ part: "tools", pairs: 5, share: 0.6 });
    // Chance: 0.6 · 0.6 + 0.4 · 0.4 = 0.52.
    expect(agreement?.kappa).toBeCloseTo((0.6 - 0.52) / 0.48, 12);
    expect(agreement?.confusion).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it("has no kappa where all always say the same, and compares grades with grades and matches with matches", () => {
    const read = labels("t,tools,perfect", "a,reference,Not Match", "b,reference,4");
    const reference = { part: "reference" };
    const verdicts = [judged("t", "perfect"), judged("a", "match", reference), judged("b", "4", reference)];
    const { agreements } = humanAgreement(read, verdicts);
    expect(agreements.map(({ verdicts: [first], share }) => [first, share])).toEqual([
      ["perfect", 1],
      ["match", 0],
      ["1", 1],
    ]);
    expect(agreements[0]).not.toHaveProperty("kappa");
  });

  it("names each line that fits nothing", () => {
    const read = labels(
      "t,queries,perfect",
      "",
      "t,tools,good",
      "gone,tools,perfect",
      "t,planning,perfect",
      "u,tools,perfect",
    );
    const verdicts = [
      judged("t", "perfect"),
      judged("u", "perfect"),
      judged("u", "perfect", { configuration: "b" }),
    ];
    const { unused } = humanAgreement(read, verdicts);
    expect(unused.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      '2: "queries" is neither planning, tools, synthesis nor reference',
      '4: "good" is none of perfect, imperfect',
      "5: no judged task is called gone",
      "6: no verdict on planning of t is one of perfect, imperfect",
      "7: u was judged under several configurations, and the row names none",
    ]);
    expect(() => humanLabels("task,verdict")).toThrowError(expect.objectContaining({ code: "data-invalid" }));
  });
});
