import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { reportPage, scriptJson } from "../../../src/evaluation/report/page/report-page.ts";
import { trajectorySteps } from "../../../src/evaluation/report/page/trajectory-steps.ts";
import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import { HOSTILE, hostileRecord } from "./hostile-text.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const noTrajectory = async (): Promise<readonly RunEvent[]> => [];

function pageOf(
  records: readonly ItemRecord[],
  trajectoryOf: (run: string) => Promise<readonly RunEvent[]> = noTrajectory,
): Promise<string> {
  const report = buildReport(manifest({ tasks: records.length }), records, { id: "r1", measures: MEASURES });
  return reportPage(report, records, { trajectoryOf });
}

const many = (count: number): readonly ItemRecord[] =>
  Array.from({ length: count }, (_, at) => record(`t${at}`));

describe("the page of a report", () => {
  it("says of long answers how long they are, and leaves out trajectories beyond its bound", async () => {
    const long = "x".repeat(11_000);
    const reply = { thought: long, actions: [], usage: { calls: 1 } };
    const event = {
      type: "policy-replied",
      command: "c",
      reply,
      seq: 1,
      parentSeq: null,
      role: "agent",
      at: "",
    };
    const events = Array.from({ length: 1000 }, () => event) as unknown as readonly RunEvent[];
    const page = await pageOf(
      many(8).map((each) => ({ ...each, answer: "長".repeat(5000) })),
      async () => events,
    );
    expect(page).toContain("長…(5,000 characters)");
    expect(page.match(/^null/gmu)?.length).toBe(3);
  });

  it("names nothing that would have to be loaded from elsewhere, and lets only its own script run", async () => {
    const text = await pageOf(many(3));
    expect(text).not.toMatch(/<\w[^<>]*\s(?:src|href)\s*=\s*["']?(?!["']?#)/u);
    expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\//u);
    const script = /<script>([\s\S]*?)<\/script>/u.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(text).toContain(`script-src 'sha256-${hash}';`);
    expect(text).toContain("default-src 'none'");
  });

  it("holds data as text only, wherever they stand", async () => {
    const text = await pageOf([record("a", hostileRecord), record("b")]);
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
    expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
      ["said", "Thought · 1,200 in, 7 out, 12 ms"],
      ["failure", "Failed action shop.search_by_SQL · 12 ms"],
      ["action", "Action shop.search_by_SQL · 12 ms"],
      ["question-asked", "Question to the user"],
      ["reply", "User"],
      ["refused", "Answer, refused"],
      ["answer", "Answer"],
      ["note", ""],
    ]);
    expect(steps[1]?.blocks).toEqual(["SELECT 1", "error unknown-column: There is no such column."]);
    expect(steps[2]?.blocks[1]).toContain("It is empty.");
    expect(steps[3]?.blocks).toEqual(["1. 2024"]);
    expect(steps[6]).toMatchObject({ blocks: ["SELECT n"], rows: { rows: [["1"], ["NULL"]], total: 2 } });
    expect(scriptJson(steps)).not.toMatch(/[<\u202e\u2028]/u);
    expect(JSON.parse(scriptJson(steps))).toEqual(steps);
  });

  it("is made for a run without an answer, and for measures that nobody has", async () => {
    expect(await pageOf([])).toContain("<h2>Results</h2>");
    const unscored = record("a", { scores: {} });
    const report = buildReport(manifest({ configurations: [configuration("react")] }), [unscored], {
      id: "r",
      measures: MEASURES,
    });
    expect(report.measures).toEqual([]);
    expect(await reportPage(report, [unscored], { trajectoryOf: noTrajectory })).toContain("Evaluation of");
  });
});
