import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { decodeTable, type SourceFacts, type StoredTable } from "./table-file.ts";

const SUFFIX = ".triples";
const DAY = 24 * 60 * 60 * 1000;
/** Left by a process that was killed in the middle of a write. */
const STALE_TEMPORARY = DAY;
/** Of files that nobody has loaded or that changed since. */
const STALE_TABLE = 60 * DAY;
const PIECE = 1 << 26;

/**
 * The tables of all files that were loaded: a folder that only its owner can enter, one file per source. Files appear whole or not at all
 * (written aside, then renamed), so that several processes may load at once: the last one wins, and each file is right. What cannot be
 * written or read is as if it were not there.
 */
export class TableCache {
  readonly #folder: string;

  /** `cacheFolder` is the user's cache folder. */
  constructor(cacheFolder: string) {
    this.#folder = join(cacheFolder, "triples");
  }

  /** The table of just this source, or undefined where there is none, or it is damaged or of another version. */
  async read(source: SourceFacts): Promise<StoredTable | undefined> {
    try {
      await using file = await open(this.#pathOf(source), "r");
      const { size } = await file.stat();
      const bytes = new Uint8Array(new SharedArrayBuffer(size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(size - at, PIECE), at);
        if (bytesRead === 0) return undefined;
        at += bytesRead;
      }
      const stored = decodeTable(bytes);
      return stored !== undefined && sameSource(stored.source, source) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  /** False where the file could not be written (a full disk, a read-only folder). */
  async write(source: SourceFacts, bytes: Uint8Array): Promise<boolean> {
    const target = this.#pathOf(source);
    const temporary = `${target}.${process.pid}-${randomUUID()}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await chmod(this.#folder, 0o700);
      {
        await using file = await open(temporary, "wx", 0o600);
        for (let at = 0; at < bytes.length; at += PIECE) {
          await file.writeFile(bytes.subarray(at, at + PIECE));
        }
        await file.datasync();
      }
      await rename(temporary, target);
      return true;
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Removes what nobody has use for any more. */
  async prune(now: number = Date.now()): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const temporary = name.endsWith(".tmp");
      if (!temporary && !name.endsWith(SUFFIX)) continue;
      const path = join(this.#folder, name);
      const used = await stat(path).then(
        (facts) => Math.max(facts.mtimeMs, facts.atimeMs),
        () => now,
      );
      if (now - used > (temporary ? STALE_TEMPORARY : STALE_TABLE)) {
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }

  #pathOf({ key, format = "", policy }: SourceFacts): string {
    const parts = [key, format, ...(policy === undefined ? [] : [policy])];
    const name = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
    return join(this.#folder, name + SUFFIX);
  }
}

function sameSource(a: SourceFacts, b: SourceFacts): boolean {
  return (
    a.key === b.key &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.format === b.format &&
    a.policy === b.policy
  );
}
