import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkNode } from "../../src/util/needed-node.ts";

const SRC = join(import.meta.dirname, "../../src");

describe("a version of Node that is too old", () => {
  it("is named, with what is needed and how to get it", () => {
    expect(() => checkNode("20.20.2")).toThrow(
      expect.objectContaining({
        code: "dependency-missing",
        message: "Fuxi needs Node.js 24 or newer, and this is 20.20.2.",
        hint: expect.stringContaining("npx node"),
      }),
    );
  });

  it("is every one before 24", () => {
    for (const version of ["18.0.0", "22.13.1", "23.11.0"]) expect(() => checkNode(version)).toThrow();
    for (const version of ["24.0.0", "25.1.0", "100.0.0"]) checkNode(version);
  });

  it("is found out before the module is missed that the stores need", () => {
    const files = readdirSync(join(SRC, "store"));
    const importing = files.filter((name) =>
      /^import (?!type)[^;]*"node:sqlite"/mu.test(readFileSync(join(SRC, "store", name), "utf8")),
    );
    expect(importing).toEqual([]);
  });
});
