import { statSync } from "node:fs";

/** When the newest of these files was changed; those that are missing or empty, as a log is that was merely opened, do not count. */
export function filesChangedAt(paths: readonly string[]): Date | undefined {
  const times = paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined || facts.size === 0 ? [] : [facts.mtimeMs];
  });
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}
