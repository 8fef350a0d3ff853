import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCinemaDatabase } from "../../src/samples/cinema/ensure-cinema-sample.ts";

interface Question {
  readonly id: string;
  readonly question: string;
  readonly sql: string;
  readonly tags: readonly string[];
}

/** Written once, from the schema and the rows alone. A change here makes earlier measurements incomparable. */
const questionsChecksum = "ace67032d0997843b2e38bc9cdb55f6ab935bcd5fde69c56cfd88466d8af81d4";

const allowedTags = [
  "content",
  "joins3",
  "set",
  "window",
  "cte",
  "code",
  "date",
  "simple",
  "superlative",
  "group",
  "ratio",
  "text-number",
  "null",
];

/** Questions whose right answer is that there is nothing: the cinema in Lisbon has no 3D screen. */
const rightlyEmpty = ["q94"];

const questions = JSON.parse(
  readFileSync(new URL("../../src/samples/cinema/questions.json", import.meta.url), "utf8"),
) as Question[];

const folder = mkdtempSync(join(tmpdir(), "cinema-questions-"));
let database: DatabaseSync;

beforeAll(() => {
  const path = join(folder, "cinema.sqlite");
  writeCinemaDatabase(path);
  database = new DatabaseSync(path, { readOnly: true });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** The statement without its string literals and quoted names, so that keywords in them do not count. */
const bare = ({ sql }: Question) => sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/"[^"]*"/g, "x");

/** The most tables that one SELECT of the statement joins. */
const joinedTables = (question: Question) =>
  Math.max(
    ...bare(question)
      .split(/\bSELECT\b/)
      .map((part) => (part.match(/\bFROM\b/) ? 1 + (part.match(/\bJOIN\b/g) ?? []).length : 0)),
  );

const usesWith = (question: Question) => /^WITH\b/.test(bare(question));
const usesRecursion = (question: Question) => /^WITH RECURSIVE\b/.test(bare(question));
const usesWindow = (question: Question) => /\bOVER \(/.test(bare(question));
/** The UNION between the two halves of a recursive table is not what is meant. */
const usesSetOperation = (question: Question) =>
  (usesRecursion(question) ? /\b(INTERSECT|EXCEPT)\b/ : /\b(UNION|INTERSECT|EXCEPT)\b/).test(bare(question));

const count = (holds: (question: Question) => boolean) => questions.filter(holds).length;
const tagged =
  (...tags: string[]) =>
  (question: Question) =>
    tags.some((tag) => question.tags.includes(tag));
const idsOf = (holds: (question: Question) => boolean) => questions.filter(holds).map(({ id }) => id);

describe("the questions on the cinema sample", () => {
  test("are the ones that were written", () => {
    expect(createHash("sha256").update(JSON.stringify(questions)).digest("hex")).toBe(questionsChecksum);
  });

  test("have an id and a wording of their own, and known tags", () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
    for (const { id, tags } of questions) {
      expect(tags, id).not.toEqual([]);
      expect(new Set(tags).size, id).toBe(tags.length);
      expect(
        tags.filter((tag) => !allowedTags.includes(tag)),
        id,
      ).toEqual([]);
    }
  });

  test("have gold SQL that runs and returns rows, but for the listed ones", () => {
    const empty = questions
      .filter(({ sql }) => database.prepare(sql).all().length === 0)
      .map((question) => question.id);
    expect(empty).toEqual(rightlyEmpty);
    expect(rightlyEmpty.length).toBeLessThanOrEqual(2);
  });

  test("have one statement each, without a semicolon, and an order wherever there is a limit", () => {
    expect(idsOf(({ sql }) => sql.includes(";") || sql !== sql.trim())).toEqual([]);
    expect(idsOf((question) => !/^(SELECT|WITH)\b/.test(bare(question)))).toEqual([]);
    expect(
      idsOf(
        (question) => /\bLIMIT\b/.test(bare(question)) && !/\bORDER BY\b.*\bLIMIT\b/.test(bare(question)),
      ),
    ).toEqual([]);
  });
});

describe("the composition of the set", () => {
  test("there are at least eighty, of the kinds that were asked for", () => {
    expect(questions.length).toBeGreaterThanOrEqual(80);
    expect(count(tagged("content"))).toBeGreaterThanOrEqual(40);
    expect(count(tagged("code", "date"))).toBeGreaterThanOrEqual(20);
    expect(count(tagged("simple"))).toBeGreaterThanOrEqual(20);
    expect(count((question) => joinedTables(question) >= 3)).toBeGreaterThanOrEqual(20);
  });

  test("there are enough set operations, windows and common table expressions", () => {
    expect(
      count((question) => usesSetOperation(question) || usesWindow(question) || usesWith(question)),
    ).toBeGreaterThanOrEqual(14);
    expect(count(usesWith)).toBeGreaterThanOrEqual(5);
    expect(count(usesRecursion)).toBeGreaterThanOrEqual(2);
    expect(count(usesSetOperation)).toBeGreaterThanOrEqual(3);
    expect(count(usesWindow)).toBeGreaterThanOrEqual(4);
  });

  test("the tags that can be read off the SQL are right", () => {
    expect(idsOf(tagged("joins3"))).toEqual(idsOf((question) => joinedTables(question) >= 3));
    expect(idsOf(tagged("set"))).toEqual(idsOf(usesSetOperation));
    expect(idsOf(tagged("window"))).toEqual(idsOf(usesWindow));
    expect(idsOf(tagged("cte"))).toEqual(idsOf(usesWith));
    expect(idsOf(tagged("group"))).toEqual(idsOf((question) => /\bGROUP BY\b/.test(bare(question))));
    expect(idsOf((question) => tagged("simple")(question) && joinedTables(question) > 2)).toEqual([]);
  });
});
