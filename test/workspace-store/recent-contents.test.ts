import { describe, expect, it } from "vitest";
import { recentContents } from "../../src/workspace-store/kept-text.ts";

describe("recent contents", () => {
  it("are given for the version that was set last, and for no other", () => {
    const recent = recentContents(100);
    recent.set("a", 1, { n: 1 }, 10);
    recent.set("a", 2, { n: 2 }, 10);
    expect(recent.get("a", 2)).toEqual({ n: 2 });
    expect([recent.get("a", 1), recent.get("a", 3), recent.get("b", 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("have room for so many characters together; the one used longest ago goes first", () => {
    const recent = recentContents(100);
    for (const key of ["a", "b", "c"]) recent.set(key, 1, { key }, 30);
    recent.get("a", 1);
    recent.set("d", 1, {}, 40);
    expect(["a", "b", "c", "d"].map((key) => recent.get(key, 1) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    // A newer version takes the place of the older one.
    recent.set("d", 2, {}, 35);
    expect(["a", "c", "d"].map((key) => recent.get(key, key === "d" ? 2 : 1) !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    recent.set("e", 1, {}, 101);
    expect(["a", "c", "e"].map((key) => recent.get(key, 1))).toEqual([undefined, undefined, undefined]);
  });
});
