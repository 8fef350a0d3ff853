import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mariadbIsMissing } from "../../../support/mariadb.ts";
import { ENGINES, type PerEngine } from "../../../support/per-engine.ts";
import { postgresIsMissing } from "../../../support/postgres.ts";
import { askRules } from "./ask-rules.ts";
import { DATES, type DatesWritten, type Opened, openedOn, salesStatements } from "./sales.ts";

const ANSWERED: readonly { readonly question: string; readonly rows: readonly string[] }[] = [
  { question: "How many sales were there in 2024?", rows: ["4"] },
  { question: "Total amount in 2025", rows: ["125"] },
  { question: "Total amount before 2025", rows: ["110"] },
  { question: "Total amount between 2024 and 2025", rows: ["235"] },
  { question: "Average amount per region", rows: ["28.75 | North", "40 | South", "20 | West"] },
  { question: "Total amount in 2025 by region", rows: ["85 | North", "40 | West"] },
  { question: "Total quantity of Kettle in 2024", rows: ["9"] },
];
/** Figures by months, quarters and several things at once, sums that rank, ranks of more than one, months: a model reads these. */
const REFUSED = [
  "Total amount by month",
  "What is the total amount per month?",
  "Number of sales by quarter in 2025",
  "Total amount by region and year",
  "Total amount in May 2025",
  "Total amount in May",
  "Sales in the last month of the data",
  "Total amount by month and colour",
  "Number of sales by week",
  "Average amount per month",
  "Which month had the fewest sales?",
  "Which region has the lowest total amount?",
  "Which customer has the highest amount?",
  "Which day had the most sales?",
  "Top 2 months by amount",
  "Top 3 customers by amount",
  "Which product has the highest total weight?",
  "Total amount for Schmidt",
];

const missing: PerEngine<string | undefined> = {
  sqlite: undefined,
  duckdb: undefined,
  postgres: await postgresIsMissing(),
  mariadb: await mariadbIsMissing(),
};

for (const engine of ENGINES) {
  describe.skipIf(missing[engine] !== undefined)(
    `an export of sales on ${engine} ${missing[engine] ?? ""}`,
    () => {
      describe.for(Object.keys(DATES) as DatesWritten[])("with %s", (dates) => {
        let opened: Opened;
        beforeAll(async () => {
          opened = await openedOn(engine, salesStatements(dates));
        });
        afterAll(() => opened?.close());

        it.for(engine === "sqlite" ? ANSWERED : ANSWERED.slice(0, 3))(
          "answers $question",
          async ({ question, rows }) => {
            const heard = await askRules(opened.environment, question);
            expect(heard.reason).toBeUndefined();
            expect(heard.rows?.toSorted()).toEqual(rows.toSorted());
          },
        );

        // Refusals hang on the question, the schema and the rows: one engine shows them.
        it.for(engine === "sqlite" ? REFUSED : [])("does not guess at %s", async (question) => {
          expect((await askRules(opened.environment, question)).rows).toBeUndefined();
        });
      });
    },
  );
}

describe("tables in which more than one thing may be meant", () => {
  let opened: Opened;
  afterAll(() => opened?.close());

  it("leave open which of two amounts is meant, and of which of two dates a year is", async () => {
    opened = await openedOn("sqlite", [
      "CREATE TABLE orders (order_no INTEGER PRIMARY KEY, net_amount INTEGER, gross_amount INTEGER, booked_on TEXT, shipped_on TEXT)",
      "INSERT INTO orders VALUES (1, 10, 12, '2023-12-30', '2024-02-02'), (2, 20, 26, '2024-02-10', '2024-02-12')",
    ]);
    for (const question of ["Total amount in 2024", "How many orders were there in 2024?"])
      expect((await askRules(opened.environment, question)).rows, question).toBeUndefined();
    expect((await askRules(opened.environment, "What is the total net amount of orders?")).rows).toEqual([
      "30",
    ]);
    expect((await askRules(opened.environment, "How many orders were shipped in 2024?")).rows).toEqual(["2"]);
  });
});

describe("an export without a key", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", [
      'CREATE TABLE export ("sale no" INTEGER, "customer no" INTEGER, customer TEXT, amount INTEGER, "sold on" TEXT)',
      "INSERT INTO export VALUES (7, 1, 'Miller', 10, '2024-07-01'), (8, 2, 'Sato', 20, '2024-08-01'), (9, 1, 'Miller', 15, '2025-01-04')",
    ]);
  });
  afterAll(() => opened?.close());

  it("is listed with all that its rows hold", async () => {
    const heard = await askRules(opened.environment, "List the export of Miller");
    expect(heard.rows?.toSorted()).toEqual([
      "7 | 1 | Miller | 10 | 2024-07-01",
      "9 | 1 | Miller | 15 | 2025-01-04",
    ]);
  });

  it("is never measured by the numbers of its rows", async () => {
    for (const question of [
      "Total sales by month",
      "What are the total sales in 2024?",
      "Which customer had the most sales in 2024?",
      "Top 1 customers by sales",
    ]) {
      const heard = await askRules(opened.environment, question);
      expect(heard.sql ?? "", question).not.toMatch(/SUM|ORDER BY [^(]*"sale no"/u);
    }
  });
});
