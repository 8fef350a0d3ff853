import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface SourceFile {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imported files of the project, relative to src. */
  readonly imports: readonly string[];
  /** Those of them that are loaded with the file, and not by `import()` when they are needed. */
  readonly loaded: readonly string[];
  /** Imported packages and node: modules. */
  readonly packages: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s*["']([^"']+)["']/g;

export function readSources(root: string): SourceFile[] {
  return globSync("**/*.ts", { cwd: root }).map((file) => {
    const path = file.replaceAll("\\", "/");
    const text = readFileSync(join(root, file), "utf8");
    const matches = [...text.matchAll(IMPORT)];
    const specifiers = matches.map((match) => match[1] ?? match[2] ?? match[3] ?? "");
    const filesOf = (names: readonly string[]) =>
      names
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => normalize(join(dirname(path), specifier)).replaceAll("\\", "/"));
    return {
      path,
      text,
      imports: filesOf(specifiers),
      loaded: filesOf(matches.flatMap((match) => match[1] ?? match[3] ?? [])),
      packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
    };
  });
}

/** All files that are loaded with one, itself included. */
export function reachable(from: string, files: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const imported of byPath.get(path)?.loaded ?? []) visit(imported);
  };
  visit(from);
  return [...seen].flatMap((path) => byPath.get(path) ?? []);
}
