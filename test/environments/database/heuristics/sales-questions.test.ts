import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mariadbIsMissing } from "../../../support/mariadb.ts";
import { ENGINES, type PerEngine } from "../../../support/per-engine.ts";
import { postgresIsMissing } from "../../../support/postgres.ts";
import { askLibrary } from "./ask-library.ts";
import { DATES, type DatesWritten, type Opened, openedOn, salesStatements } from "./sales.ts";

const BY_MONTH = ["2024 | 3 | 60", "2024 | 11 | 20", "2024 | 12 | 30", "2025 | 3 | 45", "2025 | 5 | 80"];

/** In the order that the answer has where it has one. */
const ANSWERED: readonly {
  readonly question: string;
  readonly rows: readonly string[];
  readonly ordered?: boolean;
}[] = [
  { question: "Total amount by month", rows: BY_MONTH, ordered: true },
  { question: "What is the total amount per month?", rows: BY_MONTH, ordered: true },
  { question: "Total amount for each year", rows: ["2024 | 110", "2025 | 125"], ordered: true },
  { question: "Number of sales by quarter in 2025", rows: ["2025 | 1 | 1", "2025 | 2 | 3"], ordered: true },
  { question: "How many customers were there per year?", rows: ["2024 | 3", "2025 | 4"], ordered: true },
  {
    question: "Number of sales and total amount by year",
    rows: ["2024 | 4 | 110", "2025 | 4 | 125"],
    ordered: true,
  },
  {
    question: "Total amount by day in May 2025",
    rows: ["2025-05-07 | 25", "2025-05-20 | 15", "2025-05-31 | 40"],
    ordered: true,
  },
  {
    question: "Total amount by region and year",
    rows: ["North | 2024 | 30", "North | 2025 | 85", "South | 2024 | 80", "West | 2025 | 40"],
    ordered: true,
  },
  {
    question: "Total quantity by region and product",
    rows: [
      "North | Chair | 2",
      "North | Kettle | 9",
      "North | Lamp | 1",
      "South | Lamp | 2",
      "West | Chair | 1",
      "West | Kettle | 3",
    ],
  },
  { question: "Total amount by region in 2025", rows: ["85 | North", "40 | West"] },
  { question: "In 2025, what was the total amount per region?", rows: ["85 | North", "40 | West"] },
  { question: "Average amount per region", rows: ["28.75 | North", "40 | South", "20 | West"] },
  { question: "Total amount in 2025 by region", rows: ["85 | North", "40 | West"] },
  { question: "Total amount before March 2025", rows: ["110"] },
  { question: "Total amount between December 2024 and March 2025", rows: ["75"] },
  { question: "Total amount in May 2025", rows: ["80"] },
  { question: "In 2024, what was the total amount?", rows: ["110"] },
  { question: "Total quantity of Kettle in 2024", rows: ["9"] },
  { question: "How many sales were there in 2024?", rows: ["4"] },
  { question: "Which product has the highest total quantity?", rows: ["Kettle"] },
  { question: "Which region has the lowest total amount?", rows: ["West"] },
  { question: "Which region had the highest total amount in 2024?", rows: ["South"] },
  { question: "Which day had the most sales?", rows: ["2024-03-15"] },
  { question: "Which month had the highest total amount?", rows: ["2025 | 5"] },
  { question: "Top 2 months by amount", rows: ["2025 | 5", "2024 | 3"], ordered: true },
  { question: "Top 3 customers by amount", rows: ["Miller", "Sato", "Ortega"], ordered: true },
  { question: "Top 2 customers by total amount in 2025", rows: ["Miller", "Ortega"], ordered: true },
  { question: "List the sales of Miller", rows: ["1", "4", "5"] },
];

