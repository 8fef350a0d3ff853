import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { documentation, readPage, relativeLinks } from "./markdown-page.ts";

const INDEX = "docs/README.md";

describe("docs/README.md", () => {
  it("leads to every page, to those of the reference by its own index", () => {
    const linked = relativeLinks(readPage(INDEX)).map((link) => join(dirname(INDEX), link));
    const pages = documentation()
      .map(({ path }) => path)
      .filter(
        (path) => path.startsWith("docs/") && path !== INDEX && !/^docs\/reference\/fuxi\b/u.test(path),
      );
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });
});
