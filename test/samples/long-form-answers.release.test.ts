import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { computeLongFormAnswers } from "../../scripts/long-form-answers/compute-long-form-answers.ts";
import { fillBraces } from "../../scripts/long-form-answers/fill-braces.ts";
import { longFormReferences } from "../../scripts/long-form-answers/long-form-reference.ts";
import answers from "../../src/samples/cinema/long-form-answers.json" with { type: "json" };
import questions from "../../src/samples/cinema/long-form-questions.json" with { type: "json" };
import { cinemaSample } from "../support/shared-samples.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

const SALES = {
  columns: ["year", "city", "tickets", "share"],
  rows: [
    [2024, "Paris", 12345, 0.25],
    [2025, "Rome", 800, 0.3333],
  ],
};
const tables = new Map([["Q1", SALES]]);
const filled = (text: string, question = "") => fillBraces(text, question, tables);

describe("a reference answer's braces", () => {
  it.each([
    ["{Q1:1.city} sold {Q1:1.tickets} in {Q1:1.year}", "Paris sold 12,345 in 2024"],
    ["{sum(Q1.tickets) to 100} in all", "13,100 in all"],
    ["{mean(Q1.share) to 0.01}", "0.29"],
    ["{share(Q1:2.tickets, sum(Q1.tickets)) to 0.1} of all", "6.1 % of all"],
    ["{share(Q1:2.tickets, sum(Q1.tickets)) to 0.1} per cent", "6.1 per cent"],
    ["{change(Q1:1.tickets, Q1:2.tickets) to 1} %", "-94 %"],
  ])("are filled: %s", (text, expected) => {
    expect(filled(text)).toEqual({ text: expected, problems: [] });
  });

  it.each([
    ["{Q1:2.share}", "declare how it is rounded"],
    ["{Q1:3.tickets}", "{Q1:3.tickets}: "],
    ["{Q2:1.tickets}", "{Q2:1.tickets}: "],
    ["It sold 12 in {Q1:1.city}.", "12 stands in the text"],
  ])("are faulted: %s", (text, said) => {
    expect(filled(text).problems.join()).toContain(said);
  });

  it("leave digits of the question alone", () => {
    expect(filled("Since 2010 all went to {Q1:2.city}.", "Who grew since 2010?").problems).toEqual([]);
  });
});

describe("reference answers", () => {
  it("are computed by their queries, and everything that is wrong is named at once", () => {
    const path = join(folder, "sales.sqlite");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE sale (city TEXT, tickets INTEGER); INSERT INTO sale VALUES ('Rome', 7)");
    database.close();
    const asked = [{ id: "a", question: "Where?" }];
    const query = {
      name: "Q1",
      purpose: "Sums.",
      sql: "SELECT city, sum(tickets) AS n FROM sale GROUP BY city",
    };
    const reference = { id: "a", queries: [query], answer: "{Q1.city} with {Q1.n}." };
    expect(computeLongFormAnswers([reference], asked, path)).toEqual([
      { id: "a", answer: "Rome with 7.", queries: 1 },
    ]);
    const wrong = [
      { ...reference, queries: [{ ...query, sql: "DELETE FROM sale" }] },
      { ...reference, id: "z", queries: [{ ...query, sql: "SELECT city, 1 AS n FROM sale WHERE 0" }] },
    ];
    expect(() => computeLongFormAnswers(wrong, asked, path)).toThrow(
      /a: Q1: .*readonly[\s\S]*z: There is no question of that id\.[\s\S]*z: Q1 has no rows/u,
    );
  });

  it("of the sample are those that come of its data (node scripts/write-long-form-answers.ts)", () => {
    const references = longFormReferences(
      new URL("../../src/samples/cinema/long-form-references/", import.meta.url),
    );
    const computed =
      references.length === 0 ? [] : computeLongFormAnswers(references, questions, cinemaSample().database);
    expect(answers).toEqual(computed);
  });
});
