import { describe, expect, it } from "vitest";
import { distanceFrom, editDistance } from "../../src/util/edit-distance.ts";

/** The textbook table, without band or early end. */
function fullTable(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => d[i]?.[j] as number;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      }
      (d[i] as number[])[j] = cost;
    }
  }
  return at(a.length, b.length);
}

function randomWords(seed: number): () => string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return () => Array.from({ length: next(9) }, () => "abc"[next(3)]).join("");
}

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "", 3],
    ["kitten", "sitting", 3],
    ["nmae", "name", 1],
    ["ca", "abc", 3],
    ["superhero", "superhreo", 1],
  ])("between %j and %j is %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it("agrees with the full table for every bound", () => {
    const word = randomWords(7);
    for (let i = 0; i < 4000; i++) {
      const [a, b] = [word(), word()];
      const distance = fullTable(a, b);
      expect(editDistance(a, b), `${a} ${b}`).toBe(distance);
      for (let max = 0; max <= 6; max++) {
        expect(editDistance(a, b, max), `${a} ${b} ${max}`).toBe(Math.min(distance, max + 1));
      }
    }
  });

  it("agrees for texts of up to and beyond 32 characters with the distance from one text to many", () => {
    let state = 1;
    const next = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const word = () => Array.from({ length: next(40) }, () => "abé漢"[next(4)]).join("");
    for (let i = 0; i < 5000; i++) {
      const from = word();
      // A few edits of the same word, so that near pairs are tried as often as far ones.
      const at = next(from.length + 1);
      const to = i % 2 === 0 ? word() : `${from.slice(0, at)}b${from.slice(at + next(3))}`;
      for (const max of [0, 1, 3, 50]) {
        expect(distanceFrom(from)(to, max), `${from} ${to} ${max}`).toBe(editDistance(from, to, max));
      }
    }
  });
});
