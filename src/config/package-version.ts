import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The path of a file beside the package's manifest, resolved by the package's own name: this works from the sources and from `dist`. */
export function packageFile(name: "package.json" | "fuxi.schema.json"): string {
  return fileURLToPath(import.meta.resolve(`fuxi/${name}`));
}

const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string };

/** The package's own version. */
export const version = manifest.version;
