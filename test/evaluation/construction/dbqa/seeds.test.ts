import { describe, expect, it } from "vitest";
import { drawSeeds, readSeeds, tablesIn } from "../../../../src/evaluation/construction/dbqa/schema.ts";

import { SHOP_TABLES } from "./shop-tables.ts";

describe("seeds that are drawn", () => {
  const draw = (count: number, seed = 1) => drawSeeds(SHOP_TABLES, { count, seed });

  it("are about different columns, without keys, and each column has its turn", () => {
    const seeds = draw(8);
    expect(seeds).toHaveLength(8);
    const sets = seeds.map(({ names }) => names.join());
    expect(new Set(sets).size).toBe(8);
    expect([...new Set(seeds.flatMap(({ names }) => names))].sort()).toEqual([
      ...["customer.city", "customer.name", "holiday.day", "holiday.label"],
      ...["purchase.amount", "purchase.bought_on", "review.stars"],
    ]);
  });

  it("are of tables that can be joined", () => {
    for (const { names } of draw(8)) {
      const tables = new Set(names.map((name) => name.split(".")[0]));
      expect(tables.has("holiday") ? tables.size : 1).toBe(1);
    }
  });

  it("are the same for the same number, and the first ones whatever the count", () => {
    expect(draw(3)).toEqual(draw(8).slice(0, 3));
    expect(draw(8, 2)).not.toEqual(draw(8, 1));
  });

  it("are as many as there are sets, and none where there are only keys", () => {
    const [customer] = SHOP_TABLES;
    expect(drawSeeds(customer === undefined ? [] : [customer], { count: 9, seed: 1 })).toHaveLength(1);
    const keys = { name: "k", columns: [], primaryKey: ["id"], foreignKeys: [] };
    expect(drawSeeds([keys], { count: 3, seed: 1 })).toEqual([]);
  });
});

describe("seeds that are given", () => {
  it("are questions, or names as the schema writes them", () => {
    const text = "# about\n\nHow much, and where, is bought?\r\nCITY, purchase.Amount\nreview\n";
    expect(readSeeds(text, SHOP_TABLES)).toEqual([
      { id: "s1", question: "How much, and where, is bought?", names: [] },
      { id: "s2", names: ["customer.city", "purchase.amount"] },
      { id: "s3", names: ["review"] },
    ]);
  });

  it.each([
    ["citty", "citty"],
    ["city, purchase.amuont", "purchase.amuont"],
    ["id", '"id"'],
  ])("are refused where they name what is not there, or several things: %s", (line, named) => {
    expect(() => readSeeds(line, SHOP_TABLES)).toThrow(named);
  });

  it("are wanted", () => {
    expect(() => readSeeds("# nothing\n", SHOP_TABLES)).toThrow("no seed");
  });
});

describe("the tables of a schema", () => {
  it("are those that are no views, of names of their own", () => {
    const definitions = SHOP_TABLES.map((declared) => ({ name: declared.name, definition: "", declared }));
    const view = { name: "v", definition: "CREATE VIEW v (x)" };
    expect(tablesIn([...definitions, view])).toEqual(SHOP_TABLES);
    expect(() => tablesIn([view])).toThrow("no table");
    expect(() => tablesIn([...definitions, ...definitions])).toThrow(
      'Several schemas have a table "customer"',
    );
  });
});
