import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generateReference, type Reference } from "../../scripts/reference/generate-reference.ts";
import { publicEntries } from "../../scripts/reference/public-entries.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ROOT } from "./markdown-page.ts";

type Pages = Readonly<Record<string, string>>;

function pagesIn(folder: string): Pages {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
  );
}

/** Where two versions of a page part, in words short enough for a test's report. */
function firstDifference(committed = "", generated = ""): string {
  const now = generated.split("\n");
  const at = committed.split("\n").findIndex((line, index) => line !== now[index]);
  return `line ${at + 1} would be: ${now[at] ?? "(none)"}`;
}

describe("docs/reference", () => {
  const folder = temporaryFolder();
  let reference: Reference;
  let generated: Pages;

  beforeAll(async () => {
    reference = await generateReference(folder);
    generated = pagesIn(folder);
  });

  it("is what `npm run reference` writes", () => {
    const committed = pagesIn(join(ROOT, "docs/reference"));
    const outdated = [...new Set([...Object.keys(committed), ...Object.keys(generated)])]
      .filter((page) => committed[page] !== generated[page])
      .map((page) => `${page}: ${firstDifference(committed[page], generated[page])}`);
    expect(outdated, "Run `npm run reference` and commit docs/reference.").toEqual([]);
  });

  it("says something of every exported symbol, and of every entry", () => {
    expect(reference.undocumented, "These need a docstring.").toEqual([]);
  });

  it("has a page for every entry of package.json", () => {
    const pages = publicEntries().map(({ specifier }) => `${specifier}.md`);
    expect(Object.keys(generated).sort()).toEqual(["README.md", ...pages].sort());
  });

  it("holds nothing of the machine that wrote it", () => {
    expect(Object.values(generated).filter((text) => text.includes(ROOT))).toEqual([]);
  });
});
