import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import { type DailSqlOptions, dailSql } from "../../../../src/agent/strategies/baselines/dail-sql.ts";
import { sqlClient } from "../../../../src/agent/strategies/baselines/execute-sql.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { piped } from "./sql-pipeline-fixture.ts";

let shop: Shop;
let database: DatabaseEnvironment;
beforeAll(async () => {
  const [sqlite] = SHOP_ENGINES;
  shop = await (sqlite as (typeof SHOP_ENGINES)[number]).create();
  database = await shop.open();
});
afterAll(async () => {
  await database.close();
  await shop.drop();
});

const QUESTION = "How many customers joined in each city?";
const COUNTED = { question: "How many planes are there?", sql: "SELECT count(*) FROM plane" };
const GROUPED = {
  question: "Name every pilot with the hours flown",
  sql: "SELECT pilot.name, count(*) FROM pilot JOIN flight ON flight.pilot = pilot.id GROUP BY pilot.name",
};
const LISTED = { question: "Show the names of all pilots", sql: "SELECT name FROM pilot" };
const POOL = [LISTED, GROUPED, COUNTED].map((each) => ({ ...each, place: "airline" }));

const asked = (queries: readonly string[], options: DailSqlOptions = {}) =>
  piped(
    database,
    dailSql({ examples: POOL, shots: 1, ...options }),
    QUESTION,
    queries.map((sql) => ({ sql })),
  );

const BY_HOME =
  "SELECT city.name, count(*) FROM customer JOIN city ON city.id = home_city_id GROUP BY city.name";
const BY_NUMBER =
  "SELECT city.name, count(home_city_id) FROM city JOIN customer ON home_city_id = city.id GROUP BY city.id";
const BY_WORK =
  "SELECT city.name, count(*) FROM customer JOIN city ON city.id = work_city_id GROUP BY city.name";

describe("dail-sql", () => {
  it("shows the tables as code and examples as pairs, first by the question, then by the preliminary query", async () => {
    const { shown, sql } = await asked(["SELECT name, count(*) FROM city GROUP BY name", BY_HOME]);
    expect(shown).toHaveLength(2);
    for (const prompt of shown) expect(prompt).toContain("CREATE TABLE customer");
    expect(shown[0]).toContain(`-- ${COUNTED.question}\n${COUNTED.sql}`);
    expect(shown[0]).not.toContain(GROUPED.sql);
    expect(shown[1]).toContain(`-- ${GROUPED.question}\n${GROUPED.sql}`);
    expect(shown[1]).not.toContain(COUNTED.sql);
    expect(sql).toBe(BY_HOME);
  });

  it("shows as many as were asked for, those with an alike skeleton before the nearer ones", async () => {
    const { shown } = await asked(["SELECT name, count(*) FROM city GROUP BY name", BY_HOME], { shots: 2 });
    const places = [GROUPED, COUNTED, LISTED].map(({ sql }) => (shown[1] ?? "").indexOf(sql));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1]).toBeGreaterThan(places[0] ?? 0);
    expect(places[2]).toBe(-1);
  });

  it("has examples of a made-up library where there are none of other databases", async () => {
    const { shown, sql } = await asked([BY_HOME, BY_HOME], { examples: [], shots: 3 });
    expect(shown[0]?.match(/^-- /gmu)).toHaveLength(3);
    expect(shown[0]).toContain("author");
    expect(sql).toBe(BY_HOME);
  });

  it("goes on by the question alone where the preliminary reply has no query", async () => {
    const { shown, sql } = await asked(["", BY_HOME]);
    expect(shown[1]).toContain(COUNTED.sql);
    expect(sql).toBe(BY_HOME);
  });

  it("takes the rows that most replies' queries give, however they are written", async () => {
    const { shown, sql, events } = await asked([BY_HOME, BY_WORK, BY_HOME, "SELECT oops", BY_NUMBER], {
      votes: 4,
    });
    expect(shown).toHaveLength(5);
    expect(sql).toBe(BY_HOME);
    expect(events.filter(({ type }) => type === "action-failed")).toHaveLength(1);
  });

  it("gives no vote to a query that fails, however often it was written", async () => {
    const { sql } = await asked([BY_HOME, "SELECT oops", "SELECT oops", BY_WORK], { votes: 3 });
    expect(sql).toBe(BY_WORK);
  });

  it("runs nothing where all replies have one query", async () => {
    const { events, sql } = await asked([BY_HOME, BY_WORK, BY_WORK, BY_WORK], { votes: 3 });
    expect(events.filter(({ type }) => type === "action-observed")).toHaveLength(1);
    expect(sql).toBe(BY_WORK);
  });

  it("ends without a query where no reply has one", async () => {
    const { outcome } = await asked([BY_HOME, ""]);
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });
});

describe("the strategy dail-sql", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions([], {
        environments: [sqlClient(database, { sampleRows: 0 })],
        task: { question: QUESTION },
        strategy: dailSql({ examples: POOL, votes: 3 }),
        policy: scriptedPolicy([BY_HOME, BY_WORK, BY_HOME, BY_NUMBER].map((sql) => ({ output: { sql } }))),
      }),
  });
});
