import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askRules } from "./ask-rules.ts";
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
  "CREATE TABLE teacher (id INTEGER PRIMARY KEY, name TEXT)",
  "INSERT INTO teacher VALUES (1, 'Anna'), (2, 'Eva')",
  "CREATE TABLE course (id INTEGER PRIMARY KEY, name TEXT, course_teacher_id INTEGER REFERENCES teacher (id))",
  "INSERT INTO course VALUES (1, '5A', 1), (2, '5B', 2)",
  "CREATE TABLE pupil (id INTEGER PRIMARY KEY, name TEXT, course_id INTEGER REFERENCES course (id))",
  "INSERT INTO pupil VALUES (1, 'Leo', 1), (2, 'Mia', 2), (3, 'Ben', 2)",
  "CREATE TABLE lesson (id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES course (id), teacher_id INTEGER REFERENCES teacher (id))",
  "INSERT INTO lesson VALUES (1, 1, 1), (2, 2, 1)",
  "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT, town TEXT)",
  "INSERT INTO owner VALUES (1, 'Ivy', 'Stroud'), (2, 'Dan', 'Stroud'), (3, 'Mo', 'Ely'), (4, 'Jo', NULL)",
  "CREATE TABLE vet (id INTEGER PRIMARY KEY, name TEXT, speciality TEXT)",
  "INSERT INTO vet VALUES (1, 'Hale', 'surgery')",
  "CREATE TABLE treatment (id INTEGER PRIMARY KEY, name TEXT)",
  "INSERT INTO treatment VALUES (1, 'Surgery'), (2, 'Nail trim')",
  "CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT, owner_id INTEGER REFERENCES owner (id))",
  "INSERT INTO animal VALUES (1, 'Ivy', 2), (2, 'Rex', 1)",
  "CREATE TABLE visit (id INTEGER PRIMARY KEY, animal_id INTEGER REFERENCES animal (id), vet_id INTEGER REFERENCES vet (id))",
  "INSERT INTO visit VALUES (1, 1, 1), (2, 2, 1)",
  "CREATE TABLE given (visit_id INTEGER REFERENCES visit (id), treatment_id INTEGER REFERENCES treatment (id), dose INTEGER, unit_price REAL, weight TEXT, PRIMARY KEY (visit_id, treatment_id))",
  "INSERT INTO given VALUES (1, 1, 7, 2.5, '12'), (2, 2, 7, 4, 'null')",
];

/** Undefined rows: not answered. */
const QUESTIONS: readonly (readonly [why: string, question: string, rows: readonly string[] | undefined])[] =
  [
    [
      "things counted for each of others that a third table ties to them",
      "How many visits for each treatment?",
      ["Nail trim | 1", "Surgery | 1"],
    ],
    [
      "the total of all was given where rows were grouped by what nothing here is grouped by",
      "What is the total dose per name?",
      undefined,
    ],
    ["the same", "What is the highest unit price for each name?", undefined],
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
    ["rows that may be tied in two ways", "Which teacher has the most pupils?", undefined],
    ["the owner of an animal, not of that name", "Who is the owner of Ivy?", ["Dan"]],
    ["a cell of two columns", "Which animals have had surgery?", undefined],
    ["conditions that one row may have to meet", "How many visits have a Surgery dose of 7?", undefined],
    ["counts for each, where one has none", "How many containers does each client have?", undefined],
    ["counts for each", "How many pupils does each course have?", ["5A | 1", "5B | 2"]],
    ["amounts beside a price for one unit", "What is the total dose of given?", ["14"]],
    ["numbers as text, of which one is missing", "What is the minimum weight of given?", undefined],
    ["values once each", "Which towns have animals?", ["Stroud"]],
    ["a client rather than a table", "How many containers does Claim have?", undefined],
  ];

describe("a small table in which words or rows repeat", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openedOn("sqlite", TABLES);
  });
  afterAll(() => opened?.close());

  it.each([
    [
      "Show the town and the number of animals in each town.",
      "Values of owner.town without any animal are left out.",
    ],
    [
      "Which owners have a town other than Stroud?",
      "Rows without owner.town are left out: whether they have another value is not known.",
    ],
  ])("tells what an answer leaves out: %s", async (question, note) => {
    const heard = await askRules(opened.environment, question);
    expect(heard.assumptions, JSON.stringify(heard)).toContain(note);
  });

  it.each(QUESTIONS)("%s: %s", async (_, question, rows) => {
    const heard = await askRules(opened.environment, question);
    expect(heard.rows?.toSorted(), JSON.stringify(heard)).toEqual(rows?.toSorted());
  });
});
