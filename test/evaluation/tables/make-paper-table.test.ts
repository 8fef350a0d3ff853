import { describe, expect, it } from "vitest";
import { makePaperTable, PAPER_TABLES } from "../../../src/evaluation/tables/make-paper-table.ts";
import { type Cell, tableMarkdown } from "../../../src/evaluation/tables/paper-table.ts";

import { tableText } from "../../../src/evaluation/tables/table-text.ts";
import { configurationOf, recordOf, runOf } from "./made-up-run.ts";

const values = (cells: readonly Cell[] | undefined) =>
  cells?.map((cell) => (cell === null || typeof cell === "string" ? cell : Number(cell.value.toFixed(3))));

const bird = runOf("bird", [
  recordOf({ task: "a", groups: { content: "yes" }, scores: { ex: 1, va: 1 } }),
  recordOf({ task: "b", groups: { content: "yes" }, scores: { ex: 0, va: 1 } }),
  recordOf({ task: "c", groups: { content: "no" }, scores: { ex: 0, va: 0 } }),
  recordOf({ task: "d", scores: { ex: 1, va: 1 }, usage: { calls: 1 } }),
  recordOf({ task: "e", scores: {}, unscored: "engine-unavailable" }),
]);

describe("a table of a paper", () => {
  it.each(PAPER_TABLES)(
    "$name has the paper's figures alone without a run, and as many cells as columns",
    ({ name, benchmarks }) => {
      const { parts, commands } = makePaperTable(name);
      for (const { columns, rows } of parts) {
        expect(rows.length).toBeGreaterThan(3);
        for (const { cells, whose } of rows) {
          expect(cells).toHaveLength(columns.length);
          expect(whose).toBe("paper");
        }
      }
      expect(commands.length > 0).toBe(benchmarks.length > 0);
    },
  );

  it("has a run below the paper's rows, by the need of content", () => {
    const table = makePaperTable("middleware-1", { runs: [bird] });
    const own = table.parts[0]?.rows.at(-1);
    expect(own).toMatchObject({
      whose: "ours",
      under: "Ours, without oracle knowledge",
      label: "test/small, react (2026-03-04, n = 5)",
    });
    expect(values(own?.cells)).toEqual([0, 0, 50, 100, 50, 75]);
    expect(own?.cells[4]).toMatchObject({ n: 4 });
    expect(table.commands).toEqual([]);
  });

  it("says what of a run is not the paper's setting", () => {
    const run = runOf("bird", bird.records, {
      options: { split: "mini-dev", dialect: "mysql" },
      sample: { size: 5, seed: 9 },
      tasks: 8,
      notes: ["3 questions are left out: their databases are not in the folder."],
    });
    const said = makePaperTable("middleware-1", { runs: [run] }).notes.at(-1);
    for (const part of [
      "5 of the paper's 1,534 questions",
      "2 of them have no label of content",
      "split mini-dev",
      "dialect mysql",
      "a sample of at most 5 questions, seed 9",
      "only 5 of 8 questions have been answered yet",
      "1 of 5 answers could not be scored",
      "3 questions are left out",
    ]) {
      expect(said).toContain(part);
    }
  });

  it("averages repeats of a question before it averages questions", () => {
    const run = runOf(
      "bird",
      [
        recordOf({ task: "a", repeat: 0, scores: { ex: 1, va: 1 } }),
        recordOf({ task: "a", repeat: 1, scores: { ex: 1, va: 1 } }),
        recordOf({ task: "b", repeat: 0, scores: { ex: 0, va: 1 } }),
      ],
      { repeats: 2 },
    );
    const own = makePaperTable("middleware-d4", { runs: [run] }).parts[0]?.rows.at(-1);
    expect(own?.cells.at(-1)).toMatchObject({ value: 50, n: 2 });
  });

  it("says that the published questions of AgentBench are not the 500 of Table 2, with a run and without", () => {
    const run = runOf("kbqa-agent", [
      recordOf({ task: "a", groups: { function: "counting" }, scores: { f1: 0.5, va: 1 } }),
    ]);
    for (const runs of [[], [run]]) {
      expect(makePaperTable("middleware-2", { runs }).notes.join()).toContain("170, and not the 500");
    }
    const own = makePaperTable("middleware-2", { runs: [run] }).parts[0]?.rows.at(-1);
    expect(values(own?.cells)).toEqual([50, 100, null, null, null, null, 50, 100]);
  });

  it("knows what a run took, and leaves out tokens that nobody told", () => {
    const { parts } = makePaperTable("middleware-d2", { runs: [bird] });
    expect(values(parts[0]?.rows.at(-1)?.cells)).toEqual([1000, 1.5, 2, "∞", 50]);
    expect(parts[1]?.rows.every(({ whose }) => whose === "paper")).toBe(true);
  });

  it("puts ablations of one model into one column, those that the paper has not into rows of their own", () => {
    const configurations = [
      configurationOf(),
      configurationOf({ id: "react without get_distinct_values", withoutTools: ["get_distinct_values"] }),
      configurationOf({ id: "react without get_date_format", withoutTools: ["get_date_format"] }),
    ];
    const records = configurations.map(({ id }, at) =>
      recordOf({ task: "a", configuration: id, scores: { ex: at === 0 ? 1 : 0 } }),
    );
    const [part] = makePaperTable("middleware-d3", {
      runs: [runOf("bird", records, { configurations })],
    }).parts;
    expect(part?.columns.map(({ title }) => title)).toEqual([
      "gpt-3.5-turbo-0613",
      "gpt-4-0613",
      "test/small, react (2026-03-04, n = 1)",
    ]);
    const own = Object.fromEntries(part?.rows.map(({ label, cells }) => [label, values(cells)?.[2]]) ?? []);
    expect(own).toMatchObject({
      "All tools": 100,
      "Without get_distinct_values": 0,
      "Without is_value_in_column": null,
      "Without get_date_format": 0,
    });
  });

  it("has long-form answers by the type of their question, repeats averaged, and what was not judged in no mean", () => {
    const conclusive = { groups: { type: "conclusive" } };
    const counted = { "plan-length": 40, queries: 3, "valid-queries": 2, "answer-length": 120 };
    const run = runOf("dbqa", [
      recordOf({ task: "a", ...conclusive, scores: { ...counted, match: 1 } }),
      recordOf({ task: "b", ...conclusive, scores: { ...counted, match: 0, queries: 4 } }),
      recordOf({ task: "c", ...conclusive, scores: { ...counted } }),
      recordOf({ task: "d", groups: { type: "interpretive" }, scores: { ...counted, grade: 3 } }),
    ]);
    const own = makePaperTable("dbqa-2", { runs: [run] }).parts[0]?.rows.at(-1);
    expect(values(own?.cells)).toEqual([0.5, 3, 40, 40, 3.333, 3, 2, 2, 120, 120]);
    expect(own?.cells[0]).toMatchObject({ n: 2 });
    expect(values(makePaperTable("dbqa-3", { runs: [run] }).parts[0]?.rows.at(-1)?.cells)).toEqual([0.5, 3]);
  });

  it("says how many verdicts of a judge could not be read, whose cells may be empty", () => {
    const record = recordOf({ task: "a", groups: { type: "conclusive" }, scores: {} });
    const run = runOf("dbqa", [record]);
    const judging = { run: run.id, items: [record.item], reviewers: [], metaReviewers: [], temperature: 0.7 };
    const reviews = {
      judging: { ...judging, reference: "judge", withDescription: true },
      rows: [],
      verdicts: new Map(),
      malformed: new Set([record.item]),
    };
    const afterwards = makePaperTable("dbqa-2", { runs: [{ ...run, reviews }] }).notes.join();
    expect(afterwards).toContain("judged afterwards by judge; 1 verdict of 1 malformed");
    expect(afterwards).toContain("--again");
    const judged = { by: "judge", rationale: "It could not be read.", usage: { calls: 3 } };
    const beside = makePaperTable("dbqa-2", { runs: [runOf("dbqa", [{ ...record, judged }])] }).notes.join();
    expect(beside).toContain("1 of 1 answers without a verdict that can be read");
  });

  it("sums Itool's first two categories into the paper's first case, and says which rows are swapped", () => {
    const run = runOf("itool", [
      recordOf({ task: "a", groups: { category: "missing" }, scores: { success: 1 } }),
      recordOf({ task: "b", groups: { category: "unclear" }, scores: { success: 0 } }),
      recordOf({ task: "c", groups: { category: "several-meanings" }, scores: { success: 1 } }),
    ]);
    const table = makePaperTable("qwn-6-1", { runs: [run] });
    expect(table.parts[0]?.rows.map(({ cells }) => values(cells)?.[2])).toEqual([null, 0.5, null, null, 1]);
    expect(table.notes.join()).toContain("last two rows of the paper's table are swapped");
  });

  it("counts the questions of a run by case", () => {
    const run = runOf("itool", [
      recordOf({
        task: "a",
        groups: { category: "problematic" },
        scores: { success: 1 },
        asked: { questions: 3, needed: 1, relevant: 2 },
      }),
    ]);
    const own = makePaperTable("qwn-6-2", { runs: [run] }).parts[1];
    expect(own?.rows.map(({ under, label, cells }) => [under, label, values(cells)?.[2]])).toEqual([
      ["Problematic searching items", "relevant", 2],
      ["Problematic searching items", "irrelevant", 1],
      ["All", "relevant", 2],
      ["All", "irrelevant", 1],
    ]);
  });

  it("counts a set of ours beside the paper's, longer solutions with the longest, clear queries in no row", () => {
    const queries = [
      { category: "missing", steps: 1 },
      { category: "unclear", steps: 6 },
      { category: "unsupported", steps: 0 },
      { category: "clear", steps: 2 },
    ];
    const rows = makePaperTable("qwn-4-2", { sets: [{ title: "Mine", queries }] }).parts[1]?.rows;
    expect(values(rows?.[0]?.cells)).toEqual([0, 1, 0, 0, 1, 3.5]);
    expect(values(rows?.at(-1)?.cells)).toEqual([1, 1, 0, 0, 1, 3.5]);
  });

  it("refuses a run over other data, a run where none belongs, and a name that no table has", () => {
    expect(() => makePaperTable("middleware-2", { runs: [bird] })).toThrow(
      expect.objectContaining({ code: "usage", hint: "Name a run of kbqa-agent." }),
    );
    expect(() => makePaperTable("qwn-4-2", { runs: [bird] })).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
    expect(() => makePaperTable("midleware-1")).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("middleware-1") }),
    );
  });
});

