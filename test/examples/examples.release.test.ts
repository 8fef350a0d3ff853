import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../docs/markdown-page.ts";
import { type BuiltPackage, buildPackage, run } from "../docs/package-build.ts";

const examples = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".ts"));
const textOf = (name: string): string => readFileSync(join(ROOT, "examples", name), "utf8");

/** The example with a text that it expects replaced by another one. */
function expectingSomethingElse(name: string): string {
  const text = textOf(name);
  const checks = text.matchAll(/assert\.(?:equal|deepEqual|match)\([^;]*?,\s*(?:\[\[)?(["/])([^"/]+)\1/gu);
  const [all, mark = "", expected] = [...checks].at(-1) ?? [];
  if (all === undefined) throw new Error(`${name} expects no text.`);
  return text.replace(all, all.replace(`${mark}${expected}${mark}`, `${mark}something else${mark}`));
}

describe("with the package installed, an example", () => {
  let built: BuiltPackage;
  beforeAll(async () => {
    built = await buildPackage();
    cpSync(join(ROOT, "examples"), built.consumer, { recursive: true });
    for (const name of examples)
      writeFileSync(join(built.consumer, `altered-${name}`), expectingSomethingElse(name));
  }, 180_000);
  afterAll(() => built?.remove());

  it.each(examples)("shows what it says: %s", async (name) => {
    const { exitCode, output } = await run(join(built.consumer, name), [], built.consumer);
    expect(exitCode, output).toBe(0);
    expect(output.trim()).not.toBe("");
  });

  it.each(examples)("fails where what it shows is not so: %s", async (name) => {
    const { exitCode, output } = await run(join(built.consumer, `altered-${name}`), [], built.consumer);
    expect(exitCode).not.toBe(0);
    expect(output).toContain("ERR_ASSERTION");
  });
});
