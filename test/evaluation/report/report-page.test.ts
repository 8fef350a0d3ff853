import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { scriptJson } from "../../../src/evaluation/report/page/page-data.ts";
import {
  type ReportFile,
  reportPage,
  trajectorySteps,
} from "../../../src/evaluation/report/page/report-page.ts";

import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import { HOSTILE, hostileRecord } from "./hostile-text.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const noTrajectory = async (): Promise<readonly RunEvent[]> => [];

async function allOf<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function filesOf(
  records: readonly ItemRecord[],
  trajectoryOf: (run: string) => Promise<readonly RunEvent[]> = noTrajectory,
): Promise<readonly ReportFile[]> {
  const report = buildReport(manifest({ tasks: records.length }), records, { id: "r1", measures: MEASURES });
  return await allOf(reportPage(report, records, { trajectoryOf }));
}

const many = (count: number): readonly ItemRecord[] =>
  Array.from({ length: count }, (_, at) => record(`t${at}`));

describe("the page of a report", () => {
  it("is one file up to 1,000 results, and has its trajectories beside it from there on", async () => {
    expect((await filesOf(many(1000))).map(({ path }) => path)).toEqual(["report.html"]);
    const files = await filesOf(many(1001));
    expect(files).toHaveLength(22);
    expect(files[0]?.path).toBe("report-trajectories/0.js");
    expect(files.at(-1)?.path).toBe("report.html");
  });

  it("has its trajectories beside it where few of them are very long", async () => {
    const long = "x".repeat(11_000);
    const events = (at: number) =>
      Array.from({ length: 40 }, (_, seq) => ({
        type: "policy-replied",
        command: "c",
        reply: { thought: `${long}${at}`, actions: [], usage: { calls: 1 } },
        seq: seq + 1,
        parentSeq: null,
        role: "agent",
        at: "2026-01-02T03:04:05.000Z",
      })) as unknown as readonly RunEvent[];
    const files = await filesOf(many(40), async () => events(1));
    expect(files.map(({ path }) => path)).toEqual(["report-trajectories/0.js", "report.html"]);
  });

  it("stays below 20 MB for 10,000 long answers, and says of each how long it is", async () => {
    const long = "長".repeat(5000);
    const records = many(10_000).map((each) => ({ ...each, answer: long, predicted: long, gold: long }));
    const page = (await filesOf(records)).at(-1);
    expect(Buffer.byteLength(page?.text ?? "")).toBeLessThan(20_000_000);
    expect(page?.text).toContain("長…(5,000 characters)");
  });

  it("names nothing that would have to be loaded from elsewhere, and lets only its own script run", async () => {
    const [page] = await filesOf(many(3));
    const text = page?.text ?? "";
    expect(text).not.toMatch(/<\w[^<>]*\s(?:src|href)\s*=\s*["']?(?!["']?#)/u);
    expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\//u);
    const script = /<script>([\s\S]*?)<\/script>/u.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(text).toContain(`script-src 'sha256-${hash}';`);
    expect(text).toContain("default-src 'none'");
  });

  it("holds data as text only, wherever they stand", async () => {
    const [page] = await filesOf([record("a", hostileRecord), record("b")]);
    const text = page?.text ?? "";
    expect(text.match(/<script\b/gu)).toHaveLength(3);
    expect(text.match(/<\/script>/gu)).toHaveLength(3);
    expect(text).not.toMatch(/<img|<svg onload|<!--|\u202e|\u2066|\u2028|\0/u);
    expect(text.match(/<\/(?:title|style)>/gu)).toHaveLength(2);
  });

  it("shows a trajectory as a conversation in order, with what failed and what was warned of", () => {
    const action = { environment: "shop", tool: "search_by_SQL", arguments: { query: "SELECT 1" } };
    const finding = (message: string) => ({ code: "any", message, suggestions: [] });
    const bodies: readonly Record<string, unknown>[] = [
      {
        type: "policy-replied",
        reply: {
          thought: "I look.",
          actions: [action],
          usage: { calls: 1, inputTokens: 1200, outputTokens: 7 },
        },
      },
      {
        type: "action-failed",
        action,
        failure: { code: "unknown-column", message: "There is no such column.", suggestions: [] },
      },
      {
        type: "action-observed",
        action,
        observation: {
          text: "1 row",
          data: {},
          warnings: [finding("It is empty."), finding("1 row")],
          notes: [],
        },
      },
      {
        type: "question-asked",
        clarification: {
          question: "Which year?",
          words: [],
          kind: "missing",
          readings: [{ environment: "shop", text: "2024" }],
        },
      },
      { type: "question-answered", reply: { type: "answered", text: "the last" } },
      {
        type: "claim-refused",
        claim: { text: "SELECT" },
        failure: { code: "syntax-error", message: "It ends too early.", suggestions: [] },
      },
      {
        type: "claim-accepted",
        claim: {},
        answer: { text: HOSTILE, rows: { columns: ["n"], rows: [[1], [null]], total: 2 } },
        evidence: { environment: "shop", kind: "database", sql: "SELECT n" },
      },
      {
        type: "run-finished",
        outcome: { type: "stopped", reason: "steps", message: "15 steps are used up." },
      },
    ];
    const events = bodies.map((body, at) => ({
      command: "c",
      ...body,
      seq: at + 1,
      parentSeq: null,
      role: "agent",
      at: "2026-01-02T03:04:05.000Z",
      milliseconds: 12,
    }));
    const steps = trajectorySteps(events as unknown as readonly RunEvent[]);
    expect(steps.map(({ type }) => type)).toEqual([
      "said",
      "action",
      "action",
      "question",
      "reply",
      "refused",
      "answer",
      "note",
    ]);
    expect(steps[0]).toMatchObject({ text: "I look.", took: "1,200 in, 7 out, 12 ms" });
    expect(steps[1]).toMatchObject({
      isFailure: true,
      tool: "shop.search_by_SQL",
      text: "SELECT 1",
      result: "error unknown-column: There is no such column.",
    });
    expect(steps[2]).toMatchObject({ isFailure: false, warnings: ["It is empty."] });
    expect(steps[3]).toMatchObject({ options: ["2024"] });
    expect(steps[6]).toMatchObject({ query: "SELECT n", rows: { rows: [["1"], ["NULL"]], total: 2 } });
    expect(scriptJson(steps)).not.toMatch(/[<\u202e\u2028]/u);
    expect(JSON.parse(scriptJson(steps))).toEqual(steps);
  });

  it("shows that a long observation was cut, and how long it is", () => {
    const events = [
      {
        type: "action-observed",
        command: "c",
        action: { environment: "e", tool: "t", arguments: {} },
        observation: { text: "y".repeat(50_000), data: {}, warnings: [], notes: [] },
        seq: 1,
        parentSeq: null,
        role: "agent",
        at: "",
      },
    ];
    const [step] = trajectorySteps(events as unknown as readonly RunEvent[]);
    expect(step?.type === "action" && step.result).toMatch(/y…\(50,000 characters\)$/u);
  });

  it("is made for a run without an answer, and for measures that nobody has", async () => {
    const [page] = await filesOf([]);
    expect(page?.text).toContain("<h2>Results</h2>");
    const report = buildReport(
      manifest({ configurations: [configuration("react")] }),
      [record("a", { scores: {} })],
      { id: "r", measures: MEASURES },
    );
    expect(report.measures).toEqual([]);
    const files = await allOf(
      reportPage(report, [record("a", { scores: {} })], { trajectoryOf: noTrajectory, name: "other" }),
    );
    expect(files[0]?.path).toBe("other.html");
  });
});
