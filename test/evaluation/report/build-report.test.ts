import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { reportMarkdown } from "../../../src/evaluation/report/report-markdown.ts";
import { reportParts } from "../../../src/evaluation/report/report-tables.ts";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const wrong = { ex: 0, va: 1 };

function only(records: readonly ItemRecord[], more: Partial<Manifest> = {}) {
  const report = buildReport(manifest(more), records, { id: "r1", measures: MEASURES });
  const [first] = report.configurations;
  if (first === undefined) throw new Error("no configuration");
  return { report, first };
}

describe("the figures of a report", () => {
  it("are means over questions, of which each is the mean of its repeats", () => {
    const { first } = only(
      [
        record("a", { repeat: 0 }),
        record("a", { repeat: 1, scores: wrong }),
        record("a", { repeat: 2, scores: wrong }),
        record("a", { repeat: 3, scores: wrong }),
        record("b"),
      ],
      { repeats: 4, tasks: 2 },
    );
    expect(first.items).toBe(5);
    expect(first.questions).toBe(2);
    // Over answers it would be 2 of 5.
    expect(first.measures["ex"]?.mean).toBeCloseTo((0.25 + 1) / 2, 12);
  });

  it("do not say that all is certain where every question was right", () => {
    const { first } = only([record("a"), record("b"), record("c"), record("d")]);
    const estimate = first.measures["ex"];
    expect(estimate).toMatchObject({ mean: 1, questions: 4, interval: { high: 1, method: "wilson" } });
    expect(estimate?.interval?.low).toBeCloseTo(0.5101, 4);
  });

  it("do not bound counts and grades as shares are bounded", () => {
    const records = ["a", "b", "c", "d"].map((task) => record(task, { scores: { grade: 1, queries: 0 } }));
    const { configurations } = buildReport(manifest(), records, {
      id: "r1",
      measures: [
        { id: "grade", name: "Grade", description: "", unit: "grade" },
        { id: "queries", name: "Queries", description: "", unit: "count" },
      ],
    });
    expect(configurations[0]?.measures["grade"]?.interval).toMatchObject({ low: 1, high: 1 });
    expect(configurations[0]?.measures["queries"]?.interval).toMatchObject({ low: 0, high: 0 });
  });

  it("leave out items without the measure, and tell how many could not be scored", () => {
    const { first, report } = only([
      record("a"),
      record("b", { scores: {}, unscored: "engine-timeout" }),
      record("c", { scores: { va: 0 } }),
      record("d", { scores: wrong }),
    ]);
    expect(first.measures["ex"]).toMatchObject({ mean: 0.5, questions: 2 });
    expect(first.measures["va"]).toMatchObject({ questions: 3 });
    expect(first.unscored).toEqual({ "engine-timeout": 1 });
    expect(report.leftOut).toEqual(["react: not scored and in no mean: 1 answer of 4 (engine-timeout 1)."]);
  });

  it("tell what judging took apart from what answering took, who has no verdict, and of a judge of the model's family", () => {
    const judged = {
      by: "made-up/large",
      rationale: "",
      usage: { calls: 1, inputTokens: 200, outputTokens: 5 },
    };
    const { first, report } = only([
      record("a", { judged: { ...judged, verdict: "match" } }),
      record("b", { judged: { ...judged, by: "gpt/4", usage: { calls: 3 } } }),
      record("c"),
      record("d"),
    ]);
    expect(first.judging).toEqual({
      by: ["made-up/large", "gpt/4"],
      answers: 2,
      withoutVerdict: 1,
      usage: { calls: 4, inputTokens: 200, outputTokens: 5 },
    });
    expect(report.leftOut).toEqual([
      "react: judged by made-up/large, gpt/4: 2 answers, with 4 calls and 205 tokens, which are in no other figure.",
      "react: no verdict, and in no mean of what the judge measures: 1 of 2 answers.",
    ]);
    const kin = only([record("a", { judged: { ...judged, by: "made-up/small", verdict: "4" } })]);
    expect(kin.report.leftOut.at(-1)).toContain("is of the family of made-up/small");
  });

  it("are split by every group that the benchmark has", () => {
    const { first } = only([
      record("a", { groups: { difficulty: "simple", content: "yes" } }),
      record("b", { groups: { difficulty: "hard", content: "yes" }, scores: wrong }),
      record("c", { groups: { difficulty: "hard" } }),
    ]);
    expect(Object.keys(first.groups)).toEqual(["difficulty", "content"]);
    expect(first.groups["difficulty"]?.["hard"]).toMatchObject({
      questions: 2,
      measures: { ex: { mean: 0.5 } },
    });
    expect(first.groups["content"]).toMatchObject({ yes: { questions: 2 } });
  });

  it("say what a question took, and nothing of what is not known", () => {
    const { first, report } = only(
      [
        record("a"),
        record("b", {
          usage: { calls: 1, inputTokens: 3000, cachedInputTokens: 0, outputTokens: 300 },
          rounds: 4,
        }),
        record("c", { usage: { calls: 1 } }),
      ].map(({ cost: _, ...rest }) => rest),
    );
    expect(first.efficiency.inputTokens).toEqual({ mean: 2000, questions: 2 });
    expect(first.efficiency.cachedInputTokens).toEqual({ mean: 200, questions: 2 });
    expect(first.efficiency.rounds).toEqual({ mean: 8 / 3, questions: 3 });
    expect(first.efficiency.cost).toEqual({ questions: 0 });
    expect(first.total).toEqual({ milliseconds: 4500 });
    expect(report.leftOut.join()).toContain("react: what it cost is unknown");
  });

  it("count outcomes, reasons, errors and failures with what was repaired", () => {
    const { report, first } = only([
      record("a", { failures: { "unknown-column": 2, "syntax-error": 1 }, repaired: 2 }),
      record("b", {
        outcome: "stopped",
        reason: "steps",
        error: "no-answer",
        failures: { "unknown-column": 1 },
      }),
      record("c", { outcome: "failed", reason: "model-unavailable", unusable: 3 }),
      record("d", { asked: { questions: 2, needed: 1, relevant: 2, answered: 2 } }),
    ]);
    expect(first.outcomes).toEqual({ answered: 2, failed: 1, stopped: 1 });
    expect(first.reasons).toEqual({ "model-unavailable": 1, steps: 1 });
    expect(first.errors).toEqual({ "no-answer": 1 });
    expect(first.failures).toEqual({
      total: 4,
      repaired: 2,
      byCode: { "unknown-column": 3, "syntax-error": 1 },
      repairedByCode: {},
    });
    expect(reportParts(report).troubles.at(-1)?.rows.slice(0, 3)).toEqual([
      ["unknown-column", "3, 0.0 % repaired"],
      ["syntax-error", "1, 0.0 % repaired"],
      ["all", "4, 50.0 % repaired"],
    ]);
    expect(first.unusable).toBe(3);
    expect(first.asked).toEqual({ items: 1, questions: 2, needed: 1, relevant: 2, answered: 2 });
  });

  it("say of each code how many of its failures were repaired", () => {
    const { report } = only([
      record("a", {
        failures: { "unknown-column": 2, "syntax-error": 1 },
        repaired: 2,
        repairedByCode: { "unknown-column": 1, "syntax-error": 1 },
      }),
      record("b", {
        failures: { "unknown-column": 2 },
        repaired: 1,
        repairedByCode: { "unknown-column": 1 },
      }),
      record("c"),
    ]);
    const table = reportParts(report).troubles.find(({ title }) => title === "Failures of actions");
    expect(table?.rows).toEqual([
      ["unknown-column", "4, 50.0 % repaired"],
      ["syntax-error", "1, 100.0 % repaired"],
      ["all", "5, 60.0 % repaired"],
      ["replies that were no action", "0"],
    ]);
  });

  it("say over how many questions a measure is where not all have it", () => {
    const { report } = only([record("a"), record("b", { scores: { va: 1 }, groups: { part: "unclear" } })], {
      tasks: 2,
    });
    expect(reportParts(report).result.rows.map(([, cell]) => cell)).toEqual([
      "100.0 %, n = 1",
      "100.0 % (34.2–100.0)",
      "2",
    ]);
    const groups = reportParts(report).groups.flatMap(({ rows }) => rows);
    expect(groups).toContainEqual(["unclear", "react", "–", "100.0 %", "1"]);
  });

  it("tell what the oracle is, so that nobody takes its figures for a model's", () => {
    const { report } = only([record("a")], {
      configurations: [configuration("react", { decider: "oracle" })],
      tasks: 1,
    });
    expect(report.leftOut.join()).toContain("nothing about a model");
    expect(only([record("a")], { tasks: 1 }).report.leftOut).toEqual([]);
  });

  it("tell which questions the built-in rules cannot read, since they count as not right", () => {
    const { report } = only(
      [record("a"), record("b", { outcome: "failed", reason: "model-not-configured", scores: { ex: 0 } })],
      { configurations: [configuration("react", { decider: "built-in" })], tasks: 2 },
    );
    expect(report.leftOut).toContain(
      "react: the built-in rules cannot read what 1 question of 2 asked of an API; each failed, and counts as not right.",
    );
  });

  it("tell how many were drawn or named", () => {
    const drawn = only([], { sample: { size: 30, seed: 7 }, tasks: 30 }).report.leftOut;
    expect(drawn).toContain("A sample of 30 questions was drawn with the seed 7.");
    const all = only([], { sample: { size: 30, seed: 7 }, tasks: 4 }).report.leftOut;
    expect(all).toContain("A sample of 30 questions was asked for, and there are no more than 4.");
    const named = only([], { only: ["a", "b"], tasks: 2 }).report.leftOut;
    expect(named).toContain("Asked by name: 2 questions.");
  });

  it("are told to be incomplete while answers are missing, and are there for a run without any", () => {
    const { report, first } = only([record("a")], { repeats: 2, notes: ["Two questions are left out."] });
    expect(report.items).toEqual({ planned: 8, finished: 1 });
    expect(report.leftOut).toEqual([
      "Two questions are left out.",
      "Not there yet and in no figure: 7 of 8 answers.",
    ]);
    expect(first.items).toBe(1);
    expect(only([]).first).toMatchObject({
      items: 0,
      measures: {},
      efficiency: { rounds: { questions: 0 } },
    });
  });

  it("show measures in the benchmark's order, with those that it does not know behind", () => {
    const { report } = only([record("a", { scores: { va: 1, other: 2, ex: 1 } })]);
    expect(report.measures.map(({ id }) => id)).toEqual(["ex", "va", "other"]);
  });

  it("are not made of records of another run", () => {
    expect(() => only([record("a", { configuration: "decoupled" })])).toThrow(
      expect.objectContaining({ code: "data-invalid" }),
    );
  });
});

