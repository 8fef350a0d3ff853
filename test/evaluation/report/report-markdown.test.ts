import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { compareRuns } from "../../../src/evaluation/report/compare-runs.ts";
import { comparisonMarkdown, reportMarkdown } from "../../../src/evaluation/report/report-markdown.ts";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const wrong = { ex: 0, va: 1 };

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

  it("shows two runs beside each other with differences and who was right where", () => {
    const run = (id: string, records: readonly ItemRecord[]) => ({ id, manifest: manifest(), records });
    const comparison = compareRuns(
      run("before", [record("a"), record("b", { scores: wrong }), record("c")]),
      run("after", [record("a"), record("b"), record("d")]),
      { measures: MEASURES },
    );
    const compared = comparisonMarkdown(comparison);
    expect(compared).toContain("# after beside before on made-up");
    expect(compared).toMatch(
      /\| EX \| 2 \| 50\.0 % \| 100\.0 % \| \+50\.0 % \(0\.0 % to \+100\.0 %\) \| 1 \| 0 \| 1 \|/u,
    );
    expect(compared).toContain("1 only by react of before, 1 only by react of after");
  });
});
