import { expect, it } from "vitest";
import { readDirection, splitPath } from "../../../../src/environments/knowledge-base/access/path-names.ts";

it.each([
  ["(R directed_by)", "directed_by"],
  ["R(directed_by)", "directed_by"],
  ["(R  ( directed_by ))", "directed_by"],
  ["R directed_by", "directed_by"],
])("a direction is read however it is spaced: %s", (written, name) => {
  expect(readDirection(written)).toEqual({ name, inverse: true });
});

it.each(["<", "<a", "/", "R", " ", "( ", "R(", ")", "a ", "^"])(
  "a path without end is read in linear time: %s",
  (unit) => {
    const long = unit.repeat(100_000 / unit.length);
    for (const text of [long, `R ${long}x`, `(R(${long}x`, `<${long}>`]) {
      const names = splitPath(text).map((part) => readDirection(part).name);
      expect(names.join("").length).toBeLessThanOrEqual(text.length);
    }
  },
);
