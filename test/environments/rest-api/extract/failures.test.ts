import { describe, expect, it } from "vitest";
import { asDocument, extraction } from "./run-extraction.ts";

const { program, expression } = extraction();

describe("a program that fails", () => {
  it.each([
    [
      "a member that does not exist",
      "const a = 1;\n  data.result.length",
      { line: 2, column: 14 },
      "cannot read property 'length' of undefined. A program sees `data`; data has: page, results, total_pages",
    ],
    [
      "a member of an item",
      "data.results.map((r) => r.genre.name)",
      { line: 1, column: 32 },
      "cannot read property 'name' of undefined",
    ],
    [
      "an item beyond the end",
      "data.results[7].title",
      { line: 1 },
      "cannot read property 'title' of undefined",
    ],
    [
      "a search that found nothing",
      "data.results.find((r) => r.id === 1).title",
      { line: 1 },
      "cannot read property 'title' of undefined",
    ],
    [
      "a method on what is no list",
      "data.filter((r) => r)",
      { line: 1, column: 12 },
      "not a function. A program sees `data`; data has: page, results",
    ],
    ["a loop over what is no list", "for (const r of data) print(r)", { line: 1 }, "data has: page, results"],
    [
      "an unknown name",
      "response.page",
      { line: 1, column: 1 },
      "'response' is not defined. A program sees `data`; data has: page",
    ],
    ["a mistake in the syntax", "let a = 1;\nlet b = a +;", { line: 2, column: 12 }, "SyntaxError"],
    ["a mistake below a return", "if (data) return 1;\nlet b = a +;", { line: 2, column: 12 }, "unexpected"],
    ["a mistake within a fence", "\n```js\nlet b = ;\n```", { line: 3, column: 9 }, "SyntaxError"],
    ["an error it throws", "throw new Error('no such film')", { line: 1 }, "no such film"],
    ["a text it throws", "throw 'nothing'", {}, "nothing"],
    ["a recursion without end", "function f() { return f() }\nf()", {}, "too deeply"],
    ["a BigInt", "({ n: 10n })", {}, "BigInt"],
    ["a cycle", "const o = {};\no.self = o;\no", {}, "circular reference"],
    ["a rejected promise", "async function main() { throw new Error('late') }", {}, "late"],
    ["a promise that never ends", "new Promise(() => {})", {}, "never ends"],
  ])("says what is wrong with %s", async (_, text, place, message) => {
    const result = await program(text);
    expect(result).toMatchObject({ type: "failed", ...place });
    expect(result).toHaveProperty("message", expect.stringContaining(message));
  });

  it("says that the document is not JSON", async () => {
    const result = await program("data", new TextEncoder().encode('{"a":1'));
    expect(result).toMatchObject({
      type: "failed",
      message: expect.stringContaining("The document is not valid JSON"),
    });
  });

  it("refuses documents of more than 32 MB, and says so", async () => {
    const large = asDocument("x".repeat(32_000_001));
    expect(await program("data.length", large)).toMatchObject({
      type: "stopped",
      reason: "too-large",
      message: expect.stringContaining("extract reads at most 32 MB at once; this is 32.0 MB"),
    });
  });
});

describe("JSONata", () => {
  it.each([
    ["results[vote > 7.8].title", ["Pulp Fiction", "Kill Bill"]],
    ["$count(results)", 3],
    ["results{ genres[0].name: $count($) }", { crime: 2 }],
    ["results^(vote)[0].title", "The Hateful Eight"],
    ["$sum(results.vote) > 24", true],
  ])("evaluates %s", async (text, value) => {
    expect(await expression(text)).toMatchObject({ type: "value", value });
  });

  it("says what there is where it matched nothing", async () => {
    expect(await expression("result.title")).toEqual({
      type: "value",
      value: null,
      note: "The expression matched nothing; data has: page, results, total_pages.",
    });
  });

  it.each([
    ["results[", { line: 1, column: 8 }],
    ["(\n  page + 'a'\n)", { line: 2 }],
    ["$nothing()", { line: 1 }],
  ])("places the mistake in %s", async (text, place) => {
    expect(await expression(text)).toMatchObject({ type: "failed", ...place });
  });

  it("does not reach the language below it", async () => {
    for (const text of [
      "$string.constructor('return globalThis')()",
      "results.constructor",
      "__proto__.constructor",
    ]) {
      const result = await expression(text);
      expect(result.type === "failed" || (result.type === "value" && result.value === null)).toBe(true);
    }
  });

  it.each([
    ["a recursion without end", "($f := function($n) { $f($n + 1) }; $f(1))", "time"],
    ["a text that doubles", "($f := function($s) { $f($s & $s) }; $f('a'))", "memory"],
    ["a list beyond what a result may be", "[1..2000000]", "too-large"],
  ])("stops %s", async (_, text, reason) => {
    // A busy machine gives the others time to come to their own limit.
    const milliseconds = reason === "time" ? 500 : undefined;
    expect(await expression(text, undefined, milliseconds)).toMatchObject({ type: "stopped", reason });
  });
});
