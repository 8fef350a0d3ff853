import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { decodeSegment, encodeSegment, type Segment } from "./segment.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Left by a process that was killed in the middle of a write. */
const STALE_TEMPORARY = DAY;
/** Of sources that are gone, or that only another configuration of the same target shows. */
const STALE_SEGMENT = 30 * DAY;

/** Where the segments of a target are. `cacheFolder` is the user's cache folder, `targetKey` that of the target. */
export function indexFolder(cacheFolder: string, targetKey: string): string {
  const name = createHash("sha256").update(targetKey).digest("hex").slice(0, 32);
  return join(cacheFolder, "value-index", name);
}

/**
 * The cache files of one target: a folder that only its owner can enter, one file per segment. Files appear whole or not at all (written
 * aside, then renamed), so that several processes may build at once: the last one wins, and each file is right. What cannot be written
 * or read is as if it were not there: the index then lives in memory only.
 */
export class SegmentCache<Source> {
  readonly #folder: string;
  readonly #suffix: string;

  /** Of the folder `indexFolder`. `suffix` ends the file names, such as `.column`. */
  constructor(cacheFolder: string, targetKey: string, suffix: string) {
    this.#suffix = suffix;
    this.#folder = indexFolder(cacheFolder, targetKey);
  }

  /** The stored segment of this key, or undefined where there is none or it is damaged or of another version. */
  async read(key: string): Promise<Segment<Source> | undefined> {
    try {
      await using file = await open(join(this.#folder, key + this.#suffix), "r");
      const { size } = await file.stat();
      const bytes = Buffer.allocUnsafeSlow(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 1 << 30), at);
        if (bytesRead === 0) return undefined;
        at += bytesRead;
      }
      const segment = decodeSegment<Source>(bytes);
      return segment?.facts.key === key ? segment : undefined;
    } catch {
      return undefined;
    }
  }

  /** False where the file could not be written (a full disk, a read-only folder). */
  async write(segment: Segment<Source>): Promise<boolean> {
    const target = join(this.#folder, segment.facts.key + this.#suffix);
    const temporary = `${target}.${process.pid}-${randomUUID()}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await chmod(this.#folder, 0o700);
      {
        await using file = await open(temporary, "wx", 0o600);
        // Not synced: what a power cut leaves of it fails its checksum and is built again, and hundreds of small tables would wait for the disk
        // thousands of times.
        const pieces = encodeSegment(segment);
        const { bytesWritten } = await file.writev([...pieces]);
        // The rest of what is too much for one call.
        let at = bytesWritten;
        for (const piece of pieces) {
          if (at < piece.length) await file.writeFile(piece.subarray(at));
          at = Math.max(0, at - piece.length);
        }
      }
      await rename(temporary, target);
      return true;
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Removes what nobody has use for any more; files of keys in `inUse` stay. */
  async prune(inUse: ReadonlySet<string>, now: number = Date.now()): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const temporary = name.endsWith(".tmp");
      if (!temporary && (!name.endsWith(this.#suffix) || inUse.has(name.slice(0, -this.#suffix.length))))
        continue;
      const path = join(this.#folder, name);
      const changed = await stat(path).then(
        (facts) => facts.mtimeMs,
        () => now,
      );
      if (now - changed > (temporary ? STALE_TEMPORARY : STALE_SEGMENT)) {
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }
}
