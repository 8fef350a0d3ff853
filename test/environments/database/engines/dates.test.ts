import { describe, expect, it } from "vitest";
import { everywhere } from "../../../support/per-engine.ts";
import { askedOn, type Case, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

const CASES: readonly Case[] = [
  [
    "YEAR of dates in a text",
    "SELECT YEAR(placed_on) FROM purchase WHERE id = 4",
    {
      sqlite: "unknown-function → CAST(strftime('%Y', placed_on) AS INTEGER)",
      duckdb: "unknown-function → CAST(year(TRY_CAST(placed_on AS TIMESTAMP)) AS INTEGER)",
      postgres:
        "unknown-function → CAST(EXTRACT(YEAR FROM to_date(CAST(placed_on AS text), 'YYYY-MM-DD')) AS integer)",
      mariadb: "[[2024]]",
    },
  ],
  [
    "YEAR of dates in a text that are not ISO",
    "SELECT YEAR(joined) FROM customer",
    {
      sqlite: "unknown-function → CAST(substr(joined, 7, 4) AS INTEGER)",
      duckdb: "unknown-function → CAST(year(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y')) AS INTEGER)",
      postgres:
        "unknown-function → CAST(EXTRACT(YEAR FROM to_date(CAST(joined AS text), 'DD/MM/YYYY')) AS integer)",
      mariadb: "warning date-format-mismatch → YEAR(DATE(STR_TO_DATE(joined, '%d/%m/%Y')))",
    },
  ],
  [
    "EXTRACT from dates in a text",
    "SELECT EXTRACT(MONTH FROM joined) FROM customer",
    {
      sqlite: "syntax-error → CAST(substr(joined, 4, 2) AS INTEGER)",
      duckdb: "unknown-function → CAST(month(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y')) AS INTEGER)",
      postgres:
        "unknown-function → CAST(EXTRACT(MONTH FROM to_date(CAST(joined AS text), 'DD/MM/YYYY')) AS integer)",
      mariadb: "warning date-format-mismatch → EXTRACT(MONTH FROM DATE(STR_TO_DATE(joined, '%d/%m/%Y')))",
    },
  ],
  [
    "strftime of a date",
    `SELECT strftime('%Y', taken) FROM "Reading" WHERE "readingId" = 1`,
    {
      ...everywhere('[["2024"]]'),
      postgres: "unknown-function → to_char(CAST(taken AS timestamp), 'YYYY')",
      mariadb: "unknown-function → DATE_FORMAT(taken, '%Y')",
    },
  ],
  [
    "strftime with another format",
    `SELECT strftime('%Y-%m-%d', taken) FROM "Reading" WHERE "readingId" = 1`,
    {
      ...everywhere('[["2024-03-05"]]'),
      postgres: "unknown-function → to_char(CAST(taken AS timestamp), 'YYYY-MM-DD')",
      mariadb: "unknown-function → DATE_FORMAT(taken, '%Y-%m-%d')",
    },
  ],
  [
    "DATE_FORMAT",
    "SELECT DATE_FORMAT(placed_on, '%Y') FROM purchase WHERE id = 4",
    {
      sqlite: "unknown-function → strftime('%Y', placed_on)",
      duckdb: "unknown-function → strftime(placed_on, '%Y')",
      postgres: "unknown-function → to_char(CAST(placed_on AS timestamp), 'YYYY')",
      mariadb: '[["2024"]]',
    },
  ],
  [
    "DATE_FORMAT with another format",
    "SELECT DATE_FORMAT(placed_on, '%Y-%m') FROM purchase WHERE id = 4",
    {
      sqlite: "unknown-function → strftime('%Y-%m', placed_on)",
      duckdb: "unknown-function → strftime(placed_on, '%Y-%m')",
      postgres: "unknown-function → to_char(CAST(placed_on AS timestamp), 'YYYY-MM')",
      mariadb: '[["2024-03"]]',
    },
  ],
  [
    "to_char",
    `SELECT to_char(taken, 'YYYY') FROM "Reading" WHERE "readingId" = 1`,
    {
      ...everywhere('[["2024"]]'),
      sqlite: "unknown-function → CAST(strftime('%Y', taken) AS INTEGER)",
      duckdb: "unknown-function → strftime(taken, '%Y')",
    },
  ],
  [
    "the time now, as SQL Server has it",
    "SELECT GETDATE()",
    {
      ...everywhere("unknown-function → now()"),
      sqlite: "unknown-function → datetime('now')",
      mariadb: "unknown-function → NOW()",
    },
  ],
  [
    "julianday",
    "SELECT julianday(placed_on) FROM purchase WHERE id = 4",
    {
      sqlite: "[[2460370.5]]",
      duckdb: "unknown-function → julian(CAST(placed_on AS TIMESTAMP))",
      postgres: "unknown-function → EXTRACT(JULIAN FROM CAST(placed_on AS timestamp))",
      mariadb: "unknown-function → TO_DAYS(placed_on) + 1721059.5",
    },
  ],
  [
    "a date in another form than the column's",
    "SELECT * FROM customer WHERE joined = '2021-02-03'",
    everywhere("warning date-format-mismatch → '03/02/2021'"),
  ],
  [
    "an order of dates that is none of letters",
    "SELECT * FROM customer WHERE joined > '01/01/2022'",
    {
      sqlite:
        "warning date-format-mismatch → substr(joined, 7, 4) || '-' || substr(joined, 4, 2) || '-' || substr(joined, 1, 2) > '2022-01-01'",
      duckdb:
        "warning date-format-mismatch → CAST(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y') AS DATE) > '2022-01-01'",
      postgres: "warning date-format-mismatch → to_date(CAST(joined AS text), 'DD/MM/YYYY') > '2022-01-01'",
      mariadb: "warning date-format-mismatch → DATE(STR_TO_DATE(joined, '%d/%m/%Y')) > '2022-01-01'",
    },
  ],
];

describe.each(RUNNING)("dates on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: %s", async (_, sql, said) => {
    expect(await ask(inQuotesOf(engine, sql))).toBe(said[engine]);
  });
});

for (const why of MISSING) it.skip(`dates: ${why}`);
