import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { cinemaSample } from "../support/shared-samples.ts";

interface Question {
  readonly id: string;
  readonly sql: string;
}

/** Written once, from the schema and the rows alone. A change here makes earlier measurements incomparable. */
const questionsChecksum = "ace67032d0997843b2e38bc9cdb55f6ab935bcd5fde69c56cfd88466d8af81d4";

/** Questions whose right answer is that there is nothing: the cinema in Lisbon has no 3D screen. */
const rightlyEmpty = ["q94"];

const questions = JSON.parse(
  readFileSync(new URL("../../src/samples/cinema/questions.json", import.meta.url), "utf8"),
) as Question[];

describe("the questions on the cinema sample", () => {
  test("are the ones that were written", () => {
    expect(createHash("sha256").update(JSON.stringify(questions)).digest("hex")).toBe(questionsChecksum);
  });

  test("have gold SQL that runs and returns rows, but for the listed ones", () => {
    const database = new DatabaseSync(cinemaSample().database, { readOnly: true });
    const empty = questions
      .filter(({ sql }) => database.prepare(sql).all().length === 0)
      .map((question) => question.id);
    database.close();
    expect(empty).toEqual(rightlyEmpty);
  });
});