/** What must not be answered: the words that were not understood, or what is said instead. */
const REFUSED: readonly {
  readonly question: string;
  readonly words?: readonly string[];
  readonly says?: RegExp;
}[] = [
  { question: "Sales in the last month of the data", words: ["last"] },
  { question: "Total amount by month and colour", words: ["colour"] },
  { question: "Number of sales by week", words: ["week"] },
  { question: "Total amount in May", words: ["May"], says: /which year/u },
  { question: "Total by month", words: ["month"] },
  // The average of the sales of each month, or the average of what the months come to.
  { question: "Average amount per month" },
  // The highest sale of each month, or the highest of what the months come to.
  { question: "What is the highest amount per month?" },
  // What has no sale at all has the fewest, and stands in no row.
  { question: "Which month had the fewest sales?" },
  { question: "Which region had the lowest total quantity in 2025?" },
  // Of one sale, or of all of a customer.
  { question: "Which customer has the highest amount?", says: /two ways|adding/u },
  { question: "Which month had the highest amount?", says: /cannot be|two ways|adding/u },
  { question: "Total amount by month of the week", words: ["week"] },
  { question: "Total amount by month for Schmidt", words: ["Schmidt"] },
  { question: "Which product has the highest total weight?", words: ["weight"] },
  { question: "Which year had the most sales?", says: /share the last place/u },
];

const missing: PerEngine<string | undefined> = {
  sqlite: undefined,
  duckdb: undefined,
  postgres: await postgresIsMissing(),
  mariadb: await mariadbIsMissing(),
};

/** All on one engine, and all dates as such; how dates in texts are read hangs on the engine as well. */
function askedOn(engine: string, dates: DatesWritten) {
  if (engine === "sqlite" || dates === Object.keys(DATES)[0]) return ANSWERED;
  return ANSWERED.filter(({ question }) =>
    /\b(?:by month|each year|by quarter|by day|before|between|Which day|months)\b/u.test(question),
  );
}

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

        it.for(askedOn(engine, dates))("answers $question", async ({ question, rows, ordered }) => {
          const heard = await askLibrary(opened.environment, question);
          expect(heard.reason).toBeUndefined();
          if (ordered) expect(heard.rows).toEqual(rows);
          else expect(heard.rows?.toSorted()).toEqual(rows.toSorted());
        });

        // Refusals hang on the question, the schema and the rows: one engine shows them.
        it.for(engine === "sqlite" ? REFUSED : [])(
          "does not guess at $question",
          async ({ question, words, says }) => {
            const heard = await askLibrary(opened.environment, question);
            expect(heard.rows).toBeUndefined();
            if (words) expect(heard.words).toEqual(words);
            if (says) expect(heard.reason).toMatch(says);
          },
        );
      });
    },
  );
}

