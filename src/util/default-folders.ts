import { homedir } from "node:os";
import { join } from "node:path";

/** Fuxi's folders. Both are private to the user. */
export interface Folders {
  /** Value indexes and samples: safe to delete at any time. */
  readonly cache: string;
  /** Trajectories and artifacts. */
  readonly data: string;
  /** `postgres://…` of a store shared by machines; absent if the store is a file in `data`. */
  readonly store?: string;
}

/** `FUXI_CACHE_DIR` and `FUXI_DATA_DIR` override the platform's folders, `FUXI_STORE` names a store; an empty variable counts as unset. */
export function defaultFolders(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Folders {
  const home = homedir();
  const [cacheRoot, dataRoot] =
    platform === "darwin"
      ? [join(home, "Library", "Caches"), join(home, "Library", "Application Support")]
      : platform === "win32"
        ? [
            env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"),
            env["APPDATA"] ?? join(home, "AppData", "Roaming"),
          ]
        : [
            env["XDG_CACHE_HOME"] || join(home, ".cache"),
            env["XDG_DATA_HOME"] || join(home, ".local", "share"),
          ];
  return {
    cache: env["FUXI_CACHE_DIR"] || join(cacheRoot, "fuxi"),
    data: env["FUXI_DATA_DIR"] || join(dataRoot, "fuxi"),
    ...(env["FUXI_STORE"] ? { store: env["FUXI_STORE"] } : {}),
  };
}
