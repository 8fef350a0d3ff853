import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import { codeBlocks, ROOT, readPage } from "./markdown-page.ts";
import { type BuiltPackage, buildPackage, run } from "./package-build.ts";

let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
}, 180_000);
afterAll(() => built?.remove());

const entries = () =>
  Object.entries(built.manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [{ specifier: subpath.replace(".", built.manifest.name), ...target }],
  );

describe("the packed package", () => {
  it("holds what is needed to run it, and nothing of the checkout beside", () => {
    const kinds = new Set(built.files.map((path) => (path.includes("/") ? `${path.split("/")[0]}/` : path)));
    expect([...kinds].sort()).toEqual([
      "LICENSE",
      "README.md",
      "bin/",
      "dist/",
      "fuxi.schema.json",
      "package.json",
    ]);
    expect(built.files.length).toBeLessThanOrEqual(500);
    expect(built.files.filter((path) => !/\.(?:js|d\.ts|json|mjs|md)$|LICENSE$/u.test(path))).toEqual([]);
  });

  it("is without fault for publint", async () => {
    const { output, exitCode } = await run("publint/src/cli.js", [built.tarball, "--strict"], built.consumer);
    expect(output).toContain("All good!");
    expect(exitCode).toBe(0);
  });

  it("has types that resolve everywhere for attw (ES modules only)", async () => {
    const attw = ["--profile", "esm-only", "--format", "json"];
    const { output, exitCode } = await run(
      "@arethetypeswrong/cli/dist/index.js",
      [built.tarball, ...attw],
      built.consumer,
    );
    expect(exitCode, output).toBe(0);
  });
});

/** Packages whose declarations do not hold under all of the consumer's flags, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  ai: "its tool types do not hold under exactOptionalPropertyTypes",
  "@ai-sdk/provider-utils": "as those of ai",
};

/** The package that an error of the compiler is in; undefined in the consumer's own files. */
function packageIn(line: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(line.split("(")[0] ?? "")?.[1];
}

describe("somebody who has installed it", () => {
  const modes = {
    nodenext: { module: "nodenext" },
    bundler: { module: "esnext", moduleResolution: "bundler" },
  };

  it.each(Object.entries(modes))(
    "can compile all of its types and the examples with %s",
    async (_, flags) => {
      const { consumer } = built;
      const names = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".ts"));
      for (const name of names) cpSync(join(ROOT, "examples", name), join(consumer, name));
      const imports = entries().map(({ specifier }, at) => `import * as entry${at} from "${specifier}";`);
      const all = entries().map((_, at) => `entry${at}`);
      writeFileSync(join(consumer, "entries.ts"), `${imports.join("\n")}\nexport const all = [${all}];\n`);
      // Proves that the compiler sees the types behind the names; `any` would let everything pass.
      writeFileSync(join(consumer, "defect.ts"), 'export { noSuchExport } from "fuxi";\n');
      const compilerOptions = {
        ...flags,
        ...{ target: "es2024", lib: ["es2024", "esnext.disposable", "dom", "dom.iterable"], types: ["node"] },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        ...{ skipLibCheck: false, noEmit: true },
      };
      const files = [...names, "entries.ts", "defect.ts"];
      writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      const { output } = await run("typescript/bin/tsc", ["-p", "."], consumer);
      const errors = output.split("\n").filter((line) => /^\S.*error TS/u.test(line));
      const own = errors.filter((line) => [undefined, built.manifest.name].includes(packageIn(line)));
      expect(own).toEqual([expect.stringMatching(/^defect\.ts.*noSuchExport/u)]);
      const others = errors.flatMap((line) => (own.includes(line) ? [] : [packageIn(line)]));
      expect([...new Set(others)].sort()).toEqual(Object.keys(OTHERS).sort());
    },
  );

  it("can paste the README's snippet, under `strict` without `skipLibCheck` and with no types but those of the package", async () => {
    const { consumer } = built;
    const [snippet = ""] = codeBlocks(readPage("README.md")).flatMap(({ language, code }) =>
      language === "ts" ? [code] : [],
    );
    writeFileSync(join(consumer, "readme.mts"), snippet);
    const flags = ["--ignoreConfig", "--strict", "--module", "nodenext", "--noEmit", "--types", ""];
    const compiled = await run("typescript/bin/tsc", [...flags, "readme.mts"], consumer);
    expect(compiled).toEqual({ output: "", exitCode: 0 });
    cpSync(join(ROOT, "examples/data"), join(consumer, "examples/data"), { recursive: true });
    const query = "SELECT city FROM customer GROUP BY city ORDER BY count(*) DESC, city LIMIT 1";
    await using server = await startScriptedOpenAiServer([
      { calls: [{ name: "final_answer", arguments: { answer: query } }] },
    ]);
    writeFileSync(join(consumer, "readme.mts"), snippet.replace("http://127.0.0.1:11434/v1", server.url));
    const { output, exitCode } = await run(join(consumer, "readme.mts"), [], consumer);
    expect(output).toMatch(/^\w+ \[\] SELECT city/u);
    expect(exitCode).toBe(0);
  });

  it("can import every entry with nothing optional installed", async () => {
    const program = entries().map(
      ({ specifier }) => `console.log(Object.keys(await import("${specifier}")).length > 0);`,
    );
    writeFileSync(join(built.consumer, "import-all.js"), program.join("\n"));
    const { output, exitCode } = await run(join(built.consumer, "import-all.js"), [], built.consumer);
    expect(exitCode, output).toBe(0);
    expect(output.trim().split("\n")).toEqual(entries().map(() => "true"));
  });

  it("is told what to install where something optional is missing", async () => {
    const program = `import { openPostgresDriver } from "fuxi/database";
      await openPostgresDriver({ url: "postgres://nobody@127.0.0.1:1/none" }).catch(({ code, hint }) => console.log(code, hint));`;
    writeFileSync(join(built.consumer, "missing.js"), program);
    const { output } = await run(join(built.consumer, "missing.js"), [], built.consumer);
    expect(output.trim()).toBe("dependency-missing Install it: npm install pg");
  });

  it("has the command", async () => {
    const bin = join(built.installed, "bin/fuxi.mjs");
    const { output, exitCode } = await run(bin, ["--version"], built.consumer);
    expect(output.trim()).toMatch(/^\d+\.\d+\.\d+/u);
    expect(exitCode).toBe(0);
  });
});
