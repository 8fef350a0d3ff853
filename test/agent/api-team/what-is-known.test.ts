import { expect, test } from "vitest";
import { stepsSoFar } from "../../../src/agent/strategies/api-team/role-form.ts";

const cycle = (result: string) => ({ step: "List them.", result, done: true });
const earlier = (result: string) => stepsSoFar({ cycles: [cycle(result), cycle("last")] }).join("\n");

const rows = Array.from({ length: 40 }, (_, at) => `${at + 1}     Harbour Lights ${at + 1}        12${at}`);
const table = ["id    title                 votes", ...rows].join("\n");

test("an earlier table is cut at whole rows, which are counted, and its columns stay apart", () => {
  const told = earlier(table);
  const shown = told.split("\n").filter((line) => line.includes("Harbour Lights"));
  for (const line of shown) expect(line).toMatch(/^\d+ {2}Harbour Lights \d+ {2}12\d+$/u);
  expect(told).toContain(`\n… (${rows.length - shown.length} more lines)\n`);
  expect(told).toContain("id  title  votes");
});

test("an earlier line without end is cut in the middle, which is told", () => {
  expect(earlier("x".repeat(900))).toContain(`${"x".repeat(400)} … (500 more characters)`);
});

test("a result that just fits is whole", () => {
  expect(earlier(`${"x".repeat(300)}\n${"y".repeat(99)}`)).toContain(`\n${"y".repeat(99)}\n`);
});
