import { readdirSync, readFileSync } from "node:fs";

/**
 * Milliseconds that all threads of a process have worked so far; NaN where the system does not say so to the nanosecond (other systems than Linux). What
 * else the machine does hardly shows in it, unlike in how long a call takes.
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
