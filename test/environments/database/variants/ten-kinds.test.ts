import { describe, expect, it } from "vitest";
import { MISSING, RUNNING } from "../engines/asked-on.ts";
import { BUYERS, SEEN, toldOn, VISITS } from "./told-on.ts";

const DOCTORS = "FROM patient p JOIN doctor d ON d.doctor_id = p.primary_doctor_id";
const SENT =
  "FROM message g JOIN member a ON a.member_id = g.sender_id JOIN member b ON b.member_id = g.receiver_id";
const OF_BONN = "(SELECT member_id FROM member WHERE town = 'Bonn')";
const NAMED = "m.name IN ('Ada', 'Jennifer Weber')";
const OVER_12 = "COUNT(DISTINCT CASE WHEN t.price > 12 THEN m.member_id END)";

/** A question, and drafts of it that take one of its readings, each with another reading that it is told; nothing where the question is clear. */
type Case = readonly [question: string, ...drafts: (readonly [query: string, told?: string])[]];

const KINDS: Readonly<Record<string, readonly Case[]>> = {
  "rows, or distinct things, after a join that multiplies": [
    [
      "What is the average age of the patients with visits?",
      [`SELECT AVG(p.age) ${VISITS}`, "each patient taken once: 30 instead of 26"],
      ["SELECT AVG(age) FROM patient WHERE patient_id < 4"],
    ],
    [
      "For each town, what is the average age of the patients with visits?",
      [
        `SELECT p.town, AVG(p.age) ${VISITS} GROUP BY p.town`,
        "each patient taken once: Bonn | 25 instead of Bonn | 22.5",
      ],
    ],
    [
      "List the patients with visits",
      [`SELECT p.name ${VISITS}`, "each patient once: 3 rows instead of 5"],
      [`SELECT DISTINCT p.name ${VISITS}`],
    ],
    [
      "How many patients have visits, and how many doctors are there?",
      [
        `SELECT (SELECT COUNT(*) ${VISITS}), (SELECT COUNT(*) FROM doctor)`,
        "each patient counted once: 3 | 3 instead of 5 | 3",
      ],
    ],
    [
      "Which member saw most events?",
      [
        `SELECT m.name ${BUYERS} GROUP BY m.member_id, m.name ORDER BY COUNT(*) DESC, m.name LIMIT 1`,
        "each event counted once: Ada instead of Jennifer",
      ],
    ],
  ],
  "rows, or distinct things, of a table that only refers to them": [
    [
      "How many events were visited?",
      ["SELECT COUNT(*) FROM ticket", "each event counted once: 2 instead of 6"],
      ["SELECT COUNT(DISTINCT event_id) FROM ticket", "every row of ticket counted: 6 instead of 2"],
    ],
    ["How many different events were visited?", ["SELECT COUNT(DISTINCT event_id) FROM ticket"]],
  ],
  "with or without rows that a join drops": [
    [
      "How many visits did each doctor have?",
      [
        "SELECT d.name, COUNT(v.visit_id) FROM doctor d LEFT JOIN visit v ON v.doctor_id = d.doctor_id GROUP BY d.doctor_id, d.name",
        "without doctor rows that have no visit: 2 rows instead of 3",
      ],
      [
        "SELECT d.name, COUNT(*) FROM doctor d JOIN visit v ON v.doctor_id = d.doctor_id GROUP BY d.doctor_id, d.name",
        "with doctor rows that have no visit: 3 rows instead of 2",
      ],
    ],
    [
      "Show every doctor and the fees of the visits",
      [
        "SELECT d.name, v.fee FROM visit v JOIN doctor d ON d.doctor_id = v.doctor_id",
        "with doctor rows that have no visit: 6 rows instead of 5",
      ],
    ],
    [
      "How many tickets over 9 euros did each member buy?",
      [
        `SELECT m.name, COUNT(*) ${BUYERS} WHERE t.price > 9 GROUP BY m.member_id, m.name`,
        "with member rows that have no ticket: 4 rows instead of 3",
      ],
    ],
    ["How many members does each town have?", ["SELECT town, COUNT(*) FROM member GROUP BY town"]],
  ],
  '"A and B with C"': [
    [
      "Show concerts and plays rated over 9",
      [
        "SELECT title FROM event WHERE kind = 'concert' UNION SELECT title FROM event WHERE kind = 'play' AND rating > 9",
        "rating > 9 for 'concert', too: 1 row instead of 2",
      ],
      [
        "SELECT title FROM event WHERE kind = 'concert' AND rating > 9 UNION SELECT title FROM event WHERE kind = 'play' AND rating > 9",
        "rating > 9 only for 'play': 2 rows instead of 1",
      ],
    ],
    [
      "How many concerts and plays rated over 9 do we have?",
      [
        "SELECT (SELECT COUNT(*) FROM event WHERE kind = 'concert' AND rating > 9) + (SELECT COUNT(*) FROM event WHERE kind = 'play' AND rating > 9)",
        "rating > 9 only for 'play': 2 instead of 1",
      ],
    ],
    [
      "Who bought tickets for concerts and plays rated over 9?",
      [
        "SELECT m.name FROM member m WHERE m.member_id IN (SELECT t.member_id FROM ticket t JOIN event e ON e.event_id = t.event_id WHERE e.kind IN ('concert', 'play') AND e.rating > 9)",
        "e.rating > 9 only for 'play': 3 rows instead of 2",
      ],
    ],
  ],
  '"every", "each", "A and B"': [
    [
      "Which events did every member from Bonn see?",
      [
        `SELECT m.name, e.title ${SEEN} WHERE m.town = 'Bonn'`,
        "only what is common to all member rows that are meant: 1 row instead of 4",
      ],
      [
        `SELECT title FROM event WHERE event_id IN (SELECT event_id FROM ticket WHERE member_id IN ${OF_BONN})`,
        "only what is common to all member rows that are meant: 1 row instead of 2",
      ],
      [
        `SELECT e.title ${SEEN} WHERE m.town = 'Bonn' GROUP BY e.event_id, e.title HAVING COUNT(DISTINCT m.member_id) = (SELECT COUNT(*) FROM ${OF_BONN} AS b)`,
        "of any of them instead of common to all: 2 rows instead of 1",
      ],
    ],
    [
      "How many events did every member from Bonn see?",
      [
        `SELECT COUNT(DISTINCT e.event_id) ${SEEN} WHERE m.town = 'Bonn'`,
        "only what is common to all member rows that are meant: 1 instead of 2",
      ],
      [
        `SELECT COUNT(DISTINCT t.event_id) ${BUYERS} WHERE m.town = 'Bonn'`,
        "for each member on its own: Jennifer | 2; Jennifer Weber | 1 instead of 2",
      ],
    ],
    [
      "What is the average fee of each doctor's visits?",
      [
        "SELECT AVG(v.fee) FROM visit v JOIN doctor d ON d.doctor_id = v.doctor_id",
        "for each doctor on its own: Poe | 30; Roe | 70 instead of 60",
      ],
    ],
    [
      "How many tickets did all members from Bonn buy?",
      [
        `SELECT m.name, COUNT(*) ${BUYERS} WHERE m.town = 'Bonn' GROUP BY m.member_id, m.name`,
        "for all member rows together: 1 row instead of 2",
      ],
    ],
    [
      "How many tickets did Ada and Jennifer Weber buy?",
      [
        `SELECT COUNT(*) ${BUYERS} WHERE ${NAMED}`,
        "for each of 'Ada', 'Jennifer Weber': Ada | 2; Jennifer Weber | 1 instead of 3",
      ],
      [
        `SELECT m.name, COUNT(*) ${BUYERS} WHERE ${NAMED} GROUP BY m.name`,
        "for 'Ada', 'Jennifer Weber' together: 1 row instead of 2",
      ],
      [
        `SELECT (SELECT COUNT(*) ${BUYERS} WHERE m.name = 'Ada'), (SELECT COUNT(*) ${BUYERS} WHERE m.name = 'Jennifer Weber')`,
        "for 'Ada', 'Jennifer Weber' together: 3 instead of 2 | 1",
      ],
    ],
    [
      "How many events did Ada and Jennifer Weber see?",
      [
        `SELECT COUNT(DISTINCT e.event_id) ${SEEN} WHERE ${NAMED}`,
        "only what 'Ada', 'Jennifer Weber' have in common: 1 instead of 2",
      ],
    ],
    [
      "What did Ada and Jennifer Weber see?",
      [
        `SELECT e.title ${SEEN} WHERE m.name = 'Ada' INTERSECT SELECT e.title ${SEEN} WHERE m.name = 'Jennifer Weber'`,
        "of any of 'Ada', 'Jennifer Weber' instead of common to all: 2 rows instead of 1",
      ],
    ],
    [
      "What did both Ada and Jennifer Weber see?",
      [
        `SELECT e.title ${SEEN} WHERE m.name = 'Ada' INTERSECT SELECT e.title ${SEEN} WHERE m.name = 'Jennifer Weber'`,
      ],
    ],
  ],
  "another column or link that the words fit as well": [
    [
      "Which one has the best rating?",
      [
        "SELECT title FROM event WHERE rating = (SELECT MAX(rating) FROM event)",
        "by the average of review.rating instead of event.rating: Jazz instead of Opera",
      ],
    ],
    [
      "Who are the patients of Roe?",
      [
        `SELECT p.name ${DOCTORS} WHERE d.name = 'Roe'`,
        "linked by visit instead of primary_doctor_id: Finn instead of Hal",
      ],
      [
        "SELECT DISTINCT p.name FROM doctor d JOIN visit v ON v.doctor_id = d.doctor_id JOIN patient p ON p.patient_id = v.patient_id WHERE d.name = 'Roe'",
        "linked by primary_doctor_id instead of visit: Hal instead of Finn",
      ],
    ],
    ["Whose primary doctor is Roe?", [`SELECT p.name ${DOCTORS} WHERE d.name = 'Roe'`]],
  ],
  "a number of rows, or the sum of what they amount to": [
    [
      "Which event sold worst?",
      [
        `SELECT e.title ${SEEN} GROUP BY e.event_id, e.title ORDER BY COUNT(*), e.title LIMIT 1`,
        "by the sum of ticket.price instead of the number of rows: Jazz instead of Opera",
      ],
      [
        `SELECT e.title ${SEEN} GROUP BY e.event_id, e.title ORDER BY SUM(t.price), e.title LIMIT 1`,
        "by the number of ticket rows instead of the sum of ticket.price: Opera instead of Jazz",
      ],
    ],
    [
      "Who bought the most tickets?",
      [`SELECT m.name ${BUYERS} GROUP BY m.member_id, m.name ORDER BY COUNT(*) DESC LIMIT 1`],
    ],
  ],
  "both directions of a pair": [
    [
      "How many friends does Ada have?",
      [
        "SELECT COUNT(*) FROM friendship f JOIN member a ON a.member_id = f.member_a WHERE a.name = 'Ada'",
        "in both directions of friendship: 2 instead of 1",
      ],
    ],
    [
      "Who are the friends of Ada?",
      [
        "SELECT name FROM member WHERE member_id IN (SELECT member_b FROM friendship WHERE member_a = 3) ORDER BY name",
        "in both directions of friendship: 2 rows instead of 1",
      ],
      [
        "SELECT name FROM member WHERE member_id IN (SELECT member_b FROM friendship WHERE member_a = 3 UNION SELECT member_a FROM friendship WHERE member_b = 3)",
      ],
    ],
  ],
  "both directions between two": [
    [
      "How many messages went between Ada and Jennifer?",
      [
        `SELECT COUNT(*) ${SENT} WHERE a.name = 'Jennifer' AND b.name = 'Ada'`,
        "in both directions of message: 2 instead of 1",
      ],
    ],
    [
      "How many messages went from Jennifer to Ada?",
      [`SELECT COUNT(*) ${SENT} WHERE a.name = 'Jennifer' AND b.name = 'Ada'`],
    ],
  ],
  "a share of all, or of those that joined": [
    [
      "What percentage of members bought a ticket over 12 euros?",
      [
        `SELECT 100.0 * ${OVER_12} / COUNT(DISTINCT m.member_id) FROM member m JOIN ticket t ON t.member_id = m.member_id`,
        "with member rows that have no ticket: 75 instead of 100",
      ],
      [
        `SELECT 100.0 * ${OVER_12} / COUNT(DISTINCT m.member_id) FROM member m LEFT JOIN ticket t ON t.member_id = m.member_id`,
        "without member rows that have no ticket: 100 instead of 75",
      ],
      [
        "SELECT 100.0 * (SELECT COUNT(DISTINCT member_id) FROM ticket WHERE price > 12) / (SELECT COUNT(*) FROM member)",
        "of those member rows that have ticket: 100 instead of 75",
      ],
      [
        "SELECT AVG(CASE WHEN member_id IN (SELECT member_id FROM ticket WHERE price > 12) THEN 100.0 ELSE 0 END) FROM member",
        "of those member rows that have ticket: 100 instead of 75",
      ],
    ],
  ],
  "a whole name, or part of one": [
    [
      "How many members are called Jennifer?",
      [
        "SELECT COUNT(*) FROM member WHERE name = 'Jennifer'",
        "also where Jennifer is part of name: 2 instead of 1",
      ],
      [
        "SELECT COUNT(*) FROM member WHERE name LIKE '%Jennifer%'",
        "only where name is Jennifer and nothing more: 1 instead of 2",
      ],
      [
        "SELECT COUNT(*) FROM member WHERE name LIKE 'Jennifer%'",
        "only where name is Jennifer and nothing more: 1 instead of 2",
      ],
    ],
    ["How many names begin with Jennifer?", ["SELECT COUNT(*) FROM member WHERE name LIKE 'Jennifer%'"]],
  ],
  "rows without a value": [
    [
      "What is the average fee of a visit?",
      ["SELECT AVG(fee) FROM visit", "rows without fee counted as 0: 48 instead of 60"],
      ["SELECT AVG(COALESCE(fee, 0)) FROM visit", "rows without fee left out: 60 instead of 48"],
      ["SELECT SUM(fee) / COUNT(*) FROM visit", "rows without fee left out: 60 instead of 48"],
    ],
    [
      "Which patients are not insured by A?",
      [
        "SELECT name FROM patient WHERE insurer <> 'A'",
        "with rows that have no insurer: 3 rows instead of 2",
      ],
      [
        "SELECT name FROM patient WHERE NOT (insurer = 'A')",
        "with rows that have no insurer: 3 rows instead of 2",
      ],
      [
        "SELECT name FROM patient WHERE insurer NOT IN ('A')",
        "with rows that have no insurer: 3 rows instead of 2",
      ],
      [
        "SELECT name FROM patient WHERE (insurer <> 'A' OR insurer IS NULL)",
        "without rows that have no insurer: 2 rows instead of 3",
      ],
    ],
    ["Which patients are insured by A?", ["SELECT name FROM patient WHERE insurer = 'A'"]],
  ],
};

