import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { iterative } from "../../../../src/agent/strategies/long-form/long-form.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { inTurn, query, type Replies, readBy, report, reported } from "./report-fixture.ts";

let shop: Shop;
let environment: DatabaseEnvironment;
beforeAll(async () => {
  shop = await SHOPS.sqlite.create();
  environment = await shop.open();
});
afterAll(async () => {
  await environment.close();
  await shop.drop();
});

const run = (replies: Replies, more: object = {}, options: Parameters<typeof iterative>[0] = {}) =>
  reported(inTurn(replies), {
    environments: [environment],
    task: { question: "What sells?" },
    strategy: iterative(options),
    ...more,
  });

const { step: _, ...CITIES } = query(1, "All cities.", "SELECT count(*) AS cities FROM city");
const { step: __, ...PRODUCTS } = query(1, "All products.", "SELECT title, price FROM product ORDER BY id");
const search = (missing: string, ...queries: readonly object[]) => ({ missing, queries }) as never;
const ENOUGH = { enough: true };

describe("iterative", () => {
  it("asks for what is missing until it has enough, and sees each result before the next", async () => {
    const {
      report: made,
      roles,
      requests,
      outcome,
    } = await run({
      investigator: [search("How many cities.", CITIES), search("What is sold.", PRODUCTS), ENOUGH],
      synthesiser: [report("Of {Q1} cities, {Q2:1.title} sells at {Q2:1.price}.")],
    });
    expect(roles).toEqual(["investigator", "investigator", "investigator", "synthesiser"]);
    expect(readBy(requests[0])).toContain("Nothing has been found out yet.");
    expect(readBy(requests[1])).toMatch(/Q1: All cities\.[\s\S]*1 \| 4/u);
    expect(readBy(requests[2])).toContain("1 | Red lamp | 20.5");
    expect(made?.plan).toEqual(["How many cities.", "What is sold."]);
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: expect.stringContaining("Red lamp") },
    });
  });

  it("takes up to three queries at once, and twelve in all, and says that the end is near", async () => {
    const {
      report: made,
      roles,
      requests,
    } = await run({
      investigator: [search("More.", CITIES, PRODUCTS, CITIES, PRODUCTS)],
      synthesiser: [report("{Q1}")],
    });
    expect(roles).toEqual([..."iiii"].map(() => "investigator").concat("synthesiser"));
    expect(made?.queries).toHaveLength(12);
    expect(readBy(requests[2])).not.toContain("The end is near");
    expect(readBy(requests[3])).toContain("The end is near: 3 more queries");
  });

  it("goes to the synthesis when two replies are left", async () => {
    const { outcome, roles } = await run(
      { investigator: [search("More.", CITIES)], synthesiser: [report("There are 77 cities.")] },
      { limits: { steps: 4 } },
    );
    expect(roles).toEqual(["investigator", "investigator", "synthesiser", "synthesiser"]);
    expect(outcome.type).toBe("answered");
  });

  it("mends a failed query under its name", async () => {
    const wrong = { purpose: "Cities.", sql: "SELECT nam FROM city" };
    const { report: made, requests } = await run({
      investigator: [search("Cities.", wrong), search("Cities.", { ...CITIES, name: "q1" }), ENOUGH],
      synthesiser: [report("{Q1}")],
    });
    expect(readBy(requests[1])).toMatch(/Failed:\n<data>\nerror unknown-column[\s\S]*try: name/u);
    expect(made?.queries).toMatchObject([{ name: "Q1", purpose: "All cities.", outcome: "rows" }]);
  });

  it("is told of a name that no query has", async () => {
    const { requests } = await run({
      investigator: [search("Cities.", CITIES), search("Cities.", { ...CITIES, name: "Q7" }), ENOUGH],
      synthesiser: [report("{Q1}")],
    });
    expect(readBy(requests[2])).toContain("There is no query Q7. There are: Q1.");
  });

  it("writes the report from what there is where its investigator becomes unusable", async () => {
    const { outcome } = await run({
      investigator: [search("Cities.", CITIES), { thought: "hm" }],
      synthesiser: [report("{Q1}")],
    });
    expect(outcome.type).toBe("answered");
  });

  it("cannot have enough before anything was found", async () => {
    const { outcome } = await run({ investigator: [ENOUGH] });
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });
});
