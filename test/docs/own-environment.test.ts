import { expect, it } from "vitest";
import { codeBlocks, readPage } from "./markdown-page.ts";

it("docs/own-environment.md has a whole environment in under 40 lines, from what a reader can install", () => {
  const { code = "" } =
    codeBlocks(readPage("docs/own-environment.md")).find(({ name }) => name === "notes-environment.ts") ?? {};
  // That it runs and conforms is held by snippets.release.test.ts.
  const lines = code.split("\n").filter((line) => !/^\s*(?:$|\/\/|\/\*\*)/u.test(line));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThan(40);
  expect([...code.matchAll(/ from "([^"]+)"/gu)].map(([, from]) => from)).toEqual(["fuxi", "zod"]);
});
