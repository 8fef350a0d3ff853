import { describe, expect, it } from "vitest";
import {
  IdBits,
  IdGatherer,
  intersect,
  sortedUnique,
  subtract,
  unite,
} from "../../../../../src/environments/knowledge-base/stores/embedded/evaluate/work.ts";

import { Seeded } from "../../../../../src/testing/random-programs.ts";

const numbers = new Seeded(7);
const random = (limit: number) => numbers.below(limit);
const some = (size: number, limit: number) =>
  sortedUnique(Uint32Array.from({ length: size }, () => random(limit)));

describe("sets of numbers", () => {
  it("are joined, added and taken away as sets are, whatever their sizes", () => {
    for (const [a, b] of [
      [0, 0],
      [0, 5],
      [5, 0],
      [3, 4_000],
      [4_000, 3],
      [500, 600],
      [4_000, 100],
      [1_000, 1_000],
    ] as const) {
      const [left, right] = [some(a, 5_000), some(b, 5_000)];
      const there = new Set(right);
      expect([...intersect(left, right)]).toEqual([...left].filter((id) => there.has(id)));
      expect([...subtract(left, right)]).toEqual([...left].filter((id) => !there.has(id)));
      expect([...unite(left, right)]).toEqual([...new Set([...left, ...right])].sort((x, y) => x - y));
    }
  });

  it("are gathered from numbers in any order, few or many, with the first and last number there can be", () => {
    for (const size of [0, 1, 255, 256, 257, 3_000, 40_000]) {
      const limit = 50_001;
      const many = [...Array.from({ length: size }, () => random(limit)), 0, limit - 1, 31, 32, 0];
      const gatherer = new IdGatherer(limit);
      for (const number of many) gatherer.add(number);
      expect([...gatherer.ids()]).toEqual([...new Set(many)].sort((x, y) => x - y));
    }
  });

  it("are asked bit by bit", () => {
    const ids = some(300, 2_000);
    const bits = IdBits.of(ids, 1_000);
    for (let id = 0; id < 1_000; id++) expect(bits.has(id)).toBe(ids.includes(id));
    expect(bits.has(5_000)).toBe(false);
  });
});
