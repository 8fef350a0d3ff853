import { expect, it } from "vitest";
import { markdownTable } from "../../../src/cli/output/text-tables.ts";
import { resultOf } from "./result-of.ts";

it("keeps a Markdown table in shape whatever stands in its cells, numbers to the right", () => {
  const rows = [
    ["a|b\nc", 1],
    ["<b>*x*</b> &amp; `y` \\", null],
    ["[t](javascript:x)\u202e", 2],
  ] as const;
  expect([...markdownTable(resultOf(["name", "n"], rows))].join("")).toBe(
    [
      "| name | n |",
      "| --- | ---: |",
      "| a\\|b<br>c | 1 |",
      "| &lt;b>\\*x\\*&lt;/b> &amp;amp; \\`y\\` \\\\ |  |",
      "| \\[t\\](javascript:x)\\\\u{202e} | 2 |",
      "",
    ].join("\n"),
  );
});
