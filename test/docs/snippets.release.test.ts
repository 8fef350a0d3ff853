import { type ExecFileException, execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { codeBlocks, documentation, ROOT } from "./markdown-page.ts";
import { snippetFolder } from "./snippet-folder.ts";

const folder = snippetFolder();
afterAll(() => folder.remove());

/** What a command prints, run as a reader would: none of what this test run has set is handed on. */
async function printed(...command: readonly string[]): Promise<{ output: string; exitCode: unknown }> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_|VITEST|FORCE_COLOR)/u.test(name),
  );
  const env = { ...Object.fromEntries(inherited), NO_COLOR: "1" };
  const run = { cwd: folder.path, env, timeout: 50_000 };
  return await new Promise((resolve) => {
    execFile(process.execPath, command, run, (error: ExecFileException | null, stdout, stderr) =>
      resolve({ output: stdout + stderr, exitCode: error === null ? 0 : (error.code ?? error.signal) }),
    );
  });
}

describe("the TypeScript blocks of the documentation", () => {
  it("have names of their own, so that each is a file beside the others", () => {
    expect(folder.names).toEqual([...new Set(folder.names)]);
  });

  it("compile with this project's flags, by the package's names", async () => {
    // Proves that the compiler sees the types behind these names; `any` would let everything pass.
    writeFileSync(join(folder.path, "defect.ts"), 'export { noSuchExport } from "fuxi/testing";\n');
    const { output } = await printed(join(ROOT, "node_modules/typescript/bin/tsc"), "-p", ".");
    const errors = output.split("\n").filter((line) => /^(?:[\w.-]+\.ts\(|error )/u.test(line));
    expect(errors).toEqual([expect.stringMatching(/^defect\.ts.*noSuchExport/u)]);
  });
});

describe("what the documentation shows of running its blocks", () => {
  const shown = documentation().flatMap((page) =>
    codeBlocks(page).flatMap(({ language, code }) => {
      const [, file, output = ""] = /^\$ node ([\w.-]+\.ts)\n([\s\S]*)$/u.exec(code) ?? [];
      return language === "console" && file !== undefined ? [{ page: page.path, file, output }] : [];
    }),
  );

  it("is there", () => {
    expect(shown.length).toBeGreaterThan(0);
  });

  it.each(shown)("is what $file of $page prints", async ({ file, output }) => {
    expect(await printed(file)).toEqual({ output, exitCode: 0 });
  });

  const text = documentation()
    .map((page) => page.text)
    .join("\n");

  it("holds for the conformance suite under node:test", async () => {
    expect(text).toContain("\nnode --test notes.node-test.ts\n");
    const { output, exitCode } = await printed("--test", "--test-reporter=tap", "notes.node-test.ts");
    expect(exitCode, output).toBe(0);
    expect(Number(/^# pass (\d+)$/mu.exec(output)?.[1])).toBeGreaterThan(10);
  });

  it("holds for the conformance suite under vitest", async () => {
    expect(text).toContain("\nnpx vitest run notes.test.ts\n");
    const { output, exitCode } = await printed("node_modules/vitest/vitest.mjs", "run", "notes.test.ts");
    expect(exitCode, output).toBe(0);
    expect(Number(/Tests\s+(\d+) passed/u.exec(output)?.[1])).toBeGreaterThan(10);
  });
});
