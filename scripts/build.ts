/**
 * Builds the package: its entries, the command and the workers as one bundle with shared chunks, so that a command reads few files, and
 * beside it the declarations that the entries reach.
 *
 * node scripts/build.ts [folder]
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..");
const out = resolve(process.argv[2] ?? join(ROOT, "dist"));

/** Entries of package.json by their name in `dist`, each with its source below `src`. */
function publicEntries(): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string; default: string }>;
  };
  const entries = Object.values(exports).flatMap((target) =>
    typeof target === "string"
      ? []
      : [
          [
            target.default.replace("./dist/", "").replace(/\.js$/u, ""),
            target.types.replace("./dist/types/", "").replace(/\.d\.ts$/u, ".ts"),
          ],
        ],
  );
  return Object.fromEntries(entries);
}

/** Programs that are started by their file. A worker is looked for beside the chunk that starts it, so all files lie in one folder. */
const PROGRAMS = Object.fromEntries(
  ["cli/run-process.ts", ...globSync("**/*-worker.ts", { cwd: join(ROOT, "src") })].map((source) => [
    basename(source, ".ts"),
    source,
  ]),
);

/** Folders whose files are loaded together or not at all: one file each, so that the package stays below 500 files. */
const TOGETHER = [
  { name: "sql", test: /\/environments\/database\/(?:sql|check|draft|variants)\//u },
  { name: "strategies", test: /\/agent\/(?:strategies|policies|prompts|text-actions|figures)\//u },
  { name: "english", test: /\/util\/(?:english|name-words|fold-text)/u },
  { name: "scores", test: /\/evaluation\/(?:tables|scores|statistics|benchmark|construction)\//u },
];

async function bundle(entries: Readonly<Record<string, string>>): Promise<void> {
  const sources = Object.entries({ ...entries, ...PROGRAMS });
  await using built = await rolldown({
    input: Object.fromEntries(sources.map(([name, source]) => [name, join(ROOT, "src", source)])),
    platform: "node",
    preserveEntrySignatures: "allow-extension",
    external: (id) => !/^[./]/u.test(id),
  });
  await built.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { includeDependenciesRecursively: false, groups: TOGETHER },
  });
}

/** Writes all declarations, and removes those that no entry names. */
function declare(sources: readonly string[]): void {
  const types = join(out, "types");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const options = ["-p", join(ROOT, "tsconfig.build.json"), "--emitDeclarationOnly", "--outDir", types];
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  const reached = new Set<string>();
  const open = sources.map((source) => join(types, source.replace(/\.ts$/u, ".d.ts")));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from |import |import\()"(\.[^"]+)\.ts"/gu,
    ))
      open.push(resolve(dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync("**/*.d.ts", { cwd: types }).map((name) => join(types, name)))
    if (!reached.has(file)) rmSync(file);
}

rmSync(out, { recursive: true, force: true });
const entries = publicEntries();
await bundle(entries);
declare(Object.values(entries));
