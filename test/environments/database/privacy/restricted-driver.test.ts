import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { engines, MASKED, opened, policyFor, SECRET } from "./engines.ts";

const signal = new AbortController().signal;
describe.each(engines)("On $name, a restricted driver", (engine) => {
  const { name, home } = engine;
  let driver: SqlDriver;
  let done: () => Promise<void>;

  beforeAll(async () => {
    const at = await opened(engine, temporaryFolder());
    done = at.done;
    driver = await restrictDriver(at.driver, policyFor(name), signal);
  });
  afterAll(() => done());

  const ask = async (sql: string) =>
    (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows;
  const complaint = async (sql: string) => {
    const error: unknown = await driver
      .query(sql, [], { maxRows: 100, milliseconds: 5000, signal })
      .catch((e: unknown) => e);
    if (!(error instanceof SqlEngineError)) throw new Error(`no complaint: ${JSON.stringify(error)}`);
    return error.facts;
  };

  test("has neither denied tables nor denied columns in its schema", async () => {
    const { tables } = await driver.introspect(signal);
    const text = JSON.stringify(tables);
    expect(tables.map((table) => table.name)).toContain("users");
    for (const word of ["secrets", "ssn", SECRET, MASKED]) expect(text).not.toContain(word);
    expect(
      tables
        .find((table) => table.name === "users" && table.schema === undefined)
        ?.columns.map((column) => column.name),
    ).toEqual(["id", "name", "email", "age"]);
    expect(tables.find((table) => table.name === "notes")?.foreignKeys).toEqual([]);
  });

  test("shows a masked column as one, without its key", async () => {
    const { tables } = await driver.introspect(signal);
    const email = tables
      .find((table) => table.name === "users" && table.schema === undefined)
      ?.columns.find((column) => column.name === "email");
    expect(email).toMatchObject({ masked: true, declaredType: expect.stringMatching(/text|varchar/i) });
    expect(email?.unique).toBeUndefined();
    expect(tables.find((table) => table.name === "orders")?.foreignKeys).toMatchObject([
      { columns: ["user_id"] },
    ]);
  });

  test("has no view that is made of what is denied or masked, and those that are not", async () => {
    const names = (await driver.introspect(signal)).tables.map((table) => table.name);
    for (const view of ["contacts", "contact_count", "everything", "words"])
      expect(names).not.toContain(view);
    expect(names).toContain("names");
    expect(await ask("SELECT name FROM names WHERE id = 1")).toEqual([["Ada"]]);
  });

  test("gives *** for every masked value, whichever way it is asked for", async () => {
    expect(await ask("SELECT * FROM users ORDER BY id")).toEqual([
      [1, "Ada", "***", 36],
      [2, "Bob", null, 41],
      [3, "Cy", "***", 7],
    ]);
    expect(await ask("SELECT u.email FROM users u WHERE u.id = 1")).toEqual([["***"]]);
    expect(await ask("SELECT min(email), max(email) FROM users")).toEqual([["***", "***"]]);
    expect(await ask(`SELECT email FROM ${home}.users WHERE id = 1`)).toEqual([["***"]]);
    expect(await ask(`SELECT users.email FROM ${home}.users WHERE users.id = 1`)).toEqual([["***"]]);
    expect(
      await ask("SELECT (SELECT email FROM users WHERE id = o.user_id) FROM orders o WHERE id = 1"),
    ).toEqual([["***"]]);
    expect(await ask("WITH a AS (SELECT * FROM users) SELECT email FROM a WHERE id = 1")).toEqual([["***"]]);
    expect(
      await ask(
        "WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a WHERE n < 2) SELECT n, email FROM a JOIN users ON id = n ORDER BY n",
      ),
    ).toEqual([
      [1, "***"],
      [2, null],
    ]);
    expect(await ask("SELECT email FROM users UNION SELECT user_email FROM orders ORDER BY 1")).toHaveLength(
      2,
    );
  });

  test("compares, counts, sorts and joins masked values as ***", async () => {
    expect(await ask(`SELECT count(*) FROM users WHERE email LIKE '${MASKED.slice(0, 3)}%'`)).toEqual([[0]]);
    expect(await ask("SELECT count(*) FROM users WHERE email LIKE '*%'")).toEqual([[2]]);
    expect(await ask("SELECT id FROM users ORDER BY email DESC, id")).toHaveLength(3);
    expect(await ask("SELECT email, count(*) FROM users WHERE email IS NOT NULL GROUP BY email")).toEqual([
      ["***", 2],
    ]);
    expect(await ask("SELECT count(*) FROM users u JOIN orders o ON u.email = o.user_email")).toEqual([[2]]);
    expect(await ask(`SELECT count(*) FROM users WHERE email = '${MASKED}@a.example'`)).toEqual([[0]]);
  });

  test("answers a denied table and column in the words for those that do not exist", async () => {
    const pairs = [
      ["SELECT * FROM secrets", "SELECT * FROM nowhere"],
      [`SELECT * FROM ${home}.secrets`, `SELECT * FROM ${home}.nowhere`],
      ["SELECT * FROM orders JOIN secrets ON true", "SELECT * FROM orders JOIN nowhere ON true"],
      ["SELECT ssn FROM users", "SELECT zzz FROM users"],
      ["SELECT u.ssn FROM users u", "SELECT u.zzz FROM users u"],
      ["SELECT 1 WHERE EXISTS (SELECT 1 FROM contacts)", "SELECT 1 WHERE EXISTS (SELECT 1 FROM nowhere)"],
    ] as const;
    for (const [denied, unknown] of pairs) {
      const [a, b] = [await complaint(denied), await complaint(unknown)];
      const plain = (text: string | undefined) => text?.replaceAll(/secrets|nowhere|contacts|ssn|zzz/gu, "X");
      expect({ ...a, engineMessage: plain(a.engineMessage), identifier: plain(a.identifier) }).toEqual({
        ...b,
        engineMessage: plain(b.engineMessage),
        identifier: plain(b.identifier),
      });
    }
  });

  test("points at places in the text that was given", async () => {
    const sql = "SELECT id, nmae FROM users";
    expect((await complaint(sql)).offset).toBe(sql.indexOf("nmae"));
    const qualified = `SELECT '😀é', u.id FROM ${home}.users u JOIN orders o ON o.idd = u.id`;
    const place = (await complaint(qualified)).offset;
    expect(qualified.slice(place)).toMatch(/^(o\.)?idd/u);
  });

  test("keeps CTEs of the statement's own apart from the tables they are named like", async () => {
    expect(
      await ask("SELECT * FROM (WITH users AS (SELECT 5 AS email) SELECT email FROM users) AS s"),
    ).toEqual([[5]]);
    expect(await ask("WITH secrets AS (SELECT 1 AS word) SELECT word FROM secrets")).toEqual([[1]]);
    const taken = await complaint("WITH users AS (SELECT * FROM users) SELECT * FROM users").catch(
      () => undefined,
    );
    expect(JSON.stringify(taken ?? "")).not.toContain(MASKED);
    expect(
      (
        await complaint(
          "SELECT * FROM secrets WHERE EXISTS (WITH secrets AS (SELECT 1) SELECT * FROM secrets)",
        )
      ).kind,
    ).toBe("unknown-table");
  });

  test("restricts columns that are computed from masked ones", async () => {
    expect(await ask("SELECT mail, shout FROM people")).toEqual([["***", "***"]]);
  });

  test("has a table that is seen in part under its schema and its name, and never another of its name", async () => {
    const sql = `SELECT users.name, orders.total FROM ${home}.users JOIN ${home}.orders ON orders.user_id = users.id ORDER BY 2`;
    expect(await ask(sql)).toEqual([
      ["Ada", 10],
      ["Bob", 20],
    ]);
    expect((await complaint(`SELECT users.ssn FROM ${home}.users`)).kind).toBe("unknown-column");
    const hidden = `EXISTS (WITH users AS (SELECT 7 AS id) SELECT 1 FROM users WHERE ${home}.users.id = 7)`;
    const rows = await ask(`SELECT name FROM ${home}.users WHERE ${hidden}`).catch((error: unknown) => error);
    if (!(rows instanceof SqlEngineError)) expect(rows).toEqual([]);
    const narrowed = `WITH users AS (SELECT id, name, email FROM ${home}.users WHERE age > 10)`;
    expect(await ask(`${narrowed} SELECT name, email FROM users ORDER BY id`)).toEqual([
      ["Ada", "***"],
      ["Bob", null],
    ]);
    const all = `WITH users AS (SELECT * FROM ${home}.users) SELECT ssn FROM users`;
    expect((await complaint(all)).kind).toBe("unknown-column");
  });

  // Its key stands for no other columns there, which PostgreSQL knows of the table alone.
  test.runIf(name === "PostgreSQL")("has its columns named in GROUP BY", async () => {
    expect((await complaint("SELECT u.name FROM users u GROUP BY u.id")).kind).toBe("aggregate-misuse");
    const named = "SELECT u.email FROM users u GROUP BY u.id, u.email ORDER BY u.id";
    expect(await ask(named)).toEqual([["***"], [null], ["***"]]);
  });
});
