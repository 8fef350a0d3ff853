import { describe, expect, it } from "vitest";
import {
  isContainer,
  jsonBlocks,
} from "../../../../../src/environments/rest-api/extract/large/json-blocks.ts";
import { mulberry32 } from "../../../../../src/util/mulberry32.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** The value read through its blocks, and those of its large items. */
function throughBlocks(bytes: Uint8Array, start = 0): unknown {
  const { kind, length, blocks } = jsonBlocks(bytes, start);
  const items: unknown[] = [];
  const members: [string, unknown][] = [];
  for (const { first, start: from, end, large } of blocks) {
    expect(first).toBe(items.length + members.length);
    const text = new TextDecoder().decode(bytes.subarray(from, end));
    if (large !== undefined) {
      const value = throughBlocks(bytes, large.start);
      if (large.key === undefined) items.push(value);
      else members.push([large.key, value]);
    } else if (kind === "array") items.push(...JSON.parse(`[${text}]`));
    else members.push(...Object.entries(JSON.parse(`{${text}}`)));
  }
  expect(items.length + members.length).toBe(length);
  return kind === "array" ? items : Object.fromEntries(members);
}

describe("the blocks of a container", () => {
  it("hold all of its items, whatever they are", () => {
    const random = mulberry32(7);
    for (let round = 0; round < 30; round++) {
      const value = Array.from({ length: 3 + Math.floor(random() * 4) }, () => container(3));
      for (const space of [undefined, 1, "\t"]) {
        const bytes = encode(JSON.stringify(value, null, space));
        expect(throughBlocks(bytes)).toEqual(value);
      }
    }

    function container(depth: number): unknown {
      const count = Math.floor(random() * (depth === 3 ? 300 : 12));
      const values = Array.from({ length: count }, () => (depth > 0 ? any(depth - 1) : 1));
      return random() < 0.5 ? values : Object.fromEntries(values.map((each, i) => [`k"${i}\\`, each]));
    }

    function any(depth: number): unknown {
      const scalars = [null, true, -1.5e-7, 'quote " and \\', "é漢🎬{[", "", {}, [], "long ".repeat(60)];
      return random() < 0.5 ? container(depth) : scalars[Math.floor(random() * scalars.length)];
    }
  });

  it.each(["[]", "{}", " [ ] ".trim(), '{"a" : [ ] }', "[[[]]]", '[{"a":"]"}, "}" ]'])(
    "are found in %s",
    (text) => {
      expect(throughBlocks(encode(text))).toEqual(JSON.parse(text));
    },
  );

  it.each([
    "[",
    "[1",
    "[1,",
    "[1,]",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    "{a:1}",
    '["a',
    "[1 2]",
    "[,]",
    '{"a":1 "b":2}',
  ])("are refused of %s", (text) => {
    expect(() => jsonBlocks(encode(text), 0)).toThrow(expect.objectContaining({ code: "data-invalid" }));
  });

  it("are only those of lists and objects", () => {
    expect([..."[{"].map((each) => isContainer(each.charCodeAt(0)))).toEqual([true, true]);
    expect([...'"1tn'].some((each) => isContainer(each.charCodeAt(0)))).toBe(false);
  });
});
