import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askLibrary } from "./ask-library.ts";
import { type Opened, openedOn } from "./sales.ts";

/** Plots of which several are of one variety. */
const TABLES = [
  "CREATE TABLE plot (id INTEGER PRIMARY KEY, name TEXT, variety TEXT, soil TEXT)",
  "INSERT INTO plot VALUES (1, 'Eck', 'Riesling', 'loam'), (2, 'Ley', 'Riesling', 'slate'), (3, 'Bach', 'Muscat', 'clay')",
  "CREATE TABLE harvest (id INTEGER PRIMARY KEY, plot_id INTEGER REFERENCES plot (id))",
  "INSERT INTO harvest VALUES (1, 1), (2, 1)",
];

/** Undefined rows: not answered. */
const QUESTIONS: readonly (readonly [why: string, question: string, rows: readonly string[] | undefined])[] =
  [
    ["a value of which one row has none", "Which varieties have no harvests?", undefined],
    ["a value of which one row has none", "Which varieties do not have any harvests?", undefined],
    ["a value of which one row has none", "How many varieties have no harvests?", undefined],
    ["a value of which one row has none", "List the varieties without harvests", undefined],
    ["rows that have none", "Which plots have no harvests?", ["Ley", "Bach"]],
    ["rows that have none", "List the names of plots without harvests", ["Ley", "Bach"]],
    ["values that stand once", "Which soils have no harvests?", ["slate", "clay"]],
  ];

describe("a small table in which a value stands in several rows", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", TABLES);
  });
  afterAll(() => opened?.close());

  it.each(QUESTIONS)("%s: %s", async (_, question, rows) => {
    const heard = await askLibrary(opened.environment, question);
    expect(heard.rows?.toSorted(), JSON.stringify(heard)).toEqual(rows?.toSorted());
  });
});
