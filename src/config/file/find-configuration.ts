import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";

export const CONFIGURATION_FILE = "fuxi.yaml";
const BY_ANYBODY = 0o002;

/**
 * `fuxi.yaml` in the folder or the nearest one above it that has one. A file found like this says where questions are sent, so it has to be
 * the user's own: in a folder that others can write to, somebody else may have put one.
 * @throws FuxiError `configuration-invalid` for one that is not
 */
export function findConfiguration(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, CONFIGURATION_FILE);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) {
      if (isOwn(stats) && isOwn(lstatSync(path))) return path;
      throw new FuxiError(
        "configuration-invalid",
        `${path} belongs to somebody else, or anybody may change it.`,
        {
          hint: `If it is meant, name it: --config ${path}; otherwise leave it aside: --no-config`,
        },
      );
    }
    if (dirname(at) === at) return undefined;
  }
}

function isOwn(stats: Stats): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const changeable = !stats.isSymbolicLink() && (stats.mode & BY_ANYBODY) !== 0;
  return (stats.uid === user || stats.uid === 0) && !changeable;
}
