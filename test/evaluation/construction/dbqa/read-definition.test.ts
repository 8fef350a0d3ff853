import { describe, expect, it } from "vitest";
import { readDefinitions } from "../../../../src/evaluation/construction/dbqa/schema.ts";

const read = (...definitions: readonly string[]) =>
  readDefinitions(definitions.map((definition) => ({ name: "t", definition })));

describe("a declaration, taken apart", () => {
  it("has names without their quotes, types as written, and keys", () => {
    const definition = `CREATE TABLE "sales"."the ""order""" (
  id bigint,
  \`a, b\` character varying(30) NOT NULL UNIQUE,
  "price (EUR)" numeric(10,2),
  bare,
  PRIMARY KEY (id, \`a, b\`),
  FOREIGN KEY (id, "price (EUR)") REFERENCES sales."part" (id, [unit price])
)`;
    expect(read(definition)).toEqual([
      {
        name: 'the "order"',
        columns: [
          { name: "id", type: "bigint", notNull: false, unique: false },
          { name: "a, b", type: "character varying(30)", notNull: true, unique: true },
          { name: "price (EUR)", type: "numeric(10,2)", notNull: false, unique: false },
          { name: "bare", type: "", notNull: false, unique: false },
        ],
        primaryKey: ["id", "a, b"],
        foreignKeys: [{ columns: ["id", "price (EUR)"], table: "part", referenced: ["id", "unit price"] }],
      },
    ]);
  });

  it("leaves views out, and says where there is nothing else", () => {
    const table = "CREATE TABLE a (\n  id INTEGER PRIMARY KEY\n)";
    expect(read("CREATE VIEW v (x)", table)).toMatchObject([{ name: "a", primaryKey: ["id"] }]);
    expect(() => read("CREATE VIEW v (x)")).toThrow("no table");
  });

  it("refuses two tables of one name and what it cannot read", () => {
    const table = (name: string) => `CREATE TABLE ${name} (\n  id INTEGER\n)`;
    expect(() => read(table("a.film"), table("b.Film"))).toThrow('Several schemas have a table "film"');
    expect(() => read("CREATE TABLE broken")).toThrow("cannot be read");
  });
});
