import { beforeAll, expect, it } from "vitest";
import { describeShops } from "../../support/describe-shops.ts";
import { SHOP_ENGINES, type ShopEngine } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

/** A text of so many thousand letters on any engine. */
const nested = (count: number): string =>
  count > 1000 ? repeated(nested(1000), count / 1000) : repeated(repeated("'yyyyyyyyyy'", 100), count);

const repeated = (text: string, times: number): string => `replace(${text}, 'y', '${"y".repeat(times)}')`;

const columns = (count: number, expression: string): string =>
  Array.from({ length: count }, (_, at) => `${expression} AS c${at}`).join(", ");

/** MariaDB takes minutes to replace in a long text. */
const thousandsOn =
  ({ engine }: ShopEngine) =>
  (count: number) =>
    engine === "mariadb" ? `repeat('y', ${count * 1000})` : nested(count);

describeShops(
  "wide results",
  SHOP_ENGINES,
  (open) => {
    const { engine } = open;
    beforeAll(async () => {
      open.session = await ShopSession.open(open.environment, "");
    });
    const isMariadb = engine.engine === "mariadb";
    const thousands = thousandsOn(engine);

    it("cuts a long cell in text and data, and says how long it was", async () => {
      // The widest that MariaDB makes is max_allowed_packet.
      for (const count of [2, isMariadb ? 15_000 : 30_000]) {
        const query = `SELECT id, ${thousands(count)} AS wide FROM city WHERE id < 3 ORDER BY id`;
        const { text, data } = await open.session.act("search_by_SQL", { query });
        const length = `…(${(count * 1000).toLocaleString("en")} characters)`;
        expect(text).toContain(`1 | ${"y".repeat(119)}${length}\n`);
        expect(data.rows).toEqual([
          [1, `${"y".repeat(1000)}${length}`],
          [2, `${"y".repeat(1000)}${length}`],
        ]);
        expect([data.clipped, data.truncated]).toEqual([2, false]);
      }
      const short = await open.session.act("search_by_SQL", { query: `SELECT ${thousands(1)} AS wide` });
      expect(short.data.rows).toEqual([["y".repeat(1000)]]);
      expect(short.data).not.toHaveProperty("clipped");
    });

    it("shows no more rows than 100 kB hold, and says that there are more", async () => {
      const query = `SELECT a.id, ${columns(20, thousands(3))} FROM city a, city b ORDER BY a.id`;
      const { text, data, truncation } = await open.session.act("search_by_SQL", { query });
      expect((data.rows as unknown[]).length).toBe(4);
      expect([data.truncated, data.clipped]).toEqual([true, 80]);
      expect(text).toMatch(/^First 4 rows \(there are more\):/u);
      expect(truncation).toMatchObject({
        what: "rows",
        shown: 4,
        howToSeeMore: "Name fewer columns, take a part of the wide ones, or use LIMIT … OFFSET.",
      });
    });

    it("says that a row is too wide where not even one can be shown, never that there are none", async () => {
      const query = `SELECT ${columns(200, "y")} FROM (SELECT ${thousands(3)} AS y FROM city) AS w`;
      const failure = await open.session.fail("search_by_SQL", { query });
      expect(failure).toMatchObject({
        code: "too-large",
        message: "The first row is too wide to be shown.",
        part: { argument: "query" },
      });
      const { data, warnings } = await open.session.act("check_query", { query });
      expect(warnings.map(({ code }) => code)).toContain("result-truncated");
      expect(data).not.toHaveProperty("preview");
    });

    it("cuts long values that a column is asked for", async () => {
      const { text, data } = await open.session.act("get_distinct_values", {
        table: "letter",
        column: "body",
      });
      const length = "…(2,000,000 characters)";
      expect(data).toMatchObject({
        total: 2,
        values: [
          { value: "short", count: 2 },
          { value: `${"y".repeat(1000)}${length}`, count: 1 },
        ],
      });
      expect(text).toContain(`'${"y".repeat(79)}${length}' (1)`);
      const described = await open.session.act("describe_tables", { tables: ["letter"] });
      expect(described.text).toContain(`| 1 | ${"y".repeat(119)}${length}`);
    });

    it("cuts the cells of a draft's preview, too", async () => {
      const query = `SELECT id, ${thousands(5)} AS wide FROM city WHERE id = 1`;
      const { data, text } = await open.session.act("check_query", { query });
      expect(data.preview).toMatchObject({
        rows: [[1, `${"y".repeat(1000)}…(5,000 characters)`]],
        clipped: 1,
      });
      expect(text).toContain("…(5,000 characters)");
      expect((await open.session.conclude(query)).answer?.rows?.full?.bytes).toBe(5000 + '[1,""]\n'.length);
    });
  },
  (engine) => [
    `CREATE TABLE letter (id integer, body ${engine.engine === "mariadb" ? "longtext" : "text"})`,
    `INSERT INTO letter VALUES (1, ${thousandsOn(engine)(2000)}), (2, 'short'), (3, 'short')`,
  ],
);
