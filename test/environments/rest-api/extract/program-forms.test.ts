import { describe, expect, it } from "vitest";
import { extraction } from "./run-extraction.ts";

const { program } = extraction();

describe("the forms of a program", () => {
  it.each([
    ["an expression", "data.results.length", 3],
    ["an expression with a semicolon", "data.results.length;\n", 3],
    ["an object literal", "{ pages: data.total_pages }", { pages: 1 }],
    ["statements that end with an expression", "const n = data.results.length;\nn * 2", 6],
    ["a chain over several lines", "const a = 1;\ndata.results\n  .map((r) => r.id)\n  .at(a)", 24],
    ["a return", "const [first] = data.results;\nreturn first.title;", "Pulp Fiction"],
    ["an early return", "if (data.page === 1) return 'first';\nreturn 'later'", "first"],
    ["a function", "function extract(data) { return data.results[1].id }", 24],
    [
      "a function with another name",
      "function titles(d) {\n  return d.results.map((r) => r.title)[0];\n}\n",
      "Pulp Fiction",
    ],
    ["an arrow", "(d) => d.page", 1],
    ["an exported function", "export default function (data) { return data.page }", 1],
    ["a function that is called", "function f(d) { return d.page }\nf(data)", 1],
    ["an asynchronous function", "async function main(data) { return await data.page }", 1],
    ["an awaited expression", "await data.page", 1],
    ["a Markdown fence", "```js\ndata.page\n```", 1],
    ["one thing printed", "for (const r of data.results) if (r.id === 24) print(r.title)", "Kill Bill"],
    ["several things printed", "for (const r of data.results) { console.log(r.id) }", [680, 24, 273248]],
    ["several words printed at once", "print('page', data.page)", "page 1"],
    [
      "a regular expression and a division",
      "data.results.filter((r) => /\\bB/.test(r.title)).length / 2",
      0.5,
    ],
    ["a Map and a Set", "[new Map([['a', 1]]), new Set([1, 1])]", [{ a: 1 }, [1]]],
  ])("takes %s", async (_, text, value) => {
    expect(await program(text)).toMatchObject({ type: "value", value });
  });

  it.each([
    "const found = [];\nfor (const r of data.results) {\n  found.push(r.id);\n}",
    "const pick = (d) => d.page;",
    "if (data.page === 1) { data.results }",
  ])("takes no value of what ends with a statement, and says so: %s", async (text) => {
    expect(await program(text)).toEqual({
      type: "value",
      value: null,
      note: "The program gave no value: end it with an expression, a return or print(...).",
    });
  });

  it("tells that NaN became null", async () => {
    expect(await program("data.page / 'x'")).toMatchObject({
      value: null,
      note: expect.stringContaining("NaN"),
    });
  });

  it("gives several documents by their names", async () => {
    const { extractor } = extraction();
    const documents = { r1: new TextEncoder().encode("[1]"), e2: new TextEncoder().encode('"x"') };
    const bounds = { milliseconds: 20_000, signal: new AbortController().signal };
    expect(await extractor.run(documents, { program: "[data.r1[0], data.e2]" }, bounds)).toEqual({
      type: "value",
      value: [1, "x"],
    });
    await extractor.close();
  });
});
