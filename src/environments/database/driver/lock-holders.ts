import { readFileSync, statSync } from "node:fs";

/** A lock that a process has on a file, of bytes `start` to `end`. */
export interface FileLock {
  /** 0 for a process that cannot be seen from here. */
  readonly processId: number;
  readonly writes: boolean;
  readonly start: number;
  readonly end: number;
}

const LOCKS = "/proc/locks";
const ENTRY =
  /^\d+: (?:POSIX|OFDLCK) +\S+ +(READ|WRITE) +(-?\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) (\d+) (\d+|EOF)/gmu;

/**
 * Who holds locks on a file, as Linux tells it without asking for one; undefined elsewhere, and none for a file that is not there.
 */
export function lockHolders(path: string): readonly FileLock[] | undefined {
  let table: string;
  try {
    table = readFileSync(LOCKS, "utf8");
  } catch {
    return undefined;
  }
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return [];
  return [...table.matchAll(ENTRY)].flatMap(([, mode, id, major = "", minor = "", inode, start, end]) =>
    Number(inode) === facts.ino && deviceOf(major, minor) === facts.dev
      ? [
          {
            processId: Math.max(0, Number(id)),
            writes: mode === "WRITE",
            start: Number(start),
            end: end === "EOF" ? Number.POSITIVE_INFINITY : Number(end),
          },
        ]
      : [],
  );
}

/** As `stat` puts both numbers together. */
function deviceOf(majorHex: string, minorHex: string): number {
  const [major, minor] = [Number.parseInt(majorHex, 16), Number.parseInt(minorHex, 16)];
  return (major << 8) | (minor & 0xff) | ((minor & ~0xff) << 12);
}

/** "process 123", or what can be said of one that is elsewhere. */
export function shownProcess(processId: number): string {
  return processId === 0 ? "A process in another container" : `Process ${processId}`;
}
