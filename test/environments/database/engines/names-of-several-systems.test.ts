import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/index.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

/** The same five people as four systems write them, and columns that agree by chance alone. */
const TABLES: readonly string[] = [
  "CREATE TABLE member (member_no integer PRIMARY KEY, called text, grade text, is_new integer)",
  `INSERT INTO member VALUES (11, 'Jürgen Müller', 'A', 0), (12, 'Søren Weiß', 'B', 1), (13, 'Ana García', 'A', 0), (14, 'Änne Groß', 'B', 0),
    (15, 'Bo Lindt', 'A', 1)`,
  "CREATE TABLE till (ticket integer, who text, grade text, is_new integer)",
  `INSERT INTO till VALUES (901, 'MÜLLER, JÜRGEN', 'A', 1), (902, 'WEISS, SØREN', 'B', 0), (903, 'GARCÍA, ANA', 'B', 1), (904, 'GROSS, ÄNNE', 'A', 1),
    (905, 'LINDT, BO', 'B', 1)`,
  "CREATE TABLE letter (nr integer, receiver text)",
  `INSERT INTO letter VALUES (1, 'Juergen Mueller'), (2, 'Soeren Weiss '), (3, 'Ana Garcia'), (4, 'Aenne Gross'), (5, 'Bo Lindt')`,
  "CREATE TABLE imported (nr integer, person text)",
  `INSERT INTO imported VALUES (1, 'JÃ¼rgen MÃ¼ller'), (2, 'SÃ¸ren WeiÃŸ'), (3, 'Ana GarcÃ\u00ada'), (4, 'Ã„nne GroÃŸ'), (5, 'Bo Lindt')`,
];

const OTHERS = [
  ["till", "who", '"Last, First" turned round'],
  ["letter", "receiver", "ü written ue"],
  ["imported", "person", "text that was encoded twice mended"],
] as const;

for (const { name, missing, create } of SHOP_ENGINES) {
  describe.skipIf(missing !== undefined)(`names of several systems on ${name} ${missing ?? ""}`, () => {
    let shop: Shop;
    let environment: DatabaseEnvironment;
    beforeAll(async () => {
      shop = await create(TABLES);
      environment = await shop.open();
    });
    afterAll(async () => {
      await environment?.close();
      await shop?.drop();
    });
    const act = async (tool: string, given: JsonObject) =>
      (await ShopSession.open(environment)).act(tool, given);
    const rowsOf = async (condition: string, other: string) => {
      const { data } = await act("check_query", {
        query: `SELECT count(*) FROM member JOIN ${other} ON ${condition}`,
      });
      return (data["preview"] as { readonly rows: readonly unknown[] }).rows;
    };

    it.each(OTHERS)(
      "find_join_path has the condition that joins all of member and %s",
      async (other, _, words) => {
        const { data } = await act("find_join_path", { tables: ["member", other] });
        const [shared = "", ...more] = data["shared"] as readonly string[];
        const [, condition = "", how = ""] =
          /^(.*) \(100 % of the values of [\w.]+, (.*)\)$/u.exec(shared) ?? [];
        expect(how).toContain(words);
        expect(await rowsOf(condition, other)).toEqual([[5]]);
        expect(more).toEqual([]);
      },
    );

    it.each(OTHERS)(
      "a join of member and %s over %s is advised to do the same",
      async (other, column, words) => {
        const { warnings, notes } = await act("check_query", {
          query: `SELECT count(*) FROM member JOIN ${other} ON member.called = ${other}.${column}`,
        });
        const [finding] = [...warnings, ...notes].filter(({ message }) => message.includes(words));
        const condition = finding?.suggestions.find(({ text }) => text.includes("REPLACE"))?.text ?? "";
        expect(await rowsOf(condition, other)).toEqual([[5]]);
      },
    );

    it("text that was encoded twice is told with what reads it right, which the engine runs", async () => {
      const { notes } = await act("get_distinct_values", { table: "imported", column: "person" });
      const [note] = notes.filter(({ code }) => code === "double-encoded");
      expect(note?.message).toContain("stands for '");
      const mended = note?.suggestions[0]?.text ?? "";
      const { data } = await act("check_query", {
        query: `SELECT count(*) FROM imported WHERE ${mended} IN ('Jürgen Müller', 'Søren Weiß', 'Ana García', 'Änne Groß')`,
      });
      expect((data["preview"] as { readonly rows: readonly unknown[] }).rows).toEqual([[4]]);
    });

    it("a condition on such text says why it finds nothing, and one on other text says nothing of it", async () => {
      const codes = async (where: string) =>
        (await act("check_query", { query: `SELECT count(*) FROM ${where}` })).notes.map(({ code }) => code);
      expect(await codes("imported WHERE person = 'Jürgen Müller'")).toContain("double-encoded");
      expect(await codes("member WHERE called = 'Jürgen Müller'")).not.toContain("double-encoded");
    });

    it("a value that differs in its accents alone is not said to differ in case", async () => {
      const { text } = await act("find_columns_containing_value_fuzzy", { value: "Soren Weiß" });
      expect(text).toContain("'Søren Weiß' (1 row, differs in accents)");
    });
  });
}
