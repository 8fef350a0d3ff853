import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../../src/evaluation/report/report.ts";
import type { ItemRecord } from "../../../../src/evaluation/run/configuration.ts";
import {
  type RecordedRequest,
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../../../src/testing/scripted-openai-server.ts";
import { cliIn } from "../../../cli/cli-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const data = join(folder, "set");
const usage = { inputTokens: 100, outputTokens: 10 };
const says = (output: unknown): ServerTurn => ({ text: JSON.stringify(output), usage });

const STRATEGIES = ["sequential", "no-interaction", "guessing", "react"];

let agent: ScriptedOpenAiServer;
let judge: ScriptedOpenAiServer;

beforeAll(async () => {
  const shop = join(data, "database", "shop");
  mkdirSync(shop, { recursive: true });
  writeFileSync(
    join(shop, "schema.sql"),
    "CREATE TABLE sale (year INTEGER, tickets INTEGER); INSERT INTO sale VALUES (2024, 30), (2025, 45);",
  );
  const question = { db_id: "shop", answer: "Sales rose from 30 to 45." };
  writeFileSync(
    join(data, "questions.json"),
    JSON.stringify([
      { ...question, id: "c", type: "conclusive", question: "Did sales rise?" },
      { ...question, id: "i", type: "interpretive", question: "How well did we sell?" },
    ]),
  );
  agent = await startScriptedOpenAiServer((request) => agentTurn(JSON.stringify(request.body["messages"])));
  judge = await startScriptedOpenAiServer(judgeTurn);
});
afterAll(async () => {
  await agent.close();
  await judge.close();
});

function agentTurn(asked: string): ServerTurn {
  if (asked.includes("Look around (")) return says({ thought: "By year.", plan: ["Sum tickets by year."] });
  if (asked.includes("Write the queries.")) {
    const sql = (text: string) => ({ step: 1, purpose: "Tickets by year.", sql: text });
    return says({
      thought: "One query.",
      queries: [
        sql("SELECT 2024 AS year, 30 AS tickets UNION ALL SELECT 2025, 45"),
        sql("SELECT 2024 AS year WHERE 1 = 0"),
      ],
    });
  }
  if (asked.includes("Mend these queries")) return says({ thought: "Right as it is.", queries: [] });
  if (asked.includes("Write the report.")) {
    return says({
      thought: "Both years.",
      title: "Sales",
      summary: "Sales rose from 30 [Q1:1.tickets] to 45 [Q1:2.tickets].",
      findings: [],
      not_found: [],
      charts: [],
    });
  }
  if (asked.includes("Final Answer") || asked.includes("final_answer") || asked.includes("tool")) {
    return { text: "Thought: count.\nFinal Answer: SELECT 75 AS tickets", usage };
  }
  return says({ thought: "A guess.", title: "Sales", summary: "Sales rose by 99.", findings: [] });
}

function judgeTurn({ body }: RecordedRequest): ServerTurn {
  const asked = JSON.stringify(body["messages"]);
  if (!asked.includes("Reference answer")) return says({ rationale: "Sound.", verdict: "perfect" });
  if (asked.includes("How well did we sell?")) return says({ rationale: "Half of it.", score: 3 });
  const isRight = asked.includes("from 30");
  return says({ rationale: "Compared.", verdict: isRight ? "match" : "not match" });
}

const flags = () => ["--data", data, "--model-url", agent.url, "--model", "scripted", "--concurrency", "1"];

describe("fuxi eval dbqa", () => {
  it("answers by each strategy, is judged, and reports verdicts with their reasons apart from what answering took", async () => {
    const out = join(folder, "report");
    const judged = ["--judge-model", "weighs", "--judge-model-url", judge.url];
    const run = await fuxi(
      ...["eval", "dbqa", ...flags(), ...judged],
      ...["--strategy", STRATEGIES.join(), "--run", "first", "--out", out],
    );
    expect(run.err).not.toContain("fuxi:");
    expect(run.code).toBe(0);
    const { records, ...report } = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report & {
      readonly records: readonly ItemRecord[];
    };
    expect(records.map(({ outcome, unscored }) => unscored ?? outcome)).toEqual(Array(8).fill("answered"));
    const of = (id: string) => report.configurations.find(({ configuration }) => configuration.id === id);
    expect(of("sequential")?.groups["type"]?.["conclusive"]?.measures).toMatchObject({
      "plan-length": { mean: 4 },
      queries: { mean: 2 },
      "valid-queries": { mean: 1 },
      "figures-hold": { mean: 1 },
    });
    expect(of("guessing")?.measures).toMatchObject({
      "valid-queries": { mean: 0 },
      "figures-unsupported": { mean: 1 },
    });
    expect(of("react")?.measures).toMatchObject({ "plan-length": { mean: 0 }, "valid-queries": { mean: 1 } });
    expect(of("sequential")?.judging).toMatchObject({ answers: 2, withoutVerdict: 0, usage: { calls: 2 } });
    const [first] = records;
    expect(first?.judged?.by).toContain("weighs");
    expect(first?.remark).toContain("Compared.");
    expect(first?.usage.calls).toBeGreaterThan(2);
    expect(report.leftOut.join()).toContain("which are in no other figure");
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("Grade against valid queries");

    const table = await fuxi("eval", "table", "dbqa-2", "first");
    expect(table.out).toContain("GPT-4");
    expect(table.out).toMatch(/> scripted, guessing/u);
  });

  it("stands in the table of peer review once its answers are reviewed, and says how until then", async () => {
    const unreviewed = await fuxi("eval", "table", "dbqa-4", "first");
    expect(unreviewed.out).toContain("not reviewed yet, which is done with fuxi eval judges first");
    const judges = ["--model", "weighs", "--model-url", judge.url, "--reviewers", "1", "--meta", "1"];
    const reviewed = await fuxi("eval", "judges", "first", "--only", "c", ...judges);
    expect(reviewed.code).toBe(0);
    const table = await fuxi("eval", "table", "dbqa-4", "first");
    expect(table.out).toMatch(/> .*, interaction planning +1\.00 \(n = 1\)/u);
    expect(table.out).toContain("reviewers weighs; meta-reviewers weighs; ties: 0");
  });

  it("counts without a judge what can be counted, and says how to get the rest", async () => {
    const once = ["--strategy", "guessing", "--only", "c", "--run", "second"];
    const { out, code } = await fuxi("eval", "dbqa", ...flags(), ...once);
    expect(code).toBe(0);
    expect(out).toContain("No judge was named when it was run");
    expect(out).not.toMatch(/Match {2}/u);
    expect((await fuxi("eval", "table", "dbqa-3", "second")).out).toContain("not judged, which");
  });

  it("refuses a judge for sets that have nothing to be judged", async () => {
    const { err, code } = await fuxi(
      ...["eval", "fuxi-cinema", "--policy", "oracle", "--judge-model", "x", "--judge-model-url", judge.url],
    );
    expect(err).toContain('no option "judge"');
    expect(code).toBe(2);
  });

  it("refuses strategies that have a report written where no model decides", async () => {
    const { err, code } = await fuxi(
      ...["eval", "dbqa", "--data", data, "--policy", "built-in", "--strategy", "guessing"],
    );
    expect(err).toContain("guessing has a report written by a language model, and built-in is none.");
    expect(code).toBe(2);
  });

  it("is listed with what it needs", async () => {
    const { out } = await fuxi("eval", "list");
    expect(out).toMatch(/^dbqa {2}DBQA.*\n.*--judge-model.*\n.*Match, Grade, Plan length/mu);
  });
});
