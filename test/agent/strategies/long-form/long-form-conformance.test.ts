import { afterAll, beforeAll, describe } from "vitest";
import { iterative, sequential } from "../../../../src/agent/strategies/long-form/long-form.ts";
import { guessing, noInteraction } from "../../../../src/agent/strategies/long-form/no-interaction.ts";
import type { Strategy } from "../../../../src/agent/strategy.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { inTurn, query, type Replies, report } from "./report-fixture.ts";

let shop: Shop;
let environment: DatabaseEnvironment;
beforeAll(async () => {
  shop = await SHOPS.sqlite.create();
  environment = await shop.open({ valueIndex: "off" });
});
afterAll(async () => {
  await environment.close();
  await shop.drop();
});

const userProxy = { ask: async () => ({ type: "answered" as const, text: "by number" }) };
const CITIES = query(1, "All cities.", "SELECT count(*) AS cities FROM city");
const WRONG = query(2, "Products.", "SELECT titel FROM product");
const MENDED = { name: "Q2", purpose: "Products.", sql: "SELECT title FROM product ORDER BY id" };
const WISH = { question: { question: "By number or by value?", words: ["sells"] } };
const WRITTEN = {
  synthesiser: [report("There are 99 [Q1] cities."), {}, report("There are {Q1} cities.")],
};

const COURSES: readonly (readonly [string, () => Strategy, Replies])[] = [
  [
    "sequential with everything that can come between",
    sequential,
    {
      planner: [
        { calls: [{ tool: "describe_tables", arguments: { tables: ["product"] } }] },
        WISH,
        { problem: { kind: "malformed-action", message: "That is no JSON object." } },
        { plan: ["Count the cities.", "List the products."] },
      ],
      writer: [{ queries: [CITIES, WRONG] }, { queries: [MENDED] }],
      ...WRITTEN,
    },
  ],
  [
    "iterative",
    iterative,
    {
      investigator: [
        { missing: "Cities.", queries: [CITIES, WRONG] },
        { missing: "Products.", queries: [MENDED] },
        { enough: true },
      ],
      ...WRITTEN,
    },
  ],
  [
    "sequential that finds nothing",
    sequential,
    { planner: [{ plan: ["x"] }], writer: [{ queries: [WRONG] }] },
  ],
  ["no-interaction", noInteraction, { synthesiser: [{}, report("There are 4 cities.")] }],
  ["guessing", guessing, { synthesiser: [report("There are 4 cities.")] }],
];

describe.each(COURSES)("%s", (_, strategy, replies) => {
  const script = inTurn(replies);
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions(script, {
        environments: [environment],
        task: { question: "What sells?" },
        strategy: strategy(),
        userProxy,
      }),
  });
});
