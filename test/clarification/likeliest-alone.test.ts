import { expect, it } from "vitest";
import { likeliestAlone } from "../../src/clarification/gate.ts";
import { reading } from "./gate-fixture.ts";

/** Readings as "same 1, near 0.9": the likeness and the score of each. */
const of = (found: string) =>
  likeliestAlone(
    [...found.matchAll(/(\w+) ([\d.]+)/gu)].map(([, likeness, score]) =>
      reading("x", likeness as Parameters<typeof reading>[1], Number(score)),
    ),
  );

it.each([
  ["nothing", false, ""],
  ["one of the same name", true, "same 1"],
  ["two of the same name", false, "same 1, same 1"],
  ["one of the same name beside one but for its case", false, "same 1, form 0.9"],
  ["one of the same name beside parts and slips", true, "same 1, part 0.9, near 0.9"],
  ["the only part", true, "part 0.3"],
  ["one of two parts, however far ahead", false, "part 0.9, part 0.1"],
  ["a part beside a slip that is far behind", true, "part 0.9, near 0.5"],
  ["a part beside a slip that is as good", false, "part 0.7, near 0.7"],
  ["a part behind which a second one hides", false, "part 0.9, near 0.2, part 0.2"],
  ["the only slip", true, "near 0.6"],
  ["a slip that is far ahead", true, "near 0.9, near 0.7"],
  ["a slip that is a little ahead", false, "near 0.9, near 0.8"],
  ["other words alone", false, "related 0.9"],
] as const)("takes for meant beyond doubt or not: %s (%s)", (_, alone, found) => {
  expect(of(found)).toBe(alone);
});

it("takes no reading of unknown likeness for meant", () => {
  expect(likeliestAlone([{}])).toBe(false);
});
