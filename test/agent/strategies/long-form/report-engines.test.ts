import { describe, expect, it } from "vitest";
import { sequential } from "../../../../src/agent/strategies/long-form/long-form.ts";
import { SHOPS } from "../../../support/shop-database.ts";
import { inTurn, query, readBy, report, reported } from "./report-fixture.ts";

const SALES = query(
  1,
  "Pieces and takings of each product.",
  "SELECT p.title, sum(l.quantity) AS pieces, sum(l.quantity * p.price) AS takings FROM purchase_line l JOIN product p ON p.id = l.product_id GROUP BY p.title ORDER BY 3 DESC, 1",
);
const SUMMARY =
  "{Q1:1.title} took {Q1:1.takings}, 56.3 % [share(Q1:1.takings, sum(Q1.takings))] of {sum(Q1.takings)}.";

describe.each([SHOPS.postgres, SHOPS.duckdb])("a report over $name", (engine) => {
  it.skipIf(engine.missing !== undefined)("computes with the numbers as the engine gives them", async () => {
    const shop = await engine.create();
    const environment = await shop.open({ valueIndex: "off" });
    const {
      report: made,
      roles,
      outcome,
    } = await reported(
      inTurn({
        planner: [{ plan: ["What each product took."] }],
        writer: [{ queries: [SALES] }],
        synthesiser: [report(SUMMARY)],
      }),
      { environments: [environment], strategy: sequential() },
    );
    await environment.close();
    await shop.drop();
    expect(roles).toEqual(["planner", "writer", "synthesiser"]);
    expect(outcome).toMatchObject({ type: "answered" });
    expect(made?.summary.filter((piece) => typeof piece === "object")).toMatchObject([
      { shown: "Desk", verdict: "filled" },
      { shown: expect.stringContaining("240"), verdict: "filled" },
      { shown: expect.stringContaining("56.3"), verdict: "holds" },
      { shown: expect.stringContaining("426.5"), verdict: "filled" },
    ]);
  });
});

describe("two databases at once", () => {
  it("are each asked by the queries that name them", async () => {
    const shop = await SHOPS.sqlite.create();
    const other = await SHOPS.sqlite.create(["DELETE FROM purchase_line"]);
    const north = await shop.open({ id: "north", valueIndex: "off" });
    const south = await other.open({ id: "south", valueIndex: "off" });
    const count = "SELECT count(*) AS n FROM purchase_line";
    const {
      report: made,
      requests,
      outcome,
    } = await reported(
      inTurn({
        planner: [
          { calls: [{ tool: "south__describe_tables", arguments: { tables: ["product"] } }] },
          { plan: ["Lines in the north.", "Lines in the south."] },
        ],
        writer: [
          { queries: [query(1, "North.", count), query(2, "South.", count)] },
          {
            queries: [
              query(1, "North.", count, { environment: "north" }),
              query(2, "South.", count, { environment: "South" }),
            ],
          },
        ],
        synthesiser: [report("{Q1} in the north, {Q2} in the south.")],
      }),
      { environments: [north, south], strategy: sequential() },
    );
    await Promise.all([north.close(), south.close()]);
    await Promise.all([shop.drop(), other.drop()]);
    expect(readBy(requests[1])).toContain("price numeric");
    expect(readBy(requests[3])).toContain('Each query names its "environment", one of: north, south.');
    expect(readBy(requests.at(-1))).toMatch(/Q1 \(north\): North\.[\s\S]*Q2 \(south\): South\./u);
    expect(made?.queries.map(({ environment }) => environment)).toEqual(["north", "south"]);
    expect(outcome).toMatchObject({
      answer: { text: expect.stringContaining("6 in the north, 0 in the south.") },
      evidence: [{ environment: "north" }, { environment: "south" }],
    });
  });
});
