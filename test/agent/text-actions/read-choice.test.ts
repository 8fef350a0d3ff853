import { describe, expect, it } from "vitest";
import { optionLetters, readChoice } from "../../../src/agent/text-actions/read-choice.ts";

const letters = optionLetters(6);
const choosable = {
  letters: letters.slice(0, 5),
  noneLetter: "f",
  texts: [
    ["get_relations(Norway)"],
    ["get_neighbors(Norway, contains)", 'get_neighbors(variable="Norway", relation="contains")'],
    ["get_neighbors(Norway, contains_lake)"],
    ["where(…)", "where("],
    ["count(#0)"],
  ],
};
const read = (text: string) => readChoice(text, choosable);

it("letters options from a to z and on with aa", () => {
  const all = optionLetters(30);
  expect([all[0], all[25], all[26], all[29]]).toEqual(["a", "z", "aa", "ad"]);
  expect(optionLetters(703).at(-1)).toBe("aaa");
});

describe("a choice", () => {
  it.each([
    ["d", 3],
    ["D", 3],
    ["d.", 3],
    ["(d)", 3],
    ["**d**", 3],
    ["`d`", 3],
    ["My choice: d", 3],
    ["my choice is (d).", 3],
    ["Choice: **d**", 3],
    ["The answer is d", 3],
    ["My choice: d, because it fits.", 3],
    ["d) where(…)", 3],
    ['{"choice": "d"}', 3],
    ['```json\n{"choice":"d"}\n```', 3],
    ['Sure! {"choice":"d"} is it', 3],
    ['{"letter": "d"}', 3],
    ["<think>a or b? a.</think>d", 3],
    ["At first a: Norway. Then my choice: b. No, my choice: d", 3],
    ["f", "none"],
    ["none", "none"],
    ["None of these.", "none"],
    ['{"choice":"none"}', "none"],
    ["get_relations(Norway)", 0],
    ["get_neighbors(Norway, contains)", 1],
    ["Action: count(#0)", 4],
  ] as const)("is read from %j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each(["", "z", "g", "I am not sure.", "I choose a relation first", "a or b", "{}", "42"])(
    "is not read from %j",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
