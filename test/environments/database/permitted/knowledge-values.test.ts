import { describe, expect, it } from "vitest";
import { knowledgeValues } from "../../../../src/environments/database/permitted/permitted-actions.ts";
import type { TableSchema } from "../../../../src/environments/database/schema/database-schema.ts";

const table = (name: string, columns: readonly string[]): TableSchema => ({
  name,
  kind: "table",
  columns: columns.map((column) => ({
    name: column,
    declaredType: "TEXT",
    affinity: "text",
    nullable: true,
  })),
  foreignKeys: [],
});
const services = {
  schema: {
    tables: [
      table("school", ["Virtual", "Funding Type", "opened"]),
      table("bond", ["bond_id", "bond_type"]),
      table("account", ["opened", "status"]),
    ],
  },
};
const found = (knowledge: string) =>
  knowledgeValues(knowledge, services).map(({ value, columns }) => [
    value,
    ...columns.map((each) => `${each.table.name}.${each.column.name}`),
  ]);

describe("values that oracle knowledge writes down", () => {
  it("come with the columns that are named before the sign", () => {
    expect(found("exclusively virtual refers to Virtual = 'F'")).toEqual([["F", "school.Virtual"]]);
    expect(found("double bond refers to bond_type = '='; bond.bond_id LIKE 'TR%'")).toEqual([
      ["=", "bond.bond_type"],
      ["TR%", "bond.bond_id"],
    ]);
    expect(found("`Funding Type` = 'Directly funded'")).toEqual([["Directly funded", "school.Funding Type"]]);
  });

  it("are both bounds of BETWEEN and all members of a list", () => {
    expect(found("school.opened BETWEEN '2000-01-01' and '2005-12-31'")).toEqual([
      ["2000-01-01", "school.opened"],
      ["2005-12-31", "school.opened"],
    ]);
    expect(found("status IN ('A', 'B')")).toEqual([
      ["A", "account.status"],
      ["B", "account.status"],
    ]);
  });

  it("may stand without quotes, and without a column", () => {
    expect(found("finished refers to status = Very Good; opened = 1990")).toEqual([
      ["Very Good", "account.status"],
      ["1990", "school.opened", "account.opened"],
    ]);
    expect(found("'Women's Soccer' is an event")).toEqual([["Women's Soccer"]]);
  });

  it("are no formulas and no NULL", () => {
    expect(found("rate = MAX(opened); missing refers to status = NULL")).toEqual([]);
    expect(found("")).toEqual([]);
  });
});
