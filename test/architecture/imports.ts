import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface SourceFile {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imported files of the project, relative to src. */
  readonly imports: readonly string[];
  /** Imported packages and node: modules. */
  readonly packages: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s*["']([^"']+)["']/g;

export function readSources(root: string): SourceFile[] {
  return globSync("**/*.ts", { cwd: root }).map((file) => {
    const path = file.replaceAll("\\", "/");
    const text = readFileSync(join(root, file), "utf8");
    const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
    return {
      path,
      text,
      imports: specifiers
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => normalize(join(dirname(path), specifier)).replaceAll("\\", "/")),
      packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
    };
  });
}

/** All files reachable from one, itself included. */
export function reachable(from: string, files: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const imported of byPath.get(path)?.imports ?? []) visit(imported);
  };
  visit(from);
  return [...seen].flatMap((path) => byPath.get(path) ?? []);
}
