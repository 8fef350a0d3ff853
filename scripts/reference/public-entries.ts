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

/** The names that an entry exports, values and types. Entries export by explicit names, each from the file that declares it. */
export function exportedNames({ source }: PublicEntry): readonly string[] {
  const clauses = readFileSync(join(ROOT, source), "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gmu);
  return [...clauses].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => {
      const exported = name.trim().replace(/^(?:type |.* as )/u, "");
      return exported === "" ? [] : [exported];
    }),
  );
}
