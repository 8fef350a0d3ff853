import { describe, expect, it } from "vitest";
import { DistinctValues } from "../../src/value-index/distinct-values.ts";

function collected(entries: readonly (readonly [string, number])[]): DistinctValues {
  const values = new DistinctValues();
  for (const [value, count] of entries) values.add(value, count);
  return values;
}

function asMap(values: DistinctValues): Map<string, number> {
  const { text, offsets, counts } = values.arrays();
  const bytes = Buffer.from(text);
  return new Map(
    [...counts].map((count, id) => [bytes.toString("utf8", offsets[id], offsets[id + 1]), count]),
  );
}

describe("DistinctValues", () => {
  it("keeps each value once, with its counts added up", () => {
    const expected = new Map<string, number>();
    const entries: [string, number][] = [];
    for (let i = 0; i < 20_000; i++) {
      const value = i % 3 === 0 ? `值 ${i % 700}` : `value ${i % 5_000}`;
      entries.push([value, (i % 4) + 1]);
      expected.set(value, (expected.get(value) ?? 0) + (i % 4) + 1);
    }
    const values = collected(entries);
    expect(values.size).toBe(expected.size);
    expect(asMap(values)).toEqual(expected);
  });

  it("takes empty, long and NUL-holding texts", () => {
    const long = "é".repeat(100_000);
    expect(
      asMap(
        collected([
          ["", 1],
          [long, 2],
          ["a\0b", 3],
          ["a", 4],
          ["", 1],
        ]),
      ),
    ).toEqual(
      new Map([
        ["", 2],
        [long, 2],
        ["a\0b", 3],
        ["a", 4],
      ]),
    );
  });

  it("has the same digest whatever the order, and another when anything differs", () => {
    const base = collected([
      ["a", 1],
      ["b", 2],
    ]).digest();
    expect(
      collected([
        ["b", 1],
        ["a", 1],
        ["b", 1],
      ]).digest(),
    ).toBe(base);
    for (const other of [
      [
        ["a", 2],
        ["b", 1],
      ],
      [
        ["a", 1],
        ["c", 2],
      ],
      [["a", 1]],
      [
        ["a", 1],
        ["b", 2],
        ["", 1],
      ],
    ] as const) {
      expect(collected(other).digest()).not.toBe(base);
    }
  });
});
