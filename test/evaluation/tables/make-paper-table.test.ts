import { describe, expect, it } from "vitest";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";
import {
  type Cell,
  lengthRows,
  makePaperTable,
  paperTableMarkdown,
  partTables,
  type StoredRun,
} from "../../../src/evaluation/tables/paper-table.ts";
import { PAPER_TABLES } from "../../../src/evaluation/tables/paper-tables.ts";
import { configuration, manifest, record } from "../report/made-up-run.ts";

const recordOf = ({ task, ...more }: Partial<ItemRecord> & Pick<ItemRecord, "task">) =>
  record(task, { groups: {}, actions: 2, ...more });
const runOf = (
  benchmark: string,
  records: readonly ItemRecord[],
  more: Partial<Manifest> = {},
): StoredRun => ({
  id: "my-run",
  manifest: manifest({ benchmark, tasks: new Set(records.map(({ task }) => task)).size, ...more }),
  records,
});

const values = (cells: readonly Cell[] | undefined) =>
  cells?.map((cell) => (cell === null || typeof cell === "string" ? cell : Number(cell.value.toFixed(3))));

const tableOf = (name: string, ...runs: readonly StoredRun[]) => makePaperTable(PAPER_TABLES, name, runs);
const ownRow = (name: string, run: StoredRun) => tableOf(name, run).parts[0]?.rows.at(-1);

const bird = runOf("bird", [
  recordOf({ task: "a", groups: { content: "yes" }, scores: { ex: 1, va: 1 } }),
  recordOf({ task: "b", groups: { content: "yes" }, scores: { ex: 0, va: 1 } }),
  recordOf({ task: "c", groups: { content: "no" }, scores: { ex: 0, va: 0 } }),
  recordOf({ task: "d", scores: { ex: 1, va: 1 }, usage: { calls: 1 } }),
  recordOf({ task: "e", scores: {}, unscored: "engine-unavailable" }),
]);
const counted = { "plan-length": 40, queries: 3, "valid-queries": 2, "answer-length": 120 };
const conclusive = { groups: { type: "conclusive" } };
const longForm = runOf("dbqa", [
  recordOf({ task: "a", ...conclusive, scores: { ...counted, match: 1 } }),
  recordOf({ task: "b", ...conclusive, scores: { ...counted, match: 0, queries: 4 } }),
  recordOf({ task: "c", ...conclusive, scores: { ...counted } }),
  recordOf({ task: "d", groups: { type: "interpretive" }, scores: { ...counted, grade: 3 } }),
]);
const asked = { questions: 3, needed: 1, relevant: 2, answered: 3 };
const itool = runOf("itool", [
  recordOf({ task: "a", groups: { category: "missing" }, scores: { success: 1 } }),
  recordOf({ task: "b", groups: { category: "unclear" }, scores: { success: 0 } }),
  recordOf({ task: "c", groups: { category: "problematic" }, scores: { success: 1 }, asked }),
]);
const repeated = runOf(
  "bird",
  [0, 1].flatMap((repeat) => [
    recordOf({ task: "a", repeat, scores: { ex: 1, va: 1 } }),
    ...(repeat === 0 ? [recordOf({ task: "b", scores: { ex: 0, va: 1 } })] : []),
  ]),
  { repeats: 2 },
);
const freebase = runOf("kbqa-agent", [
  recordOf({ task: "a", groups: { function: "counting" }, scores: { f1: 0.5, va: 1 } }),
]);