describe("the forms of a table", () => {
  const hostile = runOf("bird", bird.records, {
    configurations: [configurationOf({ model: "a|b<script>\u202e*x*" })],
  });

  it("stand in columns for a terminal, with the intervals explained", () => {
    const text = tableText(makePaperTable("middleware-1", { runs: [bird] }));
    const lines = text.split("\n");
    const width = (start: string) => lines.find((line) => line.startsWith(start))?.length;
    expect(width("> test/small")).toBe(width("  Middleware, error feedback, GPT-4"));
    expect(text).toContain("In brackets: 95 % interval over questions.");
    expect(tableText(makePaperTable("middleware-1"))).not.toContain("In brackets");
  });

  it("are Markdown whose cells are nothing but text", () => {
    const text = tableMarkdown(makePaperTable("middleware-1", { runs: [hostile] }));
    expect(text).toContain("a\\|b&lt;script>");
    expect(text).not.toContain("\u202e");
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    const bars = rows.map((line) => line.replaceAll("\\|", "").split("|").length);
    expect(new Set(bars)).toEqual(new Set([9]));
  });

  it("are JSON that reads back as it was", () => {
    const table = makePaperTable("middleware-d2", { runs: [bird] });
    expect(JSON.parse(JSON.stringify(table))).toEqual(table);
  });
});
