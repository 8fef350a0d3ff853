import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { reportMarkdown } from "../../../src/evaluation/report/report-markdown.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const wrong = { ex: 0, va: 1 };

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