describe("tables in which more than one thing may be meant", () => {
  let opened: Opened;
  afterAll(() => opened?.close());
  const on = async (...statements: readonly string[]) => {
    await opened?.close();
    opened = await openedOn("sqlite", statements);
    return (question: string) => askLibrary(opened.environment, question);
  };

  it("leave open which of two dates a month is of, until the question names it", async () => {
    const ask = await on(
      "CREATE TABLE orders (order_no INTEGER PRIMARY KEY, amount INTEGER, booked_on TEXT, shipped_on TEXT)",
      "INSERT INTO orders VALUES (1, 10, '2024-01-30', '2024-02-02'), (2, 20, '2024-02-10', '2024-02-12')",
    );
    const open = await ask("Total amount by month");
    expect(open.rows).toBeUndefined();
    expect(open.reason).toMatch(/orders\.booked_on or .*orders\.shipped_on/u);
    expect((await ask("Total amount by month of shipped on")).rows).toEqual(["2024 | 2 | 30"]);
    expect((await ask("Total amount by month of booked on")).rows).toEqual([
      "2024 | 1 | 10",
      "2024 | 2 | 20",
    ]);
  });

  it("leave open which of two amounts is meant", async () => {
    const ask = await on(
      "CREATE TABLE orders (order_no INTEGER PRIMARY KEY, net_amount INTEGER, gross_amount INTEGER, customer TEXT, ordered_on TEXT)",
      "INSERT INTO orders VALUES (1, 10, 12, 'Blum', '2024-01-30'), (2, 20, 26, 'Sato', '2024-02-10'), (3, 11, 13, 'Blum', '2024-02-11')",
    );
    for (const question of ["Total amount by month", "Total amount in 2024"]) {
      const heard = await ask(question);
      expect(heard.rows, question).toBeUndefined();
    }
    expect((await ask("Total net amount by month")).rows).toEqual(["2024 | 1 | 10", "2024 | 2 | 31"]);
  });

  it("have a column of months that is taken before the months of dates", async () => {
    const ask = await on(
      "CREATE TABLE budget (budget_no INTEGER PRIMARY KEY, month TEXT, amount INTEGER, written_on TEXT)",
      "INSERT INTO budget VALUES (1, 'January', 10, '2023-11-30'), (2, 'February', 20, '2023-11-30')",
    );
    expect((await ask("Total amount by month")).rows?.toSorted()).toEqual(["10 | January", "20 | February"]);
  });

  it("do not rank single rows where what they name stands in several", async () => {
    const ask = await on(
      "CREATE TABLE offers (offer_no INTEGER PRIMARY KEY, product TEXT, price INTEGER)",
      "INSERT INTO offers VALUES (1, 'Lamp', 90), (2, 'Lamp', 80), (3, 'Chair', 70), (4, 'Lamp', 10), (5, 'Desk', 65), (6, 'Desk', 64)",
    );
    // By the highest price: Lamp, Chair; by the average: Chair, Desk.
    expect((await ask("Top 2 products by price")).rows).toBeUndefined();
    expect((await ask("Which product has the highest price?")).rows).toEqual(["Lamp"]);
  });

  it("have blank dates, which are no month", async () => {
    const ask = await on(
      "CREATE TABLE orders (order_no INTEGER PRIMARY KEY, amount INTEGER, ordered_on TEXT)",
      "INSERT INTO orders VALUES (1, 10, '30.01.2024'), (2, 20, ''), (3, 5, '28.02.2024')",
    );
    expect((await ask("Total amount by month")).rows).toBeUndefined();
  });

  it("are told of with conditions that stand in front, and never without them", async () => {
    const ask = await on(
      "CREATE TABLE orders (order_no INTEGER PRIMARY KEY, amount INTEGER, ordered_on TEXT)",
      "INSERT INTO orders VALUES (1, 10, '2023-01-30'), (2, 20, '2024-02-10')",
    );
    expect((await ask("In 2023, what is the total amount?")).rows).toEqual(["10"]);
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
    const heard = await askLibrary(opened.environment, "List the export of Miller");
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
      const heard = await askLibrary(opened.environment, question);
      expect(heard.sql ?? "", question).not.toMatch(/SUM|ORDER BY [^(]*"sale no"/u);
    }
  });
});

describe("sales and their customers in two tables", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", [
      "CREATE TABLE customer (customer_no INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on TEXT)",
      "CREATE TABLE sales (sale_no INTEGER PRIMARY KEY, customer_no INTEGER NOT NULL REFERENCES customer (customer_no), amount INTEGER, sold_on TEXT)",
      "INSERT INTO customer VALUES (1, 'Miller', '2024-06-01'), (2, 'Sato', '2023-01-01'), (3, 'Blum', '2024-02-02')",
      "INSERT INTO sales VALUES (1, 1, 10, '2024-07-01'), (2, 1, 15, '2025-01-04'), (3, 2, 20, '2024-02-01'), (4, 3, 6, '2025-01-09')",
    ]);
  });
  afterAll(() => opened?.close());

  it("are added up over the key", async () => {
    const heard = await askLibrary(opened.environment, "Top 2 customers by amount");
    expect(heard.rows).toEqual(["Miller", "Sato"]);
    expect(heard.assumptions).toContain("sales.amount was added up.");
  });

  it("are told apart by the name of what they refer to", async () => {
    const heard = await askLibrary(opened.environment, "Total amount by customer and year");
    expect(heard.rows).toEqual([
      "Blum | 2025 | 6",
      "Miller | 2024 | 10",
      "Miller | 2025 | 15",
      "Sato | 2024 | 20",
    ]);
  });

  it("leave open of which of the two a year is", async () => {
    const heard = await askLibrary(
      opened.environment,
      "Which customer had the highest total amount in 2024?",
    );
    expect(heard.rows).toBeUndefined();
  });
});