describe("the figures of a report of what may ask", () => {
  it("set what may ask beside the same that may not, over the questions that both have", () => {
    const configurations = [configuration("react"), configuration("react asking", { ask: true })];
    const right = { scores: { ex: 1, va: 1 } };
    const missed = { scores: wrong };
    const asked = { questions: 2, needed: 1, relevant: 1, answered: 1 };
    const report = buildReport(
      manifest({ configurations, tasks: 3 }),
      [
        record("a", right),
        record("b", missed),
        record("c", missed),
        record("a", { ...right, configuration: "react asking", asked: { ...asked, questions: 0 } }),
        record("b", { ...right, configuration: "react asking", asked }),
      ],
      { id: "r1", measures: MEASURES },
    );
    expect(report.asking).toHaveLength(1);
    expect(report.asking?.[0]).toMatchObject({ questions: 2, onlyA: 1, onlyB: 0 });
    expect(report.asking?.[0]?.measures["ex"]).toMatchObject({ meanA: 0.5, meanB: 1, wins: 1, losses: 0 });
    expect(report.configurations[1]?.asked).toMatchObject({ items: 2, questions: 2, answered: 2 });
    expect(reportMarkdown(report)).toMatch(
      /## With asking beside without[^#]*\| react asking \| EX \| 2 \| 50\.0 % \| 100\.0 % \|/u,
    );
    expect(reportMarkdown(report)).toMatch(
      /## Questions to the user[^#]*\| react asking \| 2 \| 2 \| 1\.00 \| 2 \| 0 \| 2 \| 2 \|/u,
    );
    expect(buildReport(manifest(), [record("a")], { id: "r1" })).not.toHaveProperty("asking");
  });
});

