import { describe, expect, it } from "vitest";
import { type Review, reviewRows } from "../../../src/evaluation/judges/review.ts";

const LETTERS = { p: "perfect", i: "imperfect" } as const;

/** "pi-": perfect, imperfect, malformed. */
const reviews = (letters: string): readonly Review[] =>
  [...letters].map((letter) => {
    const of = { model: "m", usage: { calls: 1 } };
    return letter === "p" || letter === "i"
      ? { ...of, type: "verdict", verdict: LETTERS[letter], rationale: "" }
      : { ...of, type: "malformed", problem: "" };
  });

const instance = (task: string, first: string, second: string, absent = false) => ({
  configuration: "react",
  task,
  subTask: "tools" as const,
  absent,
  reviews: reviews(first),
  metaReviews: reviews(second),
});

describe("the table of peer review", () => {
  it("has shares of verdicts for reviewers, of majorities for meta-reviewers, and counts the rest", () => {
    const [row] = reviewRows([
      instance("a", "ppi", "ppp"),
      instance("b", "iii", "pi-"),
      instance("c", "p--", "---"),
      instance("d", "---", ""),
      instance("e", "", "", true),
    ]);
    expect(row).toMatchObject({ instances: 4, tied: 1, undecided: 2, absent: 1 });
    expect(row?.reviewers.perfect?.mean).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12);
    expect(row?.reviewers.agreement).toMatchObject({ mean: 0.5, questions: 2 });
    expect(row?.reviewers.malformed).toBe(5);
    expect(row?.metaReviewers).toMatchObject({
      perfect: { mean: 0.5 },
      agreement: { mean: 0.5 },
      malformed: 4,
    });
  });

  it("counts the repeats of a task once", () => {
    const [row] = reviewRows([instance("a", "pp", "p"), instance("a", "ii", "i"), instance("b", "pp", "p")]);
    expect(row?.metaReviewers.perfect).toMatchObject({ mean: 0.75, questions: 2 });
  });
});
