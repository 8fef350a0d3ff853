import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file beside the package's manifest. The package finds itself by its own name, from the sources and from `dist` alike. */
export function packageFile(name: "package.json" | "fuxi.schema.json"): string {
  return fileURLToPath(import.meta.resolve(`fuxi/${name}`));
}

const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string };

/** The package's own version. */
export const version = manifest.version;