function written(records: readonly ItemRecord[], more: Partial<Manifest> = {}): string {
  return reportMarkdown(buildReport(manifest(more), records, { id: "r1", measures: MEASURES }));
}

describe("a report in Markdown", () => {
  const text = written([record("a"), record("b", { scores: wrong }), record("c"), record("d")], {
    notes: ["Three questions have no gold that runs."],
    sample: { size: 4, seed: 9 },
  });

  it("says in its first lines what was run, on what, how many, the results, the cost and what is left out", () => {
    const first = text.split("\n").slice(0, 32).join("\n");
    expect(first).toContain("# Evaluation of made-up");
    expect(first).toContain("4 questions, by 1 configuration: 4 of 4 answers are there");
    expect(first).toContain("made-up/small");
    expect(first).toMatch(
      /\| EX \| 75\.0 % \(\d+\.\d–100\.0\) \|\n\| VA \| 100\.0 % \(51\.0–100\.0\) \|\n\| Questions \| 4 \|/u,
    );
    expect(first).toContain("0.0012 USD");
    expect(first).toContain("- Three questions have no gold that runs.");
    expect(first).toContain("drawn with the seed 9");
  });

  it("says an unknown cost to be unknown, and never 0", () => {
    const unknown = written(
      [record("a"), record("b")].map(({ cost: _, ...rest }) => rest),
      { prices: {} },
    );
    expect(unknown).toMatch(/\| react \|.*\| unknown \|.*\| unknown \|/u);
    expect(unknown).not.toMatch(/\b0(?:\.0+)? USD/u);
  });

  it("shows names from data as text: no cell, heading or tag comes of them", () => {
    const hostile = "a|b\n# c <script>alert(1)</script> [x](http://example.com) \u202e*d*";
    const shown = written([record("a", { groups: { [hostile]: hostile }, error: hostile })], {
      notes: [hostile],
      configurations: [configuration("react")],
    });
    expect(shown).not.toMatch(/<script|\u202e|(?<!\\)\]\(|^# c/mu);
    expect(shown).toContain(String.raw`a\|b \# c &lt;script>`);
    for (const block of shown.split("\n\n").filter((part) => part.startsWith("|"))) {
      const counts = block.split("\n").map((line) => line.split(/(?<!\\)\|/u).length);
      expect(new Set(counts).size).toBe(1);
    }
  });
});
