import { describe, expect, it } from "vitest";
import { clippedLines, clippedText } from "../../src/util/clipped-text.ts";
import { displayWidth, fitWidth } from "../../src/util/display-width.ts";
import { methodsAndPaths, withoutEnding } from "../../src/util/methods-and-paths.ts";
import { irregularCounterpart } from "../../src/util/plural.ts";

it("cuts what is too long, never within a character, and says how long it was", () => {
  expect(clippedText("abcd", 4)).toBe("abcd");
  expect(clippedText("abcde", 4)).toBe("abcd…(5 characters)");
  expect(clippedText(`abc😀${"e".repeat(1000)}`, 4)).toBe("abc…(1,005 characters)");
});

it.each([
  [`${"x".repeat(300)}\n${"y".repeat(99)}`, `${"x".repeat(300)}\n${"y".repeat(99)}`],
  [
    `${"x".repeat(300)}\n${"y".repeat(90)}\n${"z".repeat(90)}`,
    `${"x".repeat(300)}\n${"y".repeat(90)}\n… (1 more lines)`,
  ],
  ["x".repeat(900), `${"x".repeat(400)} … (500 more characters)`],
])("cuts a text of several lines at a whole line: %#", (text, shown) => {
  expect(clippedLines(text, 400)).toBe(shown);
});

it.each([
  ["Lyon", 4],
  ["Ålborg", 6],
  ["A\u030alborg", 6],
  ["東京", 4],
  ["한국", 4],
  ["👩‍👩‍👧", 2],
  ["█▏", 2],
  ["", 0],
])("%s takes %d columns", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it.each([
  ["東京都", 6, "東京都"],
  ["東京都", 5, "東京…"],
  ["東京都", 4, "東…"],
  ["Lyon", 3, "Ly…"],
])("%s is cut between characters to %d columns", (text, width, shown) => {
  expect(fitWidth(text, width)).toBe(shown);
});

it.each([
  ["Call GET /search/everything with Silber.", ["GET /search/everything"]],
  ["Take `POST /lists`, then GET /lists/{list_id}.", ["POST /lists", "GET /lists/{list_id}"]],
  ["GET /films (by GET /films or (GET /films/{id}/credits))", ["GET /films", "GET /films/{id}/credits"]],
  ["get the films and/or GET them", []],
])("%s names %j", (text, named) => {
  expect(methodsAndPaths(text)).toEqual(named);
});

describe("words", () => {
  it.each([
    ["a.b..,", "a.b"],
    ["...", ""],
    [".a", ".a"],
  ])("%s without its ending is %s", (text, expected) => {
    expect(withoutEnding(text, ".,")).toBe(expected);
  });

  it.each([
    ["people", "person"],
    ["women", "woman"],
    ["films", undefined],
  ])("%j has the other number %j", (word, other) => {
    expect(irregularCounterpart(word)).toBe(other);
  });
});
