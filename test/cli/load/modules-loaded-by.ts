import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cliProcess, source } from "./cli-process.ts";

export interface LoadedModules {
  readonly out: string;
  /** Names of packages, sorted. */
  readonly packages: readonly string[];
  /** Files of ours, relative to src. */
  readonly files: readonly string[];
}

/** What one command loads, in a process of its own that keeps its things in `folder`. */
export async function modulesLoadedBy(folder: string, args: readonly string[]): Promise<LoadedModules> {
  const log = join(folder, `loaded-${process.hrtime.bigint()}.txt`);
  const { out } = await cliProcess(
    args,
    {
      FUXI_CACHE_DIR: join(folder, "cache"),
      FUXI_DATA_DIR: join(folder, "data"),
      LOADED_MODULES: log,
    },
    ["--import", join(import.meta.dirname, "log-loaded-modules.ts")],
  );
  const paths = readFileSync(log, "utf8")
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url).replaceAll("\\", "/"));
  const packages = paths.flatMap((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1] ?? []);
  const ours = `${source.replaceAll("\\", "/")}/`;
  return {
    out,
    packages: [...new Set(packages)].sort(),
    files: paths.filter((path) => path.startsWith(ours)).map((path) => path.slice(ours.length)),
  };
}
