import { describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { iterative, sequential } from "../../../../src/agent/strategies/long-form/long-form.ts";
import { EGRESS_LEVELS } from "../../../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { CANARY, canaryDatabase } from "../../../privacy/canary-database.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { inTurn, query, readBy, report, reported } from "./report-fixture.ts";

const PEOPLE = query(
  1,
  "What each person earns.",
  "SELECT p.name, p.salary AS pay, c.name AS place FROM person p JOIN city c ON c.id = p.city_id ORDER BY 2 DESC",
);
const ONE = query(2, "The first of all.", "SELECT * FROM person ORDER BY id LIMIT 1");
const EMPTY = query(3, "Nobody.", "SELECT name FROM person WHERE salary < 0");
const WRONG = query(4, "Wrong.", "SELECT nam, 'cnary-1' FROM city WHERE country = 'anary-C1'");
const QUERIES = [PEOPLE, ONE, EMPTY, WRONG];

/** Sources that are right, wrong in each way, and numbers of the writer's own. */
const SUMMARY = [
  "{Q1:1.name} earns {Q1:1.pay}, 5 [Q1:2.pay] more than 12 % [share(Q1:1.pay, sum(Q1.pay))].",
  "{Q1:1.nothing} {Q9} {Q1:99.pay} {sum(Q1.name)} {Q1:1.pay / 0} {Q3} {Q1:1.naem} 31415 {Q2.name",
  // Names of queries may be written small.
  "It is 7 [q1:2.pay], and Bob [q1:1.name], {sum(q1.name)} and {q1.naem}.",
].join(" ");

describe.each([
  ["sequential", sequential],
  ["iterative", iterative],
] as const)("what the roles of %s read of the values", (_, strategy) => {
  it.each(EGRESS_LEVELS)("at the level %s", async (level) => {
    const raw = await canaryDatabase(temporaryFolder());
    const charts = [
      { title: "a", form: "line", query: "Q1", x: "name", y: ["pay"] },
      { title: "b", form: "bar", query: "Q1", x: "name", y: ["place"] },
    ];
    const { outcome, requests } = await reported(
      inTurn({
        planner: [
          { calls: [{ tool: "get_distinct_values", arguments: { table: "city", column: "name" } }] },
          { plan: ["What is earned."] },
        ],
        writer: [{ queries: QUERIES }, { queries: [{ ...WRONG, name: "Q4" }] }],
        investigator: [
          { missing: "Pay.", queries: QUERIES.slice(0, 3) },
          { missing: "More.", queries: [WRONG] },
          { enough: true },
        ],
        synthesiser: [report(SUMMARY, { charts })],
      }),
      {
        environments: [withEgress(raw, level)],
        task: { question: "Who earns most?" },
        strategy: strategy(),
      },
    );
    await raw.close();
    const read = requests.map(readBy).join("\n");
    expect(CANARY.test(read), read.match(CANARY)?.[0]).toBe(level === "all");
    expect(requests.filter(({ role }) => role === "synthesiser")).toHaveLength(3);
    expect(requests.some(({ problems }) => problems.length > 0)).toBe(true);
    expect(read).toContain("Rows: 8; columns: name, pay, place");
    // The person's report is whole at each level.
    expect(outcome.type).toBe("answered");
    expect(JSON.stringify(outcome.type === "answered" && outcome.report?.summary)).toMatch(CANARY);
    if (level === "all") return;
    expect(read).toContain("pay: number, 7 different, 1 NULL");
    expect(read).toContain("You cannot know the figure before [Q1:2.pay]. Write {Q1:2.pay} instead of both.");
    expect(read).toContain("{Q1:1.nothing}: It comes to nothing.");
    expect(read).toMatch(/the number "?31415"? has no source/u);
  });
});

describe("what a provider receives of a report's making", () => {
  it.each(EGRESS_LEVELS)("at the level %s", async (level) => {
    const raw = await canaryDatabase(temporaryFolder());
    const replies: Readonly<Record<string, JsonObject>> = {
      plan: { thought: "", plan: ["What is earned."] },
      queries: { thought: "", queries: QUERIES },
      mended_queries: { thought: "", queries: [] },
    };
    const model = scriptedModel(({ responseFormat }) => {
      const form = responseFormat?.type === "json" ? (responseFormat.name ?? "") : "";
      return { text: JSON.stringify(replies[form] ?? report(SUMMARY)) };
    });
    const { outcome } = await runTask(
      runOptions([], {
        environments: [withEgress(raw, level)],
        task: { question: "Who earns most?" },
        strategy: sequential(),
        policy: llmPolicy({ model, retries: 0 }),
      }),
    );
    await raw.close();
    expect(outcome.type).toBe("answered");
    // Without the random ids of the calls, whose digits may look like a canary's.
    const received = JSON.stringify(model.requests.map(({ providerOptions: _ids, ...request }) => request));
    expect(CANARY.test(received), received.match(CANARY)?.[0]).toBe(level === "all");
    expect(received.includes("the person is shown the real answer")).toBe(level !== "all");
  });
});
