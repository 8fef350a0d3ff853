import { describe, expect, it } from "vitest";
import {
  bySimilarity,
  firstAlike,
  maskedQuestion,
  skeletonOf,
  skeletonSimilarity,
  wordsOfNames,
} from "../../../../src/agent/strategies/baselines/choose-examples.ts";

describe("the skeleton of a query", () => {
  it.each([
    ["SELECT count(*) FROM singer", "select count ( * ) from _"],
    ["SELECT T2.name FROM a AS T1 JOIN b T2 ON T1.id = T2.id WHERE T1.x > 3;", "select _ from _ where _"],
    ["SELECT name, `e mail` FROM \"a b\" WHERE x = 'it''s' AND y <> 2", "select _ from _ where _"],
    ["select max(a), min(b) from t left outer join u using (id)", "select max ( _ ) , min ( _ ) from _"],
    ["SELECT a FROM t ORDER BY b ASC LIMIT 1", "select _ from _ order by _ limit _"],
    [
      "SELECT a FROM t WHERE b NOT IN (SELECT c FROM u WHERE d LIKE '%x%')",
      "select _ from _ where _ not in ( select _ from _ where _ like _ )",
    ],
    ["SELECT a FROM t UNION SELECT a FROM u", "select _ from _ union select _ from _"],
  ])("of %s has no names, values and joins", (sql, skeleton) => {
    expect(skeletonOf(sql)).toBe(skeleton);
  });

  it("is as similar as the tokens that both have, with repetitions", () => {
    expect(skeletonSimilarity("select _ from _", "select _ from _")).toBe(1);
    expect(skeletonSimilarity("select _ from _", "select _ from _ where _")).toBe(4 / 6);
    expect(skeletonSimilarity("a a b", "a c")).toBe(1 / 4);
  });
});

describe("a masked question", () => {
  it("has <mask> for words of the schema in any number, and <unk> for values", () => {
    const schema = wordsOfNames(["student_club", "eventName", "Attendances"]);
    const question =
      'How many students attended the "Fall Fair" event of New York in 2019, at an attendance of 20?';
    expect(maskedQuestion(question, schema).join(" ")).toBe(
      "how many <mask> attended the <unk> <mask> of <unk> in <unk> at an <mask> of <unk>",
    );
  });
});

describe("the choice of examples", () => {
  const pool = [
    {
      question: "Show the name of the oldest pilot",
      sql: "SELECT name FROM pilot ORDER BY age DESC LIMIT 1",
    },
    { question: "How many pilots are older than 40?", sql: "SELECT count(*) FROM pilot WHERE age > 40" },
    { question: "What is the average age of pilots?", sql: "SELECT avg(age) FROM pilot" },
  ].map((each) => ({ ...each, place: "airline" }));

  it("is by the form of the question, not by its subject", () => {
    const [first] = bySimilarity("How many cities are larger than 9?", ["city", "size"], pool);
    expect(first?.sql).toBe("SELECT count(*) FROM pilot WHERE age > 40");
  });

  it("puts queries of a like skeleton first, in the order of the questions, and fills up with others", () => {
    const chosen = firstAlike(pool, 2, "SELECT avg(size) FROM city");
    expect(chosen.map(({ sql }) => sql)).toEqual([pool[2]?.sql, pool[0]?.sql]);
    expect(firstAlike(pool, 1, undefined)).toEqual([pool[0]]);
  });
});
