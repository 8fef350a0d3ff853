import { describe, expect, it } from "vitest";
import { checkedForTests, SHOP } from "./checked-database.ts";

const shop = checkedForTests(SHOP);

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

describe("clauses with many constants", () => {
  it("give five warnings of one code and say how many more there are", async () => {
    const where = numbers(60)
      .map((i) => `product_name <> 'Nothing ${i}'`)
      .join(" AND ");
    const { warnings } = await shop().check(`SELECT id FROM product WHERE ${where}`);
    expect(warnings.map((each) => each.code)).toEqual(Array(5).fill("value-not-found"));
    expect(warnings.at(-1)?.message).toContain("And 55 more like this.");
  });

  it("find a long list in order where every value is there", async () => {
    const { warnings, notes } = await shop().check(
      `SELECT id FROM sale WHERE id IN (${numbers(300, 5000).join(", ")})`,
    );
    expect([...warnings, ...notes]).toEqual([]);
  });

  it("find the one value of a long list that is misspelt", async () => {
    const names = [
      ...numbers(18).map((i) => `'Article ${i + 2}'`),
      ...numbers(300).map((i) => `'Article 1${i % 10}'`),
    ];
    const { suggestions } = await shop().check(
      `SELECT id FROM product WHERE product_name IN (${names.join(", ")}, 'Olive Oill')`,
    );
    expect(suggestions[0]).toMatchObject({ text: "'Olive Oil'", replaces: "'Olive Oill'" });
  });

  it("ask the index for near values of a few of them only", async () => {
    let asked = 0;
    const { index } = shop().environment;
    const { findFuzzy } = index;
    index.findFuzzy = (...given) => {
      asked++;
      return findFuzzy.apply(index, given);
    };
    const names = numbers(900).map((i) => `'Nothing ${i}'`);
    const { warnings } = await shop().check(
      `SELECT id FROM product WHERE product_name IN (${names.join(", ")})`,
    );
    index.findFuzzy = findFuzzy;
    expect(asked).toBeLessThanOrEqual(30);
    expect(warnings[0]?.message).toMatch(/has no value 'Nothing 0', nor many others of the list/u);
  });

  it("stay quiet after their share of the action's time, and say so", async () => {
    const names = numbers(40).map((i) => `'Nothing ${i}'`);
    const context = { ...shop().context, limits: { ...shop().context.limits, milliseconds: 1 } };
    const workspace = await shop().environment.openWorkspace(undefined, shop().context);
    const where = `product_name IN (${names.join(", ")})`;
    const from = { environment: "test", tool: "from", arguments: { from_statement: "product" } };
    const { workspace: drafted } = await shop().environment.act(workspace, from, shop().context);
    const action = { environment: "test", tool: "where", arguments: { where_statement: where } };
    const { observation } = await shop().environment.act(drafted ?? workspace, action, context);
    expect(observation?.warnings ?? []).toEqual([]);
    expect(observation?.text).toContain("Some checks were left out");
  });

  it("do not repeat a long value in messages", async () => {
    const long = "x".repeat(19_000);
    const { warnings } = await shop().check(`SELECT id FROM product WHERE product_name = '${long}'`);
    expect(warnings[0]?.message).toContain(`'${"x".repeat(79)}…'`);
    expect(warnings[0]?.message.length).toBeLessThan(300);
  });
});
