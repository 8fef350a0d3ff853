import { expect, it } from "vitest";
import { labelText } from "../../../src/cli/chart/label-text.ts";

it.each([
  ["Lyon", "Lyon"],
  ["Lyon ", "Lyon␣"],
  [" Lyon", "␣Lyon"],
  ["New York", "New York"],
  ["New  York\u00a0", "New␣␣York␣"],
  ["   ", "␣␣␣"],
  ["", '""'],
  ["Lyon\n", "Lyon\\n"],
])("the label %j is drawn as %s", (label, drawn) => {
  expect(labelText(label)).toBe(drawn);
});
