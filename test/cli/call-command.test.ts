import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);

describe("fuxi call", () => {
  it("answers a navigational tool without a model", async () => {
    const { code, out } = await fuxi(
      "call",
      shop,
      "is_value_in_column",
      "table=customer",
      "column=city",
      "value=Lyon",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/2 rows/);
  });

  it("finds a value that no column was named for, on the first call already", async () => {
    const { code, out } = await fuxi("call", shop, "find_columns_containing_value", "value=Aarhus");
    expect(code).toBe(0);
    expect(out).toContain("customer.city");
  });

  it("keeps the draft in the workspace file between calls, so that clauses can be set in turn", async () => {
    const file = join(folder, "draft.json");
    const step = (tool: string, argument: string) => fuxi("call", shop, tool, argument, "--workspace", file);
    await step("from", "from_statement=customer c JOIN purchase p ON p.customer_id = c.id");
    await step("where", "where_statement=c.city = 'Lyon'");
    const { code, out } = await step("select", "select_statement=sum(p.amount)");
    expect(code).toBe(0);
    expect(out).toContain("20.75");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ kind: "database", version: 3 });
  });

  it("goes on with a draft only under the privacy rules that it was made under", async () => {
    const whole = join(folder, "seen-whole.json");
    const narrow = join(folder, "seen-in-part.json");
    const deny = ["--deny", "customer.city"];
    const from = ["call", shop, "from", "from_statement=customer", "--workspace"];
    const where = ["call", shop, "where", "where_statement=name = 'Ada'", "--workspace"];
    await fuxi(...from, whole);
    await fuxi(...from, narrow, ...deny);
    const before = readFileSync(whole, "utf8");
    for (const words of [
      [...where, whole, ...deny],
      [...where, whole, "--mask", "customer.city"],
      [...where, whole, "--egress", "schema"],
      [...where, narrow],
    ]) {
      const { code, out, err } = await fuxi(...words);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/made under other privacy rules\. Give the rules .* name another file/u);
    }
    expect(readFileSync(whole, "utf8")).toBe(before);
    expect((await fuxi(...where, whole)).code).toBe(0);
    expect((await fuxi(...where, narrow, ...deny)).code).toBe(0);
    expect(readFileSync(narrow, "utf8")).not.toContain("city");
  });

  it("leaves the workspace file as it was when the tool fails", async () => {
    const file = join(folder, "kept.json");
    await fuxi("call", shop, "from", "from_statement=customer", "--workspace", file);
    const before = readFileSync(file, "utf8");
    const { code, err } = await fuxi("call", shop, "from", "from_statement=custmer", "--workspace", file);
    expect(code).toBe(1);
    expect(err).toContain("customer");
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("refuses a file that is no workspace and leaves it alone", async () => {
    const file = join(folder, "notes.json");
    writeFileSync(file, '{"my":"notes"}');
    const { code, err } = await fuxi("call", shop, "from", "from_statement=customer", "--workspace", file);
    expect(code).toBe(1);
    expect(err).toContain("not a workspace file");
    expect(readFileSync(file, "utf8")).toBe('{"my":"notes"}');
  });

  it("gives the structured result with --json", async () => {
    const { out } = await fuxi(
      "call",
      shop,
      "get_distinct_values",
      "table=customer",
      "column=city",
      "--json",
    );
    const result = JSON.parse(out) as { data: object; workspace: { version: number } };
    expect(result.workspace.version).toBe(0);
    expect(JSON.stringify(result.data)).toContain("Lyon");
  });

  it.each([
    ["an unknown tool", ["selct", "x=1"], "select"],
    ["an unknown argument", ["select", "statement=name"], "select_statement"],
    ["a missing argument", ["is_value_in_column", "table=customer"], "column"],
    ["an argument without a name", ["select", "name"], "select_statement"],
  ])("ends with exit code 2 and what to write instead for %s", async (_, words, advice) => {
    const { code, err } = await fuxi("call", shop, ...words);
    expect(code).toBe(2);
    expect(err).toContain(advice);
  });

  it("stops an endless query at its time limit, and the next call works", async () => {
    const endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT count(*) FROM n";
    const stopped = await fuxi(
      "call",
      shop,
      "search_by_SQL",
      `query=${endless}`,
      "--query-timeout",
      "0.5",
      "--json",
    );
    expect(stopped.code).toBe(1);
    expect(JSON.parse(stopped.out)).toMatchObject({ failure: { code: "time-limit" } });
    expect((await fuxi("call", shop, "search_by_SQL", "query=SELECT 1")).code).toBe(0);
  });
});

describe("fuxi call, what is easily written wrong", () => {
  it("takes a list given in several words", async () => {
    const { code, out } = await fuxi("call", shop, "find_join_path", "tables=customer", "tables=purchase");
    expect(code).toBe(0);
    expect(out).toContain("FROM");
  });

  it("refuses the draft of another database", async () => {
    const file = join(folder, "of-shop.json");
    await fuxi("call", shop, "from", "from_statement=customer", "--workspace", file);
    const { code, err } = await fuxi(
      "call",
      "sample:cinema",
      "where",
      "where_statement=1 = 1",
      "--workspace",
      file,
    );
    expect(code).toBe(1);
    expect(err).toContain("holds a draft on shop, not on cinema");
  });

  it("names the tools that fuxi tools lists where there is no such tool", async () => {
    const { code, err } = await fuxi("call", shop, "frmo", "values=x");
    expect([code, err]).toEqual([2, expect.stringContaining('There is no tool "frmo". Tools: ')]);
    expect(err).not.toContain("use_values");
    expect((await fuxi("tools", shop)).out).not.toContain("use_values");
  });
});
