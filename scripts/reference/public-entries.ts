import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export interface PublicEntry {
  /** What a reader imports: `fuxi`, `fuxi/database`. */
  readonly specifier: string;
  /** From the root of the project. */
  readonly source: string;
}

type Target = string | { readonly types: string };

/** Everything that the package exports, by package.json, but for package.json itself. */
export function publicEntries(): readonly PublicEntry[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, Target>>;
  };
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            specifier: subpath.replace(".", name),
            source: target.types.replace("./dist/types/", "src/").replace(/\.d\.ts$/u, ".ts"),
          },
        ],
  );
}
