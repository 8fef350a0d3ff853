import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeBlock, codeBlocks, documentation, ROOT } from "./markdown-page.ts";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** What a reader has installed beside the package. */
const INSTALLED = ["@types", "ai", "vitest", "zod"];

export interface SnippetFolder {
  readonly path: string;
  /** Names of the files, one for each TypeScript block; a name that two blocks bear is in there twice. */
  readonly names: readonly string[];
  remove(): void;
}

/** All TypeScript blocks of the documentation as the project of a reader, in which the package's name leads to the sources. */
export function snippetFolder(): SnippetFolder {
  const path = mkdtempSync(join(tmpdir(), "fuxi-docs-"));
  const packages = join(path, "node_modules");
  mkdirSync(packages);
  for (const name of INSTALLED)
    symlinkSync(join(ROOT, "node_modules", name), join(packages, name), "junction");
  installSources(packages);
  // Blocks about a checkout import its sources by path.
  symlinkSync(join(ROOT, "src"), join(path, "src"), "junction");
  writeFileSync(join(path, "package.json"), JSON.stringify({ type: "module", private: true }));
  writeFileSync(join(path, "tsconfig.json"), JSON.stringify(tsconfig()));
  const files = documentation().flatMap((page) =>
    codeBlocks(page)
      .filter(({ language }) => language === "ts")
      .map((block, index) => ({ block, name: block.name ?? unnamed(page.path, index) })),
  );
  for (const { name, block } of files) writeFileSync(join(path, name), moduleOf(block));
  return {
    path,
    names: files.map(({ name }) => name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** A package of the same name and subpaths, whose targets are the sources instead of what is built of them. */
export function installSources(packages: string): void {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
  const folder = join(packages, name);
  mkdirSync(folder);
  symlinkSync(join(ROOT, "src"), join(folder, "src"), "junction");
  const subpaths = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [[subpath, target.types.replace("./dist/types/", "./src/").replace(/\.d\.ts$/u, ".ts")]],
  );
  const manifest = { name, version: "0.0.0", type: "module", exports: Object.fromEntries(subpaths) };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}

/** The compiler's flags of this project, so that what is documented also holds for the strictest reader. */
function tsconfig() {
  return {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: { rootDir: null, noEmit: true, declaration: false, noUnusedLocals: false },
    include: ["*.ts"],
  };
}

function unnamed(page: string, index: number): string {
  return `${page
    .replace(/\.md$/u, "")
    .replace(/[^\w-]+/gu, "-")
    .toLowerCase()}-${index + 1}.ts`;
}

/** `export {}` makes a module of a block that neither imports nor exports. */
function moduleOf({ code }: CodeBlock): string {
  return `${code}\nexport {};\n`;
}
