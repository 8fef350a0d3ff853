import { describe, expect, it } from "vitest";
import { distanceFrom, editDistance } from "../../src/util/edit-distance.ts";

describe("distanceFrom", () => {
  it("agrees with editDistance for texts of up to and beyond 32 characters", () => {
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
