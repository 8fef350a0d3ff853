import { describe, expect, it } from "vitest";
import { MISSING, RUNNING } from "../engines/asked-on.ts";
import { BUYERS, toldOn } from "./told-on.ts";

/** Question, query, and what it is told that the question could also mean; nothing where the question is clear or no result changes. */
const CASES: readonly (readonly [string, string, (string | undefined)?])[] = [
  // Rows against distinct things.
  [
    "How many members bought tickets?",
    `SELECT COUNT(*) ${BUYERS}`,
    "each member counted once: 3 instead of 6",
  ],
  [
    "How many members bought tickets?",
    "SELECT COUNT(*) FROM ticket",
    "each member counted once: 3 instead of 6",
  ],
  [
    "How many tickets did members from Bonn buy?",
    `SELECT COUNT(DISTINCT m.member_id) ${BUYERS} WHERE m.town = 'Bonn'`,
    "every row of ticket counted: 4 instead of 2",
  ],
  ["How many tickets were bought by members?", `SELECT COUNT(*) ${BUYERS}`],
  ["How many members are there?", "SELECT COUNT(*) FROM member"],
  // Rows that a join drops, in groups and in shares.
  [
    "How many tickets did each member buy?",
    "SELECT m.name, COUNT(*) FROM member m JOIN ticket t ON t.member_id = m.member_id GROUP BY m.member_id, m.name",
    "with member rows that have no ticket: 4 rows instead of 3",
  ],
  [
    "What share of tickets over 12 euros do members have?",
    "SELECT 10 * SUM(CASE WHEN t.price > 12 THEN 1 ELSE 0 END) / COUNT(*) > 4 FROM member m JOIN ticket t ON t.member_id = m.member_id",
    undefined,
  ],
  [
    "How many tickets did each member who has any ticket buy?",
    "SELECT m.name, COUNT(*) FROM member m JOIN ticket t ON t.member_id = m.member_id GROUP BY m.member_id, m.name",
  ],
  // A condition on both, or on the last.
  [
    "Show concerts and plays priced over 9",
    "SELECT e.title FROM event e WHERE e.kind IN ('concert', 'play') AND e.rating > 9",
    "e.rating > 9 only for 'play': 2 rows instead of 1",
  ],
  [
    "Show members from Bonn and Mainz who joined after 2021",
    "SELECT name FROM member WHERE town = 'Bonn' OR (town = 'Mainz' AND joined > '2021')",
    "joined > '2021' for 'Bonn', too: 3 rows instead of 4",
  ],
  [
    "After 2021, which members from Bonn and Mainz joined?",
    "SELECT name FROM member WHERE (town = 'Bonn' OR town = 'Mainz') AND joined > '2021'",
  ],
  [
    "Give me the concerts and plays rated since 9",
    "SELECT title FROM event WHERE kind IN ('concert', 'play') AND rating > 9",
    "rating > 9 only for 'play': 2 rows instead of 1",
  ],
  [
    "Who lives in Bonn or Mainz and has a phone?",
    "SELECT name FROM member WHERE town IN ('Bonn', 'Mainz') AND phone IS NOT NULL",
    "phone IS NOT NULL only for 'Mainz': 3 rows instead of 2",
  ],
  [
    "Which concerts and plays have an event id over 1?",
    "SELECT title FROM event WHERE kind IN ('concert', 'play') AND event_id > 1",
  ],
  // What some have, or all have in common.
  [
    "What did Ada and Jennifer see?",
    `SELECT DISTINCT e.title ${BUYERS} JOIN event e ON e.event_id = t.event_id WHERE m.name IN ('Ada', 'Jennifer')`,
  ],
  [
    "What did Ada and Jennifer Weber see?",
    `SELECT DISTINCT e.title ${BUYERS} JOIN event e ON e.event_id = t.event_id WHERE m.name IN ('Ada', 'Jennifer Weber')`,
    "only what 'Ada', 'Jennifer Weber' have in common: 1 row instead of 2",
  ],
  [
    "Which events did every member from Bonn see?",
    `SELECT DISTINCT e.title ${BUYERS} JOIN event e ON e.event_id = t.event_id WHERE m.town = 'Bonn'`,
    "only what is common to all member rows that are meant: 1 row instead of 2",
  ],
  [
    "Which events did a member from Bonn see?",
    `SELECT DISTINCT e.title ${BUYERS} JOIN event e ON e.event_id = t.event_id WHERE m.town = 'Bonn'`,
  ],
  // Another column that the words fit as well.
  [
    "Which one has the best rating?",
    "SELECT title FROM event ORDER BY rating DESC LIMIT 1",
    "by the average of review.rating instead of event.rating: Jazz instead of Opera",
  ],
  [
    "How much did we take in January 2024?",
    "SELECT SUM(price) FROM ticket WHERE ordered_on LIKE '2024-01-%'",
    "by ticket.shipped_on instead of ticket.ordered_on: 10 instead of 45",
  ],
  [
    "How much was ordered in January 2024?",
    "SELECT SUM(price) FROM ticket WHERE ordered_on LIKE '2024-01-%'",
  ],
  // Both directions of a pair.
  [
    "Who are the friends of Ada?",
    "SELECT b.name FROM friendship f JOIN member a ON a.member_id = f.member_a JOIN member b ON b.member_id = f.member_b WHERE a.name = 'Ada'",
    "in both directions of friendship: 2 rows instead of 1",
  ],
  // A whole name, or part of one.
  [
    "How many tickets did Jennifer buy?",
    `SELECT COUNT(*) ${BUYERS} WHERE m.name = 'Jennifer'`,
    "also where Jennifer is part of name: 4 instead of 3",
  ],
  ["Which events have read in the title?", "SELECT title FROM event WHERE LOWER(title) LIKE '%e%'"],
  [
    "Which members have Jennifer in their name?",
    "SELECT town FROM member WHERE name LIKE '%Jenn%' OR name = 'Bo'",
  ],
  ["How many tickets did Ada buy?", `SELECT COUNT(*) ${BUYERS} WHERE m.name = 'Ada'`],
  // Rows without a value.
  [
    "Which members do not have the phone 12?",
    "SELECT name FROM member WHERE phone <> '12'",
    "with rows that have no phone: 3 rows instead of 1",
  ],
];

it.each(MISSING)("engine not tried: %s", (why) => expect(why).not.toBe(""));

describe.each(RUNNING)("what an answer hangs on, on %s", (engine) => {
  const { told, answered } = toldOn(engine);

  it.each(CASES.map((each) => [...each]))("%s %s", async (question = "", query = "", expected) => {
    const found = await told(question, query);
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found).toContain(expected);
  });

  it("is not asked without a question", async () => {
    expect(await told(undefined, `SELECT COUNT(*) ${BUYERS}`)).toEqual([]);
  });

  it("names the rows that tie at the LIMIT in the evidence of the answer", async () => {
    const text = "SELECT m.name FROM member m WHERE m.member_id < 4 ORDER BY m.phone IS NULL LIMIT 1";
    expect(await answered("Which event costs most?", text)).toEqual([
      {
        kind: "ties",
        text: "with all 2 rows that tie at the LIMIT: Ada; Jennifer Weber",
        query: text.replace("LIMIT 1", "LIMIT 2"),
      },
    ]);
  });

  it("stands in the evidence of the answer, with the query that gives the other one", async () => {
    expect(await answered("How many members bought tickets?", "SELECT COUNT(*) FROM ticket")).toEqual([
      {
        kind: "counted",
        text: "each member counted once: 3 instead of 6",
        query: expect.stringContaining("COUNT(DISTINCT "),
      },
    ]);
  });
});
