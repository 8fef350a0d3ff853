import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askLibrary } from "./ask-library.ts";
import { type Opened, openedOn } from "./sales.ts";

/** A client that is called as a table is, and plots of which several are of one variety. */
const TABLES = [
  "CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT)",
  "INSERT INTO client VALUES (1, 'Claim'), (2, 'Meier'), (3, 'Sato'), (4, 'Blum')",
  "CREATE TABLE container (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client (id))",
  "INSERT INTO container VALUES (1, 1), (2, 1), (3, 2), (4, 3)",
  "CREATE TABLE claim (id INTEGER PRIMARY KEY, container_id INTEGER REFERENCES container (id))",
  "INSERT INTO claim VALUES (1, 1), (2, 2), (3, 3), (4, 3), (5, 3)",
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
    ["a table, then a client", "How many claims does Claim have?", ["2"]],
    ["a table, then a client", "How many claims does claim have?", undefined],
    ["a client, told as one", "How many claims has the client Claim?", ["2"]],
    ["a table", "How many claims are there?", ["5"]],
    ["a table rather than a client", "How many clients have a claim?", ["2"]],
    ["a table rather than a client", "How many clients have claims?", ["2"]],
    ["a client rather than a table", "How many containers does Claim have?", undefined],
  ];

describe("a small table in which words or rows repeat", () => {
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
