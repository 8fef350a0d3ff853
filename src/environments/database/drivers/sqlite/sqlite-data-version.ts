import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Two writes within one tick of a file system's clock (4 to 10 ms on Linux) leave the same time. */
const CLOCK_TICK = 20;

export interface SqliteFileVersion {
  readonly text: string;
  /** Changes when another file was put in the place of this one. */
  readonly identity: string;
}

/**
 * Version of a database's content from the state of its file and its write-ahead log. `PRAGMA data_version` is no use here: it counts per
 * connection. A file touched a moment ago is looked at again after a tick of the clock, so that a later write is sure to show.
 */
export async function sqliteDataVersion(path: string, signal: AbortSignal): Promise<SqliteFileVersion> {
  for (;;) {
    const [file, log] = await Promise.all([fileState(path), fileState(`${path}-wal`)]);
    const age = Date.now() - Math.max(file?.mtimeMs ?? 0, log?.mtimeMs ?? 0);
    if (age >= 0 && age < CLOCK_TICK) {
      await delay(CLOCK_TICK - age, undefined, { signal });
      continue;
    }
    // An empty log is made by merely opening the file.
    const logText = log === undefined || log.size === 0n ? "" : `+${log.size}.${log.mtimeNs}`;
    const text = file === undefined ? "missing" : `${file.ino}.${file.size}.${file.mtimeNs}${logText}`;
    return { text, identity: identityOf(file) };
  }
}

/** The `identity` of a file's version, at once. */
export function sqliteFileIdentity(path: string): string {
  return identityOf(statSync(path, { bigint: true, throwIfNoEntry: false }));
}

function identityOf(file: { readonly dev: bigint; readonly ino: bigint } | undefined): string {
  return file === undefined ? "missing" : `${file.dev}.${file.ino}`;
}

async function fileState(path: string) {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return { dev, ino, size, mtimeNs, mtimeMs: Number(mtimeNs / 1_000_000n) };
  } catch {
    return undefined;
  }
}
