import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { anchors, documentation, type MarkdownPage, ROOT, readPage, relativeLinks } from "./markdown-page.ts";

/** The links of a page that lead nowhere, each with what is missing. */
function deadLinks(page: MarkdownPage): readonly string[] {
  return relativeLinks(page).flatMap((link) => {
    const [file = "", anchor] = link.split("#");
    const target = join(ROOT, dirname(page.path), decodeURIComponent(file));
    const path = file === "" ? page.path : relative(ROOT, target);
    if (path.startsWith("..")) return [`${link}: leads out of the project`];
    if (file !== "" && !existsSync(target)) return [`${link}: no such file`];
    if (anchor === undefined) return [];
    const linked = file === "" ? page : readPage(path);
    return anchors(linked).includes(anchor) ? [] : [`${link}: no such heading`];
  });
}

describe("the links between the documents", () => {
  it.each(documentation().map((page) => [page.path, page] as const))(
    "of %s all lead somewhere",
    (_, page) => {
      expect(deadLinks(page)).toEqual([]);
    },
  );

  it("are found dead where file or heading is missing, and only in prose", () => {
    const text = [
      "# A page `with` code",
      "[a](none.md) [b](errors.md#no-such) [c](#a-page-with-code) [d](errors.md#tool-failures)",
      "[e](https://example.org/none) `[f](none.md)` [g](../../outside.md)",
      "```sh",
      "[h](none.md)",
      "```",
      "[i]: gone.md",
    ].join("\n");
    expect(deadLinks({ path: "docs/page.md", text })).toEqual([
      "none.md: no such file",
      "errors.md#no-such: no such heading",
      "../../outside.md: leads out of the project",
      "gone.md: no such file",
    ]);
  });
});
