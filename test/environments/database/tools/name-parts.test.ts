import { expect, it } from "vitest";
import { nameParts } from "../../../../src/environments/database/tools/named-column.ts";

it.each<[string, readonly string[]]>([
  ["city", ["city"]],
  [" shop . city ", ["shop", "city"]],
  ['"my shop"."the.city"', ["my shop", "the.city"]],
  ["`my shop`.[a city]", ["my shop", "a city"]],
  ['"a""b".c', ['a""b', "c"]],
  ['"not closed', ["not closed"]],
  ["[not.closed", ["not", "closed"]],
  ['a""', ["a"]],
  ["..", []],
  ["", []],
])("takes a name apart: %s", (given, parts) => {
  expect(nameParts(given)).toEqual(parts);
});

it.each(["[", "]", '"', '""', "`", '"a', "[a", "[a]", '"a""', ".", "a."])(
  "reads a long name once, whatever it is made of: %s",
  (unit) => {
    const long = unit.repeat(200_000 / unit.length);
    expect(nameParts(long).join("").length).toBeLessThanOrEqual(long.length);
  },
);
