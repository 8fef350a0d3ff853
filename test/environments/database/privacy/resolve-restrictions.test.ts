import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import type { PrivacyRules } from "../../../../src/environment/privacy-rules.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { sqlite } from "./engines.ts";

const signal = new AbortController().signal;
const open: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

async function under(policy: PrivacyRules) {
  const { target } = await sqlite.make(temporaryFolder());
  const whole = await openSqliteDriver({ path: target });
  open.push(() => whole.close());
  const driver = await restrictDriver(whole, policy, signal);
  const schema = await driver.introspect(signal);
  return {
    path: target,
    driver,
    tables: schema.tables.map(({ name }) => name),
    columns: (table: string) =>
      schema.tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [],
    ask: async (sql: string) =>
      (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows,
  };
}

describe("A policy", () => {
  test("that allows tables and columns has nothing else exist", async () => {
    const { tables, columns, ask } = await under({ allow: ["orders", "users.name", "users.id"] });
    expect(tables).toEqual(["users", "orders"]);
    expect(columns("users")).toEqual(["id", "name"]);
    expect(columns("orders")).toHaveLength(4);
    expect(await ask("SELECT * FROM users WHERE id = 1")).toEqual([[1, "Ada"]]);
    await expect(ask("SELECT * FROM notes")).rejects.toThrow("no such table: notes");
  });

  test("that denies what it allows denies it", async () => {
    expect((await under({ allow: ["users", "orders"], deny: ["orders"] })).tables).toEqual(["users"]);
  });

  test("takes stars in any part, any case, and names with their schema", async () => {
    const { tables, columns } = await under({
      deny: ["SECRET*", "*.EM*il", "main.notes", "main.orders.tot*"],
    });
    expect(tables).not.toContain("secrets");
    expect(tables).not.toContain("notes");
    expect(columns("users")).not.toContain("email");
    expect(columns("orders")).toEqual(["id", "user_id", "user_email"]);
  });

  test("that denies every column of a table denies the table", async () => {
    expect((await under({ deny: ["notes.*"] })).tables).not.toContain("notes");
  });

  test("shows a view over what it denies where the view is allowed by its own name", async () => {
    const denied = await under({ allow: ["*"], deny: ["users.email", "secrets"] });
    expect(denied.tables).not.toContain("contacts");
    const { ask } = await under({ allow: ["*", "contacts", "contact_count"], deny: ["users.email"] });
    expect(await ask("SELECT count(email) FROM contacts")).toEqual([[2]]);
    expect(await ask("SELECT n FROM contact_count")).toEqual([[3]]);
    await expect(ask("SELECT email FROM users")).rejects.toThrow("no such column: email");
  });

  test("that names nothing is refused, with what it may have meant", async () => {
    const error: unknown = await under({ mask: ["users.emial"] }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: "configuration-invalid",
      message: expect.stringContaining("users.emial matches no table and no column"),
      hint: expect.stringContaining("users.email"),
    });
  });

  test.each(["", "a..b", "a.b.c.d", ".a", "a."])("with %j for a pattern is refused", async (pattern) => {
    await expect(under({ deny: [pattern] })).rejects.toMatchObject({ code: "configuration-invalid" });
  });

  test("makes another key of the same database, the same for the same rules in another order", async () => {
    const { path, driver } = await under({ deny: ["secrets", "users.ssn"] });
    const again = async (policy: PrivacyRules) => {
      const whole = await openSqliteDriver({ path });
      open.push(() => whole.close());
      expect(driver.target.key).not.toBe(whole.target.key);
      return restrictDriver(whole, policy, signal);
    };
    const other = await again({ deny: ["users.ssn", "secrets"] });
    const looser = await again({ deny: ["secrets"] });
    expect(other.target.key).toBe(driver.target.key);
    expect(looser.target.key).not.toBe(driver.target.key);
  });

  test("holds for a table and a column that are made later", async () => {
    const { path, driver, ask } = await under({ deny: ["secret*", "*.ssn"], mask: ["*.email"] });
    const owner = new DatabaseSync(path);
    owner.exec(
      "CREATE TABLE secrets_too (word text); INSERT INTO secrets_too VALUES ('x'); ALTER TABLE notes ADD COLUMN email text; UPDATE notes SET email = 'y'",
    );
    owner.close();
    await expect(ask("SELECT * FROM secrets_too")).rejects.toThrow("no such table");
    const tables = (await driver.introspect(signal)).tables.map(({ name }) => name);
    expect(tables).not.toContain("secrets_too");
    expect(await ask("SELECT email FROM notes")).toEqual([["***"]]);
  });

  test("cannot be had of an engine that cannot hold it", async () => {
    const { target } = await sqlite.make(temporaryFolder());
    const driver = await openSqliteDriver({ path: target });
    open.push(() => driver.close());
    const { privacy: _, ...dialect } = driver.dialect;
    await expect(restrictDriver({ ...driver, dialect }, { deny: ["users"] }, signal)).rejects.toMatchObject({
      code: "configuration-invalid",
    });
  });
});
