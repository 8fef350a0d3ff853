import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../docs/markdown-page.ts";

const examples = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".ts"));
const textOf = (name: string): string => readFileSync(join(ROOT, "examples", name), "utf8");

describe("the examples", () => {
  it("are all listed in their README, and no others are", () => {
    const listed = [...textOf("README.md").matchAll(/\]\(([\w-]+\.ts)\)/gu)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(examples.toSorted());
  });

  it.each(examples)("%s can be read at one go, and begins with what it shows", (name) => {
    const lines = textOf(name).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(90);
    expect(lines[0]).toMatch(/^\/\/ [A-Z]/u);
  });
});
