import { describe, expect, it } from "vitest";
import { ARGUMENT_BOUNDS, tooLarge } from "../../src/environment/bounds.ts";
import { readArguments } from "../../src/environment/read-arguments.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

const TOOL = "describe_tables";
const refusal = (given: JsonObject) => tooLarge(TOOL, given);

function nested(levels: number, inner: Json = 1): Json {
  let value = inner;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Tells each time something of it is read. */
function watched(value: object, read: () => void): Json {
  const get = (target: object, key: string | symbol): unknown => {
    read();
    return Reflect.get(target, key);
  };
  return new Proxy(value, { get }) as Json;
}

describe("arguments", () => {
  it("are taken up to each of their bounds", () => {
    const { text, items, depth } = ARGUMENT_BOUNDS;
    expect(refusal({})).toBeUndefined();
    expect(refusal({ query: "x".repeat(text) })).toBeUndefined();
    expect(refusal({ tables: Array(items).fill("t") })).toBeUndefined();
    expect(refusal({ arguments: nested(depth) })).toBeUndefined();
    expect(refusal({ a: null, b: undefined, c: true, d: 1.5 })).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ["a text", { q: "x".repeat(20_001) }, '"q" of describe_tables has 20,001 characters; at most 20,000'],
    ["a text in a list", { q: ["a", "x".repeat(30_000)] }, '"q" of describe_tables has 30,000 characters'],
    ["a member's name", { q: { ["x".repeat(20_001)]: 1 } }, "has a name of 20,001 characters"],
    ["a list", { q: Array(2001).fill(1) }, "has a list of 2,001 items; at most 2,000"],
    ["a list in an object", { q: { a: { b: Array(5000).fill(1) } } }, "has a list of 5,000 items"],
    ["a member too many", { q: Object.fromEntries(keys(20_000)) }, "more than 65,536 characters of JSON"],
    ["arguments together", texts(4), '"a3" of describe_tables brings the arguments to more than 65,536'],
    ["lists", { q: nested(65) }, "is nested more than 64 deep"],
    ["lists without end", { q: nested(200_000) }, "is nested more than 64 deep"],
  ])("are refused over a bound, by name and with what to do: %s", (_, given, message) => {
    const { code, message: said = "", part } = refusal(given) ?? {};
    expect([code, said]).toEqual(["too-large", expect.stringContaining(message)]);
    expect(said).toMatch(/\. (?:Shorten|Give|Make) .*\.$/u);
    expect(Object.keys(given)).toContain(part?.argument);
  });

  it("are counted with what JSON writes for a character", () => {
    expect(refusal({ a: "\u0001".repeat(11_000) })?.message).toContain("characters of JSON");
    const plain = { a: "x".repeat(16_000), b: "x".repeat(16_000), c: "x".repeat(16_000) };
    expect(refusal(plain)).toBeUndefined();
  });

  it("are not looked at beyond what is over", () => {
    let reads = 0;
    const item = watched({ a: 1 }, () => reads++);
    refusal({ first: "x".repeat(20_001), later: [item] });
    refusal({ list: Array(1_000_000).fill(item) });
    refusal({ many: Object.fromEntries(keys(20_000).map(([key]) => [key, item])) });
    expect(reads).toBe(0);
  });

  it("have a name that is not repeated at length", () => {
    const { message, part } = refusal({ ["n".repeat(70_000)]: 1 }) ?? {};
    expect(message?.length).toBeLessThan(300);
    expect(part?.argument).toHaveLength(100);
  });
});

describe("readArguments", () => {
  const list = { type: "array", items: { type: "string" } };
  const tool = {
    name: TOOL,
    inputSchema: { type: "object", properties: { tables: list, like: { type: "string" } } },
  };

  it("refuses what is too large before it looks at its form", () => {
    for (const given of [
      { like: nested(100_000) },
      { unknown: nested(100_000) },
      { like: Array(3000).fill(1) },
    ])
      expect(readArguments(tool, given).failure?.code).toBe("too-large");
  });

  it("refuses a list written as text for the number of its items", () => {
    const { failure } = readArguments(tool, { tables: "a,".repeat(5000).slice(0, -1) });
    expect(failure).toMatchObject({ code: "too-large", part: { argument: "tables" } });
    expect(readArguments(tool, { tables: "a, b" }).input).toEqual({ tables: ["a", "b"] });
  });

  it("shows the beginning of a value of the wrong type", () => {
    const { failure } = readArguments(tool, { like: Array(2000).fill("word") });
    expect(failure?.code).toBe("invalid-arguments");
    expect(failure?.message.length).toBeLessThan(200);
  });
});

function keys(many: number): [string, Json][] {
  return Array.from({ length: many }, (_, at) => [`k${at}`, at]);
}

function texts(many: number): JsonObject {
  return Object.fromEntries(Array.from({ length: many }, (_, at) => [`a${at}`, "x".repeat(18_000)]));
}
