import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { reachable, readSources } from "./imports.ts";
import { FOLDERS, type Folder } from "./layers.ts";

const root = join(import.meta.dirname, "../..");
const files = readSources(join(root, "src"));

const folderOf = (path: string): Folder | undefined =>
  FOLDERS.filter((folder) => path.startsWith(`${folder.path}/`)).sort(
    (a, b) => b.path.length - a.path.length,
  )[0];

const under = (folder: Folder, names: readonly string[] | undefined): boolean =>
  (names ?? []).some((name) => folder.path === name || folder.path.startsWith(`${name}/`));

/** Biome holds this for every import (rule `noRestrictedImports`). */
function allowed(from: Folder, to: Folder): boolean {
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
});

describe("the public surface", () => {
  const exported = Object.entries(
    (
      JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
        exports: Record<string, { types?: string }>;
      }
    ).exports,
  ).flatMap(([subpath, target]) =>
    target.types === undefined
      ? []
      : [{ subpath, source: target.types.replace("./dist/types/", "").replace(/\.d\.ts$/, ".ts") }],
  );

  it.each(exported)("has a source file behind $subpath", ({ source }) => {
    expect(existsSync(join(root, "src", source))).toBe(true);
  });

  it("has index files at subpath exports only", () => {
    const indexes = files.filter((file) => basename(file.path) === "index.ts").map((file) => file.path);
    expect(indexes.filter((path) => !exported.some(({ source }) => source === path))).toEqual([]);
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
  it("say in their names what they hold", () => {
    const nameless = /^(types|utils|util|helpers|helper|manager|common|misc|constants)\.ts$/;
    expect(files.filter((file) => nameless.test(basename(file.path))).map((file) => file.path)).toEqual([]);
  });

  it("are concepts, not folders: at most 600 lines", () => {
    const long = files.filter(({ text }) => text.split("\n").length > 600);
    expect(long.map((file) => file.path)).toEqual([]);
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
