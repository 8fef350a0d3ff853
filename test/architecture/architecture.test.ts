import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { reachable, readSources, type SourceFile } from "./imports.ts";
import { FOLDERS, type Folder, LONG_FILES, ROOT_LAYER } from "./layers.ts";

const root = join(import.meta.dirname, "../..");
const files = readSources(join(root, "src"));

const folderOf = (path: string): Folder | undefined =>
  FOLDERS.filter((folder) => path.startsWith(`${folder.path}/`)).sort(
    (a, b) => b.path.length - a.path.length,
  )[0];

const under = (folder: Folder, names: readonly string[] | undefined): boolean =>
  (names ?? []).some((name) => folder.path === name || folder.path.startsWith(`${name}/`));

function allowed(from: Folder | undefined, to: Folder | undefined): boolean {
  if (to === undefined) return from === undefined;
  if (from === undefined) return to.layer <= ROOT_LAYER;
  if (from.path === to.path) return true;
  if (to.layer < from.layer) return !under(to, from.not);
  return to.layer === from.layer && under(to, from.beside);
}

const importPairs = files.flatMap((file) => file.imports.map((imported) => ({ file, imported })));

describe("the layers", () => {
  it("has every source file in a folder of the table, or directly under src", () => {
    const strangers = files.filter((file) => file.path.includes("/") && folderOf(file.path) === undefined);
    expect(strangers.map((file) => file.path)).toEqual([]);
  });

  it("lets imports point down only", () => {
    const wrong = importPairs
      .filter(({ file, imported }) => !allowed(folderOf(file.path), folderOf(imported)))
      .map(({ file, imported }) => `${file.path} imports ${imported}`);
    expect(wrong).toEqual([]);
  });

  it("imports only files that exist", () => {
    const known = new Set(files.map((file) => file.path));
    const isData = (path: string): boolean => path.endsWith(".json") && existsSync(join(root, "src", path));
    const missing = importPairs.filter(
      ({ imported }) => !known.has(imported) && !imported.startsWith("..") && !isData(imported),
    );
    expect(missing.map(({ file, imported }) => `${file.path} imports ${imported}`)).toEqual([]);
  });

  it("names adapters of engines in the composition root only", () => {
    const adapters = /^environments\/[^/]+\/(?:drivers|stores)\/([^/]+)\//;
    const wrong = importPairs.filter(({ file, imported }) => {
      const engine = adapters.exec(imported)?.[1];
      return (
        basename(file.path) !== "index.ts" &&
        engine !== undefined &&
        adapters.exec(file.path)?.[1] !== engine &&
        folderOf(file.path)?.path !== "config"
      );
    });
    expect(wrong.map(({ file, imported }) => `${file.path} imports ${imported}`)).toEqual([]);
  });

  it("keeps the ports free of I/O", () => {
    const ports = files.filter((file) => [0, 1].includes(folderOf(file.path)?.layer ?? 9));
    const io = ports.flatMap((file) =>
      file.packages
        .filter((name) => /^node:(fs|net|http|https|child_process|sqlite|worker_threads)/.test(name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(io).toEqual([]);
  });

  it("has no import cycle", () => {
    const cycles = files.filter((file) =>
      file.imports.some((imported) =>
        reachable(imported, files).some((reached) => reached.path === file.path),
      ),
    );
    expect(cycles.map((file) => file.path)).toEqual([]);
  });
});

describe("the public surface", () => {
  const exported = Object.entries(
    (
      JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
        exports: Record<string, { default?: string }>;
      }
    ).exports,
  ).flatMap(([subpath, target]) =>
    target.default === undefined
      ? []
      : [{ subpath, source: target.default.replace("./dist/", "").replace(/\.js$/, ".ts") }],
  );

  it.each(exported)("has a source file behind $subpath", ({ source }) => {
    expect(existsSync(join(root, "src", source))).toBe(true);
  });

  it("has index files at subpath exports only", () => {
    const indexes = files.filter((file) => basename(file.path) === "index.ts").map((file) => file.path);
    expect(indexes.filter((path) => !exported.some(({ source }) => source === path))).toEqual([]);
  });

  it("exports by explicit names", () => {
    expect(files.filter((file) => /export \* from/.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it("pulls no driver, test framework or surface into the root export", () => {
    const heavy = reachable("index.ts", files).filter(
      (file) =>
        /\/drivers\/|^cli\/|^testing\/|^samples\//.test(file.path) || file.packages.includes("vitest"),
    );
    expect(heavy.map((file) => file.path)).toEqual([]);
  });
});

describe("the files", () => {
  const lines = (file: SourceFile): number => file.text.split("\n").length - 1;

  it("are named in kebab-case and say what they hold", () => {
    const nameless = /^(types|utils|util|helpers|helper|manager|common|misc|constants)\.ts$/;
    const wrong = files.filter((file) => {
      const name = basename(file.path);
      return nameless.test(name) || !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name);
    });
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it("stay under 300 lines, or give a reason, and under 500 in any case", () => {
    const long = files.filter((file) => lines(file) > (LONG_FILES[file.path] === undefined ? 300 : 500));
    expect(long.map((file) => `${file.path}: ${lines(file)}`)).toEqual([]);
    expect(
      Object.keys(LONG_FILES).filter(
        (path) => !files.some((file) => file.path === path && lines(file) > 300),
      ),
    ).toEqual([]);
  });

  it("have a median below 80 lines", () => {
    const sorted = files.map(lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
  });

  it("never throw a bare Error where a caller must react", () => {
    expect(
      files.filter((file) => /throw new (Type|Range)?Error\(/.test(file.text)).map((file) => file.path),
    ).toEqual([]);
  });
});

describe("the lint rules", () => {
  it("hold the same layer table as this test", () => {
    const biome = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as {
      overrides?: {
        includes: string[];
        linter?: { rules?: { style?: { noRestrictedImports?: unknown } } };
      }[];
    };
    const rules = Object.fromEntries(
      (biome.overrides ?? [])
        .filter((override) => override.linter?.rules?.style?.noRestrictedImports !== undefined)
        .map((override) => [override.includes[0], override.linter?.rules?.style?.noRestrictedImports]),
    );
    const expected = Object.fromEntries(
      FOLDERS.flatMap((from) => {
        const group = FOLDERS.filter((to) => !allowed(from, to)).map((to) => `**/${to.path}/**`);
        if (group.length === 0) return [];
        const message = `src/${from.path} is below or beside these folders (test/architecture/layers.ts).`;
        return [[`src/${from.path}/**`, { level: "error", options: { patterns: [{ group, message }] } }]];
      }),
    );
    expect(rules).toEqual(expected);
  });
});
