import { describe, expect, it } from "vitest";
import { MATERIAL_BOUNDS } from "../../../src/evaluation/judges/judge.ts";
import { judgedMaterial } from "../../../src/evaluation/judges/judged-material.ts";
import { reviewInput } from "../../../src/evaluation/judges/review.ts";
import { NO_USAGE } from "../../../src/model/usage.ts";
import type { LongFormAnswer } from "../../../src/trajectory/long-form-answer.ts";
import { accepted, answered, eventsOf, finished, started, thought } from "./judged-events.ts";

const report: LongFormAnswer = {
  title: "Sales",
  summary: ["Lyon."],
  findings: [],
  notFound: [],
  charts: [],
  plan: ["Sum sales by city", "Compare years"],
  queries: [
    {
      name: "Q1",
      purpose: "Sales by city",
      environment: "shop",
      sql: "SELECT city, sum(amount) FROM sale GROUP BY city",
      outcome: "rows",
      columns: ["city", "total"],
      rows: [["Lyon", 3]],
      total: 1,
    },
    {
      name: "Q2",
      purpose: "Sales by year",
      environment: "shop",
      sql: "SELECT yr FROM sale",
      outcome: "failed",
      columns: [],
      rows: [],
      total: 0,
      remark: "no such column: yr",
    },
  ],
};

describe("what is judged of a run", () => {
  it("is the plan and the queries of a long-form answer, whatever the agent thought on the way", () => {
    const events = eventsOf([started(), thought("Hm."), accepted("SELECT 1"), answered("Lyon.", report)]);
    const { plan, steps, answer } = judgedMaterial(events);
    expect(plan?.text).toBe("1. Sum sales by city\n2. Compare years");
    expect(steps.map(({ name, purpose }) => [name, purpose])).toEqual([
      ["Q1", "Sales by city"],
      ["Q2", "Sales by year"],
    ]);
    expect(steps[0]?.result.text).toBe("1 row\ncity | total\nLyon | 3");
    expect(steps[1]?.result.text).toBe("failed: no such column: yr");
    expect(answer?.text).toBe("Lyon.");
  });

  it("is of another strategy the thoughts, what was built, and what was handed in", () => {
    const action = { environment: "shop", tool: "where", arguments: { condition: "city = 'Lyon'" } };
    const looked = { environment: "shop", tool: "describe_tables", arguments: {} };
    const observation = { text: "3 rows", data: {}, warnings: [], notes: [] };
    const built = { environment: "shop", kind: "database", version: 1, state: {} };
    const events = eventsOf([
      started(),
      thought("Look at the sales."),
      { type: "action-observed", command: "c", action: looked, observation },
      { type: "action-observed", command: "c", action, observation, workspace: built },
      {
        type: "policy-replied",
        command: "c",
        reply: { thought: "It is Lyon.", actions: [], claim: { claim: {} }, usage: NO_USAGE },
      },
      accepted("SELECT city FROM sale"),
      answered("Lyon"),
    ]);
    const { plan, steps } = judgedMaterial(events);
    expect(plan?.text).toBe("1. Look at the sales.");
    expect(steps.map(({ asked }) => asked.text)).toEqual([
      `where({"condition":"city = 'Lyon'"})`,
      "SELECT city FROM sale",
    ]);
  });

  it("has no answer where the run has none, and keeps the rest", () => {
    const stopped = finished({ type: "stopped", reason: "steps", message: "Enough." });
    const material = judgedMaterial(eventsOf([started(), thought("Look."), stopped]));
    expect(material).not.toHaveProperty("answer");
    expect(material.plan?.text).toBe("1. Look.");
    const declined = finished({ type: "unanswerable", reason: "No sales are kept.", words: [] });
    expect(judgedMaterial(eventsOf([started(), declined])).answer?.text).toContain("No sales are kept.");
  });

  it("is bounded, and says in the prompt what was cut", () => {
    const rows = Array.from({ length: 57 }, (_, at) => [`city ${at}`, "x".repeat(500)]);
    const many = Array.from({ length: MATERIAL_BOUNDS.steps + 2 }, (_, at) => accepted(`SELECT ${at}`, rows));
    const events = eventsOf([started(), thought("p".repeat(9000)), ...many, answered("a".repeat(20_000))]);
    const material = judgedMaterial(events, { description: "d".repeat(50_000) });
    const input = reviewInput(material, "synthesis");
    expect(input.length).toBeLessThan(130_000);
    for (const said of [
      "What the database holds (cut: the first 24,000 of 50,000 characters are shown)",
      "Plan (cut: the first 8,000 of 9,003 characters are shown)",
      "(cut: the last 30 of 32 are shown)",
      "the first 20 of 57 rows are shown",
      "Answer (cut: the first 12,000 of 20,000 characters are shown)",
    ])
      expect(input).toContain(said);
  });

  it("tells what the agent knew besides the question", () => {
    const task = { question: "And by month?", oracleKnowledge: "Sold means paid." };
    const { known } = judgedMaterial(eventsOf([started({ task })]));
    expect(known).toEqual(["Given with the question: Sold means paid."]);
  });
});
