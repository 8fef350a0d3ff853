import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askRules } from "./ask-rules.ts";
import { type Opened, openedOn } from "./sales.ts";

/** Clients and ships of one name, and voyages between two ports. */
const SHIPPING = [
  "CREATE TABLE port (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT)",
  "INSERT INTO port VALUES (1, 'Hamburg', 'Germany'), (2, 'Santos', 'Brazil'), (3, 'Colon', 'Panama')",
  "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT NOT NULL, flag TEXT)",
  "INSERT INTO ship VALUES (1, 'Aurora', 'Liberia'), (2, 'Aurora', 'Malta'), (3, 'Kestrel', 'Malta')",
  "CREATE TABLE voyage (id INTEGER PRIMARY KEY, ship_id INTEGER REFERENCES ship (id), from_port_id INTEGER REFERENCES port (id), to_port_id INTEGER REFERENCES port (id))",
  "INSERT INTO voyage VALUES (1, 1, 2, 1), (2, 2, 1, 2), (3, 3, 3, 1)",
  "CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT, city TEXT)",
  "INSERT INTO client VALUES (1, 'Nordsee GmbH', 'Bremen'), (2, 'Nordsee GmbH', 'Kiel'), (3, 'Ferreira Ltda', 'Santos')",
  "CREATE TABLE container (id INTEGER PRIMARY KEY, voyage_id INTEGER REFERENCES voyage (id), client_id INTEGER REFERENCES client (id))",
  "INSERT INTO container VALUES (1, 1, 1), (2, 2, 2), (3, 1, 1), (4, 1, 1), (5, 3, 3), (6, 3, 3)",
];

describe("rows that are called alike", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", SHIPPING);
  });
  afterAll(() => opened?.close());

  it("are others where two readings give other keys", async () => {
    const heard = await askRules(opened.environment, "Which ships are from Brazil?");
    expect(heard.rows).toBeUndefined();
    expect(heard.reason).toContain("It can be read in two ways that give different answers");
  });

  it.each([
    [
      "Which client has the most containers?",
      "Nordsee GmbH",
      '2 rows of client are called "Nordsee GmbH"; shown: client.id 1.',
    ],
    [
      "Which client has the fewest containers?",
      "Nordsee GmbH",
      '2 rows of client are called "Nordsee GmbH"; shown: client.id 2.',
    ],
    ["Aurora from Malta", "Aurora", '2 rows of ship are called "Aurora"; shown: ship.id 2.'],
  ])("are told apart by their key where one is the answer: %s", async (question, row, note) => {
    const { rows, assumptions = [] } = await askRules(opened.environment, question);
    expect(rows).toEqual([row]);
    expect(assumptions).toContain(note);
    expect(assumptions.join(" ")).not.toContain("all of them count");
  });
});

describe("what a join leaves out or goes across", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", [
      ...SHIPPING,
      "INSERT INTO client VALUES (4, 'Adler AG', 'Graz')",
      "INSERT INTO port VALUES (4, 'Bergen', 'Norway')",
      "INSERT INTO voyage VALUES (4, 3, 4, 4)",
      "INSERT INTO container VALUES (7, 4, 3)",
    ]);
  });
  afterAll(() => opened?.close());

  it.each([
    // A client's three containers on one voyage are one voyage.
    ["Which client has the most voyages?", ["Ferreira Ltda"]],
    // Whoever has none has fewer than two as well.
    ["Which clients have fewer than 2 containers?", ["Adler AG", "Nordsee GmbH"]],
    ["Which clients have at most 1 container?", ["Adler AG", "Nordsee GmbH"]],
    ["Which clients have more than 1 voyage?", ["Ferreira Ltda"]],
  ] as const)("is right of what is counted and listed: %s", async (question, rows) => {
    const heard = await askRules(opened.environment, question);
    expect(heard.rows?.toSorted(), JSON.stringify(heard)).toEqual(rows);
  });

  it("is never left out of the fewest: a client without any container", async () => {
    const heard = await askRules(opened.environment, "Which client has the fewest containers?");
    expect(heard.rows).toBeUndefined();
    expect(heard.reason).toContain("Some have none at all");
  });

  it("does not tie clients to the countries of ports across containers and voyages", async () => {
    expect(await askRules(opened.environment, "How many clients in Norway?")).toMatchObject({
      reason: expect.stringContaining("tables that it does not name: container, voyage."),
    });
  });

  it("is said of the one table between two", async () => {
    expect(await askRules(opened.environment, "Which ships are from Norway?")).toMatchObject({
      rows: ["Kestrel"],
      assumptions: expect.arrayContaining(["Took voyage as what ties the other tables together."]),
    });
  });
});
