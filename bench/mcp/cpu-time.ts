import { readdirSync, readFileSync } from "node:fs";

/**
 * Milliseconds that all threads of a process have worked so far; NaN where the system does not say so to the nanosecond (other systems than Linux). Time
 * spent waiting for a core is not in it; what others push out of the caches is.
 */
export function cpuTime(pid: number | undefined): number {
  const folder = `/proc/${pid}/task`;
  try {
    const nanoseconds = readdirSync(folder).map((thread) => {
      const [worked] = readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ");
      return Number(worked);
    });
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}
