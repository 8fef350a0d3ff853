import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { type StructGptOptions, structGpt } from "../../../../src/agent/strategies/baselines/structgpt.ts";
import { structuredInterfaces } from "../../../../src/agent/strategies/baselines/table-interfaces.ts";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { fixtureEnvironment } from "../../../environments/knowledge-base/fixture-environment.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";

let shop: Shop;
let database: Environment;
let graph: Environment;
beforeAll(async () => {
  const [sqlite] = SHOP_ENGINES;
  shop = await (sqlite as (typeof SHOP_ENGINES)[number]).create([
    "CREATE VIEW rich AS SELECT name FROM customer WHERE status = 'A'",
  ]);
  database = await shop.open();
  graph = await fixtureEnvironment();
});
afterAll(async () => {
  await Promise.all([database.close(), graph.close()]);
  await shop.drop();
});

interface Asked extends StructGptOptions {
  readonly steps?: number;
}

async function asked(
  environment: Environment,
  question: string,
  replies: readonly JsonObject[],
  { steps = 15, ...options }: Asked = {},
) {
  const model = scriptedModel(replies.map((reply) => ({ text: JSON.stringify(reply) })));
  const result = await runTask(
    runOptions([], {
      environments: [structuredInterfaces(environment)],
      task: { question },
      strategy: structGpt(options),
      policy: llmPolicy({ model, retries: 0 }),
      limits: { steps },
    }),
  );
  const prompts = model.requests.map(({ prompt }) =>
    prompt
      .map(({ content }) =>
        typeof content === "string"
          ? content
          : content.map((part) => ("text" in part ? part.text : "")).join(""),
      )
      .join("\n"),
  );
  const calls = result.events.flatMap((event) =>
    event.type === "action-observed" ? [event.action.tool] : [],
  );
  return { ...result, prompts, calls, shown: prompts.map(lastData) };
}

const lastData = (prompt: string): string =>
  [...prompt.matchAll(/<data>\n([\s\S]*?)\n<\/data>/gu)].at(-1)?.[1] ?? "";

describe("structgpt over a database", () => {
  const QUESTION = "How many customers live in New York?";
  const SQL =
    "SELECT count(*) FROM customer JOIN city ON city.id = home_city_id WHERE city.name = 'New York'";

  it("reads tables and columns, then the foreign keys of the chosen tables, then writes one query", async () => {
    const { outcome, calls, shown } = await asked(database, QUESTION, [
      { tables: ["City", "customer"] },
      { sql: SQL },
    ]);
    expect(calls).toEqual(["extract_table_and_column_names", "extract_tables_information"]);
    expect(shown[0]).toContain("purchase_line(purchase_id, product_id, quantity)");
    expect(shown[0]).toContain("CREATE VIEW");
    expect(shown[1]?.split("\n")).toEqual([
      "SQL dialect: sqlite",
      "city(id, name, country)",
      "customer(id, name, e mail, status, home_city_id, work_city_id, joined)",
      "customer.home_city_id = city.id",
      "customer.work_city_id = city.id",
    ]);
    expect(outcome).toMatchObject({
      type: "answered",
      evidence: [{ sql: SQL }],
      answer: { rows: { rows: [[1]] } },
    });
  });

  it("shows no row of the database, and no key to a table that was not chosen", async () => {
    const { prompts, shown } = await asked(database, "Which cities?", [
      { tables: ["purchase"] },
      { sql: "SELECT 1" },
    ]);
    for (const cell of ["Paris", "York", "Desk", "Red lamp"]) expect(prompts.join("\n")).not.toContain(cell);
    expect(shown[1]).not.toContain("=");
  });

  it("does not try a query a second time", async () => {
    const { outcome, usage } = await asked(database, QUESTION, [
      { tables: ["city"] },
      { sql: "SELECT nothing FROM city" },
    ]);
    expect(outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("nothing") });
    expect(usage.calls).toBe(2);
  });

  it("asks again for tables where none of the named ones is there", async () => {
    const { outcome, prompts } = await asked(database, QUESTION, [
      { tables: ["people"] },
      { tables: ["city"] },
      { sql: SQL },
    ]);
    expect(prompts[1]).toContain("None of these is a table");
    expect(outcome.type).toBe("answered");
  });
});

