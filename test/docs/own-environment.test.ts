import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocks, ROOT, readPage } from "./markdown-page.ts";

const NAME = "file-tree-environment.ts";
const documented = codeBlocks(readPage("docs/own-environment.md")).find(({ name }) => name === NAME)?.code;
const tested = readFileSync(join(ROOT, "test/support", NAME), "utf8");

const IMPORT = /^import (type )?\{([^}]*)\} from "([^"]+)";\n/gmu;

/** What is imported, as one sorted list: only where it comes from may differ, and whether `type` stands before each name or all. */
function importedNames(code: string): readonly string[] {
  return [...code.matchAll(IMPORT)]
    .flatMap(([, type = "", names = ""]) =>
      names.split(",").flatMap((name) => (name.trim() === "" ? [] : [`${type}${name.trim()}`])),
    )
    .sort();
}

const body = (code: string): string =>
  code
    .replace(/^\/\/ [\w.-]+\n/u, "")
    .replace(IMPORT, "")
    .trim();

describe("the environment of docs/own-environment.md", () => {
  it("is the file tree that the tests use, but for where its imports come from", () => {
    expect(body(documented ?? "")).toBe(body(tested));
    expect(importedNames(documented ?? "")).toEqual(importedNames(tested));
  });

  it("imports nothing but what a reader can install", () => {
    const from = [...(documented ?? "").matchAll(IMPORT)].map(([, , , module]) => module);
    expect(from).toEqual(["fuxi", "zod"]);
  });
});
