import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { PerEngine } from "../../support/per-engine.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";

const LONG = "x".repeat(3000);

/** A row of every type that the engine has a notion of, and one of NULLs. */
const KINDS: PerEngine<readonly string[]> = {
  sqlite: [
    "CREATE TABLE kinds (id integer PRIMARY KEY, t text, r real, b blob, n numeric, untyped)",
    `INSERT INTO kinds VALUES (1, '${LONG}', 1.5, x'00ff', 9007199254740993, 'line
break | bar */ end'), (2, NULL, NULL, NULL, NULL, NULL)`,
  ],
  duckdb: [
    "CREATE TABLE kinds (id integer PRIMARY KEY, t varchar, r double, b blob, d date, ts timestamp, f boolean, h hugeint, l integer[], s struct(a integer, b varchar), u varchar)",
    `INSERT INTO kinds VALUES (1, '${LONG}', 'infinity', '\\x00\\xFF'::blob, '2024-02-29', '2024-02-29 10:00:00', true, 170141183460469231731687303715884105727, [1, 2], {'a': 1, 'b': 'x'}, 'line
break | bar */ end'), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  ],
  postgres: [
    "CREATE TYPE mood AS ENUM ('sad', 'glad')",
    "CREATE TABLE kinds (id integer PRIMARY KEY, t text, r double precision, b bytea, d date, ts timestamptz, f boolean, n numeric, j jsonb, l integer[], m mood, u text)",
    `INSERT INTO kinds VALUES (1, '${LONG}', 'NaN', '\\x00ff', '2024-02-29', '2024-02-29 10:00:00Z', true, 12345678901234567890.5, '{"a": 1}', '{1,2}', 'glad', 'line
break | bar */ end'), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  ],
  mariadb: [
    "CREATE TABLE kinds (id integer PRIMARY KEY, t text, r double, b blob, d date, ts datetime, f boolean, n decimal(30, 5), j json, e enum('sad', 'glad'), u text)",
    `INSERT INTO kinds VALUES (1, '${LONG}', 1.5, x'00ff', '2024-02-29', '2024-02-29 10:00:00', true, 12345678901234567890.5, '{"a": 1}', 'glad', 'line
break | bar */ end'), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  ],
};

describe.each(SHOP_ENGINES)("definitions of tables on $name", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "for prompts", () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await engine.create([
        ...KINDS[engine.engine],
        "CREATE VIEW parisian AS SELECT name FROM customer WHERE home_city_id = 4",
      ]);
    });
    afterAll(() => shop?.drop());

    const defined = async (
      sampleRows: number,
      more: Parameters<Shop["open"]>[0] = {},
      level: "schema" | "masked" | "all" = "all",
    ) => {
      const environment = await shop.open(more);
      try {
        const sql = withEgress(environment, level).capabilities.sql;
        const all = (await sql?.definitions?.({ sampleRows }, testContext())) ?? [];
        return new Map(all.map((table) => [table.name, table]));
      } finally {
        await environment.close();
      }
    };

    it("have columns with types, keys, and references, in the engine's words", async () => {
      const tables = await defined(0);
      const line = tables.get("purchase_line")?.definition ?? "";
      expect(line).toMatch(
        /^CREATE TABLE purchase_line \(\n {2}purchase_id \w+.* NOT NULL,\n|^CREATE TABLE purchase_line \(\n {2}purchase_id \w+/u,
      );
      expect(line).toContain("PRIMARY KEY (purchase_id, product_id)");
      expect(line).toContain("FOREIGN KEY (product_id) REFERENCES product (id)");
      expect(tables.get("customer")?.definition).toMatch(/ {2}["`]e mail["`] (?:text|varchar)/iu);
      expect(tables.get("city")?.definition).toMatch(/ {2}id \w+(?:\(\d+\))? PRIMARY KEY,\n/iu);
      expect(tables.get("parisian")).toEqual({
        name: "parisian",
        definition: "CREATE VIEW parisian (name)",
      });
      const { declared } = tables.get("purchase_line") ?? {};
      expect(declared?.primaryKey).toEqual(["purchase_id", "product_id"]);
      expect(declared?.foreignKeys).toContainEqual({
        ...{ columns: ["product_id"], table: "product", referenced: ["id"] },
      });
      expect([...tables.values()].every(({ sample }) => sample === undefined)).toBe(true);
    });

    it("show a row of every type on one line each, long values cut", async () => {
      const sample = (await defined(5)).get("kinds")?.sample ?? [];
      expect(sample).toHaveLength(3);
      const [names = "", full = "", empty = ""] = sample;
      expect(names).toContain("id | t | r | b");
      expect(full).toContain("(3,000 characters)");
      expect(full.length).toBeLessThan(1500);
      expect(full).toContain("\\x00ff");
      expect(full).not.toContain("\n");
      expect(empty.match(/NULL/gu)?.length).toBe(names.split(" | ").length - 1);
    });

    // MariaDB takes no privacy rules.
    it.skipIf(engine.name === "MariaDB")(
      "leave out what is denied and mask what is masked, in definitions and rows",
      async () => {
        const privacy = { deny: ["city", "customer.status"], mask: ["customer.name"] };
        const tables = await defined(3, { privacy });
        expect(tables.has("city")).toBe(false);
        const customer = tables.get("customer");
        expect(customer?.definition).not.toMatch(/status|city \(/u);
        expect(customer?.sample?.[0]).not.toContain("status");
        expect(customer?.sample?.slice(1).every((row) => /^\d \| \*\*\*/u.test(row))).toBe(true);
        expect(JSON.stringify([...tables.values()])).not.toMatch(/Ana O|Bo Lind|Łódź/u);
      },
    );

    it("tell a model of rows nothing at the level schema, and forms at the level masked", async () => {
      expect((await defined(3, {}, "schema")).get("city")?.sample).toBeUndefined();
      const masked = (await defined(3, {}, "masked")).get("product")?.sample ?? [];
      expect(masked[0]).toContain("title");
      expect(masked.slice(1).join("\n")).toMatch(/Xxx/u);
      expect(masked.join("\n")).not.toContain("lamp");
    });

    it("say so where there are no rows in time, and end when they are cancelled", async () => {
      const environment = await shop.open();
      try {
        const { sql } = environment.capabilities;
        const limits = { ...testContext().limits, milliseconds: 0 };
        const late = await sql?.definitions?.({ sampleRows: 1 }, testContext({ limits }));
        expect(late?.map(({ sample }) => sample)).toEqual(late?.map(() => ["(no rows in time)"]));
        const stopped = sql?.definitions?.({ sampleRows: 1 }, testContext({ signal: AbortSignal.abort() }));
        const error = await stopped?.catch((thrown: unknown) => thrown);
        expect(FuxiError.isInstance(error) && error.code).toBe("cancelled");
      } finally {
        await environment.close();
      }
    });
  });
});
