import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURE_CODES, FINDING_CODES } from "../../src/environment/tool-failure.ts";

import { ERROR_CODES } from "../../src/errors/fuxi-error.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/errors.md"), "utf8");

const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
const rows = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^\| `([a-z-]+)` \| (.+?) \| (.+?) \|$/gm)].map((match) => [
      match[1] ?? "",
      match[2] ?? "",
    ]),
  );

describe.each([
  ["Errors", ERROR_CODES],
  ["Tool failures", FAILURE_CODES],
  ["Warnings and notes", FINDING_CODES],
])("docs/errors.md, %s", (title, codes) => {
  it("explains every code once, in the code's own words, and no other", () => {
    expect(Object.fromEntries(rows(section(title)))).toEqual(codes);
  });
});
