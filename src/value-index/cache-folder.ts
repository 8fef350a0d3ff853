import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

const DAY = 24 * 60 * 60 * 1000;
/** Bytes per read or write call. */
const PIECE = 1 << 26;

/**
 * Cache files in a folder that only its owner can enter. Files appear whole or not at all (written to a temporary name, then renamed), so several
 * processes may write at once: the last one wins, and each file is intact. Unwritable and unreadable files count as missing.
 */
export class CacheFolder {
  readonly #folder: string;
  readonly #suffix: string;

  /** `suffix` ends the names of the files, such as `.column`. */
  constructor(folder: string, suffix: string) {
    this.#folder = folder;
    this.#suffix = suffix;
  }

  /** The bytes of a file, in memory allocated by `room`; undefined if there is no such file. */
  async read(name: string, room: (bytes: number) => Uint8Array): Promise<Uint8Array | undefined> {
    try {
      await using file = await open(this.#pathOf(name), "r");
      const { size } = await file.stat();
      const bytes = room(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(size - at, PIECE), at);
        if (bytesRead === 0) return undefined;
        at += bytesRead;
      }
      return bytes;
    } catch {
      return undefined;
    }
  }

  /** False where the file could not be written (a full disk, a read-only folder). */
  async write(name: string, pieces: readonly Uint8Array[]): Promise<boolean> {
    const target = this.#pathOf(name);
    const temporary = `${target}.${process.pid}-${crypto.randomUUID()}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await chmod(this.#folder, 0o700);
      {
        await using file = await open(temporary, "wx", 0o600);
        // Not synced: a file damaged by a power cut fails its checksum and is rebuilt, and syncing hundreds of small tables would wait for the disk
        // thousands of times.
        const isSmall = pieces.reduce((sum, { length }) => sum + length, 0) <= PIECE;
        for (const piece of isSmall ? [Buffer.concat(pieces)] : pieces)
          for (let at = 0; at < piece.length; at += PIECE)
            await file.writeFile(piece.subarray(at, at + PIECE));
      }
      await rename(temporary, target);
      return true;
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Removes temporary files of killed processes after a day, and files unused for `days`; files of names in `inUse` stay. */
  async prune(days: number, inUse: ReadonlySet<string> = new Set(), now: number = Date.now()): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const isTemporary = name.endsWith(".tmp");
      const isOther = !name.endsWith(this.#suffix) || inUse.has(name.slice(0, -this.#suffix.length));
      if (!isTemporary && isOther) continue;
      const path = join(this.#folder, name);
      const used = await stat(path).then(
        ({ mtimeMs, atimeMs }) => Math.max(mtimeMs, atimeMs),
        () => now,
      );
      if (now - used > (isTemporary ? 1 : days) * DAY) await rm(path, { force: true }).catch(() => undefined);
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, name + this.#suffix);
  }
}

/** Magic, version, length of the facts, CRC-32 of all that follows, total length (two halves), and two spare. */
export const HEAD_BYTES = 32;

/** The head of a cache file of `total` bytes. The caller puts the checksum into its fourth element. */
export function cacheFileHead(magic: number, version: number, factsLength: number, total: number) {
  const head = new Uint32Array(HEAD_BYTES / 4);
  head.set([magic, version, factsLength, 0, total % 2 ** 32, Math.floor(total / 2 ** 32)]);
  return head;
}

/**
 * The JSON facts behind the head of a cache file, and their end offset; undefined if the file is damaged, truncated, of another version or of another
 * machine's byte order. `bytes` must be aligned to `border` bytes.
 */
export function cacheFileFacts<Facts>(
  bytes: Uint8Array,
  magic: number,
  version: number,
  border: number,
): { readonly facts: Facts; readonly end: number } | undefined {
  if (bytes.length < HEAD_BYTES || bytes.byteOffset % border !== 0) return undefined;
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD_BYTES / 4);
  const [own, ownVersion, factsLength = 0, checksum, low = 0, high = 0] = head;
  if (own !== magic || ownVersion !== version || high * 2 ** 32 + low !== bytes.length) return undefined;
  if (crc32(bytes.subarray(16)) !== checksum) return undefined;
  const end = HEAD_BYTES + factsLength;
  try {
    return { facts: JSON.parse(Buffer.from(bytes.subarray(HEAD_BYTES, end)).toString()) as Facts, end };
  } catch {
    // The checksum does not cover the length.
    return undefined;
  }
}
