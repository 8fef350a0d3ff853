import { describe, expect, it } from "vitest";
import { databaseInstructions } from "../../../src/environments/database/database-instructions.ts";
import type { SqlDriver } from "../../../src/environments/database/driver/sql-driver.ts";

const driver = { dialect: { name: "SQLite" }, target: { name: "shop" } } as unknown as SqlDriver;

describe("instructions for a model that sees some of the tools", () => {
  it("name no tool that is not shown", () => {
    const text = databaseInstructions(driver, (tool) => tool === "check_query");
    expect(text).toContain("check_query");
    expect(text).not.toMatch(/clause|group_by|order_by/u);
    expect(databaseInstructions(driver, () => false)).not.toMatch(/check_query|draft|warns/u);
  });

  it("are the instructions themselves where all are shown", () => {
    expect(databaseInstructions(driver, () => true)).toBe(databaseInstructions(driver));
  });
});
