import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver, checkedSqlite } from "./checked-database.ts";

const missing = await postgresIsMissing();

/** The same days in forms that do not sort, by the column that holds them. */
const FORMS = {
  slashed: { pattern: "%d/%m/%Y", cells: ["25/12/1998", "01/03/2004", "17/02/2004", "09/11/2011"] },
  bare: { pattern: "%-m/%-d/%Y", cells: ["12/25/1998", "3/1/2004", "2/17/2004", "11/9/2011"] },
  named: { pattern: "%d %b %Y", cells: ["25 Dec 1998", "01 Mar 2004", "17 Feb 2004", "09 Nov 2011"] },
  short: { pattern: "%d.%m.%y", cells: ["25.12.98", "01.03.04", "17.02.04", "09.11.11"] },
};
const NAMES = ["a", "b", "c", "d"];
const IN_ORDER = ["a", "c", "b", "d"];

const script = [
  `CREATE TABLE show (name text PRIMARY KEY, ${Object.keys(FORMS)
    .map((column) => `${column} text`)
    .join(", ")});`,
  ...NAMES.map(
    (name, i) =>
      `INSERT INTO show VALUES ('${name}', ${Object.values(FORMS)
        .map(({ cells }) => `'${cells[i]}'`)
        .join(", ")});`,
  ),
].join("\n");

function suite(open: () => Promise<CheckedDatabase>, close: () => Promise<void>) {
  let database: CheckedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database?.close();
    await close();
  });

  const names = async (sql: string) => {
    const limits = { maxRows: 10, milliseconds: 5000, signal: database.context.signal };
    return (await database.driver.query(sql, [], limits)).rows.map(([name]) => name);
  };

  for (const [column, { pattern, cells }] of Object.entries(FORMS)) {
    it(`sorts ${pattern}`, async () => {
      const sortable = database.driver.dialect.sortableDate?.(column, { pattern });
      expect(await names(`SELECT name FROM show ORDER BY ${sortable}`)).toEqual(IN_ORDER);
      expect(
        await names(`SELECT name FROM show WHERE ${sortable} BETWEEN '2004-02-17' AND '2004-03-01'`),
      ).toHaveLength(2);
    });

    if (column === "short") continue;
    for (const [operator, given] of [
      [">", "'2004-02-20'"],
      ["<=", `'${cells[1]}'`],
      ["BETWEEN", "'2004-02-01' AND '2004-12-31'"],
      ["NOT BETWEEN", `'${cells[2]}' AND '${cells[1]}'`],
    ]) {
      it(`suggests for ${column} ${operator} ${given} a comparison by time that passes as it is`, async () => {
        const query = `SELECT name FROM show WHERE ${column} ${operator} ${given}`;
        const said = await database.check(query);
        expect(said.codes).toContain("date-format-mismatch");
        const [first] = said.warnings[0]?.suggestions ?? [];
        const mended = query.replace(first?.replaces ?? "", () => first?.text ?? "");
        const again = await database.check(mended);
        expect(again.failure).toBeUndefined();
        expect(again.warnings).toEqual([]);
        const wanted = {
          ">": ["b", "d"],
          "<=": ["a", "b", "c"],
          BETWEEN: ["b", "c"],
          "NOT BETWEEN": ["a", "d"],
        };
        expect((await names(mended)).sort()).toEqual(wanted[operator as keyof typeof wanted]);
      });
    }

    it(`suggests for ORDER BY ${column} an order by time that passes as it is`, async () => {
      const said = await database.check(`SELECT name FROM show ORDER BY ${column}`);
      const [first] = said.suggestions;
      const mended = `SELECT name FROM show ORDER BY ${first?.text}`;
      expect((await database.check(mended)).warnings).toEqual([]);
      expect(await names(mended)).toEqual(IN_ORDER);
    });
  }

  it("keeps to the year where only a year is compared", async () => {
    const said = await database.check("SELECT name FROM show WHERE slashed > '2003'");
    const [first] = said.suggestions;
    expect((await names(`SELECT name FROM show WHERE ${first?.text}`)).sort()).toEqual(["b", "c", "d"]);
  });

  it("has none for a form without whole days", () => {
    expect(database.driver.dialect.sortableDate?.("x", { pattern: "%Y-%m" })).toBeUndefined();
    expect(database.driver.dialect.sortableDate?.("x", { pattern: "epoch-seconds" })).toBeUndefined();
  });
}

describe("dates that do not sort, on SQLite", () => {
  suite(
    () => checkedSqlite(script),
    async () => {},
  );
});

describe.skipIf(missing !== undefined)(`dates that do not sort, on PostgreSQL ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase | undefined;
  suite(
    async () => {
      scratch = await scratchPostgresDatabase();
      await scratch.execute(script);
      return checkedDriver(await openPostgresDriver({ url: scratch.url }));
    },
    async () => {
      await scratch?.drop();
    },
  );
});