describe("a table of a paper", () => {
  it.each(PAPER_TABLES)(
    "$name has as many cells as columns, and figures of the paper alone without a run",
    ({ name, benchmarks }) => {
      const { parts, commands } = tableOf(name);
      for (const { columns, rows } of parts) {
        expect(rows.length).toBeGreaterThan(1);
        for (const { cells, whose } of rows) expect([cells.length, whose]).toEqual([columns.length, "paper"]);
      }
      expect(commands.length > 0).toBe(benchmarks.length > 0);
    },
  );

  it.each<readonly [string, StoredRun, readonly (number | string | null)[]]>([
    ["middleware-1", bird, [0, 0, 50, 100, 50, 75]],
    ["middleware-d4", repeated, [null, null, 50]],
    ["middleware-2", freebase, [50, 100, null, null, null, null, 50, 100]],
    ["middleware-d2", bird, [1000, 1.5, 2, "∞", 50]],
    ["dbqa-2", longForm, [0.5, 3, 40, 40, 3.333, 3, 2, 2, 120, 120]],
    ["dbqa-3", longForm, [0.5, 3]],
    ["qwn-6-1", itool, [null, 0.5, 1, null, null]],
    ["qwn-6-2", itool, [0, 0, 2, 1, 0, 0, 2, 1, 3]],
  ])("%s has a run below the paper's rows", (name, run, cells) => {
    expect(ownRow(name, run)).toMatchObject({
      whose: "ours",
      label: expect.stringContaining("made-up/small, react (2026-01-02"),
    });
    expect(values(ownRow(name, run)?.cells)).toEqual(cells);
    expect(tableOf(name, run).commands).toEqual([]);
  });

  it("says what of a run is not the paper's setting", () => {
    const run = runOf("bird", bird.records, {
      options: { split: "mini-dev", dialect: "mysql" },
      tasks: 8,
      notes: ["3 questions are left out: their databases are not in the folder."],
    });
    const said = tableOf("middleware-1", run).notes.at(-1);
    for (const part of [
      "5 questions, not the 1534 of the paper",
      "split mini-dev, dialect mysql",
      "only 5 of 8 questions have been answered yet",
      "1 of 5 answers could not be scored",
      "3 questions are left out",
      "without oracle knowledge",
    ]) {
      expect(said).toContain(part);
    }
  });

  it("says how many failed, which are zeros in the means", () => {
    const failed = recordOf({ task: "z", outcome: "failed", scores: { ex: 0, va: 0 } });
    const said = tableOf("middleware-1", runOf("bird", [...bird.records, failed])).notes.at(-1);
    expect(said).toContain("1 of 6 failed");
    expect(tableOf("middleware-1", bird).notes.at(-1)).not.toContain("failed");
  });

  it("says who judged, and how many verdicts there are not", () => {
    const record = recordOf({ task: "a", groups: { type: "conclusive" }, scores: {} });
    const judged = { by: "judge", rationale: "It could not be read.", usage: { calls: 3 } };
    const beside = tableOf("dbqa-2", runOf("dbqa", [{ ...record, judged }])).notes.join();
    expect(beside).toContain("judged by judge, 1 answers without a verdict");
    expect(tableOf("dbqa-2", longForm).notes.join()).toContain(
      "not judged, which a run with --judge-model is",
    );
  });

  it("counts a set of ours, longer solutions with the longest, clear queries in no row", () => {
    const rows = lengthRows([
      { category: "missing", steps: 1 },
      { category: "unclear", steps: 6 },
      { category: "unsupported", steps: 0 },
      { category: "clear", steps: 2 },
    ]);
    expect(values(rows[0]?.cells)).toEqual([0, 1, 0, 0, 1, 3.5]);
    expect(values(rows.at(-1)?.cells)).toEqual([1, 1, 0, 0, 1, 3.5]);
  });

  it("refuses a run over other data, a run where none belongs, and a name that no table has", () => {
    const usage = (hint: string) =>
      expect.objectContaining({ code: "usage", hint: expect.stringContaining(hint) });
    expect(() => tableOf("middleware-2", bird)).toThrow(usage("Name a run of kbqa-agent."));
    expect(() => tableOf("qwn-4-2", bird)).toThrow(usage("Leave the run out."));
    expect(() => tableOf("midleware-1")).toThrow(usage("middleware-1"));
  });
});

describe("the forms of a table", () => {
  it("mark ours, with the intervals explained", () => {
    const [part] = partTables(tableOf("middleware-1", bird));
    expect(part?.rows.at(-1)?.[0]).toMatch(/^> made-up/u);
    expect(part?.note).toContain("95 % interval");
    expect(partTables(tableOf("middleware-1"))[0]?.note).toBeUndefined();
  });

  it("are Markdown whose cells are nothing but text", () => {
    const hostile = runOf("bird", bird.records, {
      configurations: [configuration("react", { model: "a|b<script>\u202e*x*" })],
    });
    const text = paperTableMarkdown(tableOf("middleware-1", hostile));
    expect(text).toContain("a\\|b&lt;script>");
    expect(text).not.toContain("\u202e");
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    expect(new Set(rows.map((line) => line.replaceAll("\\|", "").split("|").length))).toEqual(new Set([9]));
  });
});