describe("structgpt over a knowledge base", () => {
  it("reads relations, then the triples of the chosen one, and hands in the set whose names are the answer", async () => {
    const { outcome, calls, shown } = await asked(graph, "Who starred in Heat?", [
      { relations: ["cast"] },
      { answer: ["robert de niro", "Al Pacino"], more: false },
    ]);
    expect(new Set(calls)).toEqual(new Set(["get_relations", "get_neighbors"]));
    expect(shown[0]).toMatch(/^Relations of Heat: .*\bcast\b/u);
    expect(shown[0]).not.toContain("Pacino");
    expect(shown[1]).toBe("#0 (Heat, cast, Al Pacino | Robert De Niro)");
    expect(outcome).toMatchObject({ type: "answered", evidence: [{ program: "(JOIN (R cast) heat)" }] });
  });

  it("goes on from the objects that it read until the answer is there", async () => {
    const { outcome, shown } = await asked(graph, "Where was the director of Heat born?", [
      { relations: ["director"] },
      { answer: [], more: true },
      { relations: ["bornIn"] },
      { answer: ["Chicago"], more: false },
    ]);
    expect(shown[2]).toContain("#0 (Heat, director, Michael Mann)");
    expect(shown[2]).toContain("Relations of Michael Mann: ");
    expect(shown[3]).toContain("(Michael Mann, bornIn, Chicago)");
    expect(outcome).toMatchObject({
      type: "answered",
      evidence: [{ program: "(JOIN (R bornIn) (JOIN (R director) heat))" }],
    });
  });

  it("answers with the named ones alone where they are not all that a relation leads to", async () => {
    const { outcome } = await asked(graph, "Which actor of Heat was born in 1940?", [
      { relations: ["cast"] },
      { answer: ["Al Pacino"], more: false },
    ]);
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "Al Pacino", members: [{ label: "Al Pacino", id: "pacino" }] },
      evidence: [{ preview: ["#0 (Heat, cast, Al Pacino | Robert De Niro)"] }],
    });
  });

  it("begins from the entities that are given with the question", async () => {
    const { shown } = await asked(graph, "Who starred in it?", [{ relations: [] }], { entities: ["casino"] });
    expect(shown[0]).toMatch(/^Relations of [Cc]asino: /u);
  });

  it.each<[string, readonly JsonObject[], number]>([
    ["no relation helps", [{ relations: [] }], 15],
    ["the triples do not hold it", [{ relations: ["genre"] }, { answer: [], more: false }], 15],
    ["no reply is left for another hop", [{ relations: ["genre"] }, { answer: [], more: true }], 3],
  ])("gives no answer where %s", async (_, replies, steps) => {
    const { outcome, usage } = await asked(graph, "Who wrote Heat?", replies, { steps });
    expect(outcome.type).toBe("unanswerable");
    expect(usage.calls).toBe(replies.length);
  });

  it("shows as many objects of a relation as fit, and how many more there are", async () => {
    const { shown } = await asked(graph, "Which films are of the genre drama?", [
      { relations: ["^genre"] },
      { answer: ["Heat"], more: false },
    ]);
    expect(shown[1]).toMatch(/^#0 \(Drama, \^genre, .*Heat.*\)$/u);
    expect(shown[1]?.split(" | ")).toHaveLength(4);
  });

  it("is not run where values may not reach a model", () => {
    expect(() => structuredInterfaces(withEgress(graph, "masked"))).toThrow("Triples are values");
  });
});

describe("structgpt at any interruption", () => {
  strategyConformance(vitestRunner, {
    options: async () => ({
      ...runOptions(
        (request) =>
          request.kind !== "role"
            ? {}
            : {
                output:
                  request.form.name === "relations"
                    ? { relations: ["cast"] }
                    : { answer: ["Al Pacino"], more: false },
              },
        { environments: [structuredInterfaces(graph)], task: { question: "Who starred in Heat?" } },
      ),
      strategy: structGpt(),
    }),
  });
  strategyConformance(vitestRunner, {
    options: async () => ({
      ...runOptions(
        (request) =>
          request.kind !== "role"
            ? {}
            : {
                output:
                  request.form.name === "tables"
                    ? { tables: ["city"] }
                    : { sql: "SELECT count(*) FROM city" },
              },
        { environments: [structuredInterfaces(database)], task: { question: "How many cities are there?" } },
      ),
      strategy: structGpt(),
    }),
  });
});