/** Told with the answer alone: a draft has a finding of it. */
const TIES: readonly (readonly [string, string, string?])[] = [
  [
    "Who bought most tickets?",
    `SELECT m.name ${BUYERS} WHERE m.member_id > 1 AND t.ticket_id <> 4 GROUP BY m.member_id, m.name ORDER BY COUNT(*) DESC LIMIT 1`,
    "with all 2 rows that tie at the LIMIT",
  ],
  ["Which event is rated best?", "SELECT title FROM event ORDER BY rating DESC LIMIT 1"],
];

it.each(MISSING)("engine not tried: %s", (why) => expect(why).not.toBe(""));

describe.each(RUNNING)("other readings of a question, on %s", (engine) => {
  const { told, answered } = toldOn(engine);

  describe.each(Object.entries(KINDS))("%s", (_, cases) => {
    const drafts = cases.flatMap(([question, ...each]) =>
      each.map(([query, reading]) => ({ question, query, reading })),
    );
    it.each(drafts)("$question $query", async ({ question, query, reading }) => {
      const found = await told(question, query);
      if (reading === undefined) expect(found).toEqual([]);
      else expect(found).toContain(reading);
    });
  });

  it.each(TIES)("ties: %s", async (question = "", query = "", reading) => {
    const ties = (await answered(question, query)).filter(({ kind }) => kind === "ties");
    expect(ties.map(({ text }) => text.replace(/:.*/u, ""))).toEqual(reading === undefined ? [] : [reading]);
  });
});
