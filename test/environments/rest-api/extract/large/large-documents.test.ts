import { describe, expect, it } from "vitest";
import { asDocument, extraction } from "../run-extraction.ts";

const ROWS = 5000;
const rows = Array.from({ length: ROWS }, (_, id) => ({
  id,
  title: `Film "${id}" \\ é`,
  vote: (id * 7) % 101,
  genres: [{ name: `g${id % 3}` }],
}));
const cast = Object.fromEntries(
  Array.from({ length: 5000 }, (_, i) => [`person ${i}`, { born: 1900 + (i % 90) }]),
);
const big = {
  page: 1,
  results: rows,
  meta: { total: ROWS },
  cast,
  nested: [[1, 2], rows.slice(0, 2000), []],
};
const document = asDocument(big);

const whole = extraction();
const blocks = extraction({ wholeBelow: 1 });

describe("a document read block by block", () => {
  it.each([
    "data.results.length",
    "data.results.filter((r) => r.vote > 99).map((r) => r.title)",
    "data.results.reduce((sum, r) => sum + r.vote, 0)",
    "data.results.reduce((a, b) => (a.vote >= b.vote ? a : b)).id",
    "let n = 0;\nfor (const r of data.results) n += r.genres.length;\nreturn n",
    "data.results.at(-1).id + data.results[4321].id",
    "data.results[-1] === undefined && data.results[5000] === undefined && data.results['1.5'] === undefined",
    "data.results.find((r) => r.id === 4999).title",
    "[data.results.findIndex((r) => r.id === 77), data.results.findLast((r) => r.vote === 0).id]",
    "[data.results.some((r) => r.id === 4999), data.results.every((r) => r.id >= 0)]",
    "data.results.slice(2490, 2493)",
    "[...data.results].length + Array.from(data.results, (r) => r.id).length",
    "const [first, second] = data.results;\nsecond.id - first.id",
    "data.results.flatMap((r) => r.genres).length",
    "data.results.map((r) => r.vote).sort((a, b) => b - a).slice(0, 3)",
    "data.results.sort((a, b) => b.vote - a.vote || a.id - b.id)[0].id + data.results[1].id",
    "data.results.toSorted((a, b) => b.id - a.id)[0].id + data.results[0].id",
    "data.results.reverse();\ndata.results.map((r) => r.id)[0]",
    "data.results.push({ id: 'new' });\n[data.results.length, data.results.at(-1).id]",
    "data.results.splice(0, 4990).length + data.results.length",
    "data.results.length = 3;\ndata.results.map((r) => r.id)",
    "data.results.concat([1]).length",
    "[...data.results.entries()][4000][1].id + Object.keys(data.results).length",
    "Array.isArray(data.results) && data.results instanceof Array && data.results === data.results",
    "for (const i in data.results) if (i === '4000') return data.results[i].id",
    "Object.keys(data)",
    "Object.entries(data.cast).filter(([, p]) => p.born === 1950).length",
    "data.cast['person 4999'].born + Object.values(data.cast).length",
    "['person 1' in data.cast, 'nobody' in data.cast, Object.hasOwn(data.cast, 'person 2'), data.cast.toString === undefined]",
    "const { page, ...rest } = data;\nObject.keys(rest)",
    "data.nested[1][1999].id + data.nested[0][1] + data.nested[2].length",
    "data.extra = 5;\ndata.extra + Object.keys(data).length",
    "Object.groupBy(data.results, (r) => r.genres[0].name).g1.length",
    "new Set(data.results.map((r) => r.genres[0].name))",
    "JSON.stringify(data.results).length + JSON.stringify(data).length",
    "data.result.length",
    "data.results.map((r) => r.genre.name)",
    "data.results[5000].id",
  ])("is the same to a program as one parsed whole: %s", async (text) => {
    const expected = await whole.program(text, document);
    expect(await blocks.program(text, document)).toEqual(expected);
  });

  it.each(["$count(results)", "results[id = 4000].title", "meta.total", "$keys($)"])(
    "is the same to JSONata: %s",
    async (text) => {
      expect(await blocks.expression(text, document)).toEqual(await whole.expression(text, document));
    },
  );

  it("refuses a change to an item rather than forgetting it", async () => {
    const text = "for (const r of data.results) r.year = 1999;\ndata.results[0].year";
    expect(await blocks.program(text, document)).toMatchObject({
      type: "failed",
      line: 1,
      message: expect.stringContaining("...item"),
    });
    const copied = "data.results.map((r) => ({ ...r, year: 1999 }))[0].year";
    expect(await blocks.program(copied, document)).toMatchObject({ value: 1999 });
  });

  it("is read in far less memory than it takes when parsed", async () => {
    const many = asDocument({
      results: Array.from({ length: 400_000 }, (_, id) => ({ id, a: { b: [id] } })),
    });
    const bounds = { milliseconds: 120_000, memory: 32 * 1024 * 1024, signal: new AbortController().signal };
    const result = await blocks.extractor.run(
      { r1: many },
      { program: "let n = 0;\nfor (const r of data.results) n += r.a.b[0] % 2;\nreturn n" },
      bounds,
    );
    expect(result).toEqual({ type: "value", value: 200_000 });
  });

  it("is tried of its own accord where parsing takes too much memory", async () => {
    const many = asDocument({
      results: Array.from({ length: 150_000 }, (_, id) => ({ id, a: { b: [id] } })),
    });
    const bounds = { milliseconds: 120_000, memory: 32 * 1024 * 1024, signal: new AbortController().signal };
    expect(await whole.extractor.run({ r1: many }, { program: "data.results.at(-1).id" }, bounds)).toEqual({
      type: "value",
      value: 149_999,
    });
  });

  it("tells what to do where a program keeps too much of it", async () => {
    const many = asDocument({
      results: Array.from({ length: 200_000 }, (_, id) => ({ id, a: { b: [id] } })),
    });
    const bounds = { milliseconds: 120_000, memory: 32 * 1024 * 1024, signal: new AbortController().signal };
    const result = await blocks.extractor.run({ r1: many }, { expression: "results.a" }, bounds);
    expect(result).toMatchObject({
      type: "stopped",
      reason: "memory",
      message: expect.stringContaining("write a program"),
    });
  });

  it.each([
    ["broken off", `{"results":[${"[1],".repeat(40_000)}`],
    ["with a comma too many", `[${"[1],".repeat(40_000)}]`],
    ["with a word in it", `[${"[1],".repeat(40_000)}nonsense here]`],
  ])("is refused when it is %s", async (_, text) => {
    const result = await blocks.program("data.length ?? data.results.length", new TextEncoder().encode(text));
    expect(result).toMatchObject({ type: "failed", message: expect.stringContaining("not valid JSON") });
  });
});
