import { describe, expect, it } from "vitest";
import { humanLabels } from "../../../src/evaluation/judges/human-labels.ts";
import { humanAgreement } from "../../../src/evaluation/judges/judging-report.ts";

const rows = (...lines: readonly string[]) =>
  ["task,sub-task,verdict", ...lines].map((text, at) => ({ line: at + 1, cells: text.split(",") }));

const judged = (task: string, verdict: string, more: object = {}) => ({
  task,
  configuration: "react",
  part: "tools" as const,
  verdict,
  ...more,
});

describe("agreement of judges with people", () => {
  it("is the share, Cohen's kappa and who said what", () => {
    const people = ["perfect", "perfect", "perfect", "imperfect", "imperfect"];
    const judges = ["perfect", "perfect", "imperfect", "imperfect", "perfect"];
    const { labels } = humanLabels(rows(...people.map((verdict, at) => `t${at},tools,${verdict}`)));
    const verdicts = judges.map((verdict, at) => judged(`t${at}`, verdict));
    const [agreement] = humanAgreement(labels, verdicts).agreements;
    expect(agreement).toMatchObject({ part: "tools", pairs: 5, share: 0.6 });
    // Chance: 0.6 · 0.6 + 0.4 · 0.4 = 0.52.
    expect(agreement?.kappa).toBeCloseTo((0.6 - 0.52) / 0.48, 12);
    expect(agreement?.confusion).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it("has no kappa where all always say the same", () => {
    const { labels } = humanLabels(rows("t,TE,Perfect"));
    const [agreement] = humanAgreement(labels, [judged("t", "perfect")]).agreements;
    expect(agreement).toMatchObject({ share: 1 });
    expect(agreement).not.toHaveProperty("kappa");
  });

  it("compares grades with grades and matches with matches", () => {
    const { labels } = humanLabels(rows("a,reference,Not Match", "b,reference,4"));
    const verdicts = [judged("a", "match", { part: "reference" }), judged("b", "4", { part: "reference" })];
    const { agreements } = humanAgreement(labels, verdicts);
    expect(agreements.map(({ scale, share }) => [scale, share])).toEqual([
      ["match", 0],
      ["grade", 1],
    ]);
  });

  it("names each row that fits nothing by its line", () => {
    const read = humanLabels(
      rows(
        "t,queries,perfect",
        "t,tools,good",
        ",tools,perfect",
        "gone,tools,perfect",
        "t,planning,perfect",
        "u,tools,perfect",
      ),
    );
    expect(read.unused.map(({ line }) => line)).toEqual([2, 3, 4]);
    const verdicts = [
      judged("t", "perfect"),
      judged("u", "perfect"),
      judged("u", "perfect", { configuration: "b" }),
    ];
    const { unused } = humanAgreement(read.labels, verdicts);
    expect(unused.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      "5: no judged task is called gone",
      "6: there is no verdict on planning of t",
      "7: u was judged under several configurations, and the row names none",
    ]);
    expect(humanLabels([{ line: 1, cells: ["task", "verdict"] }]).missing).toEqual(["sub-task"]);
  });
});
