import { createHash } from "node:crypto";
import { join } from "node:path";
import { CacheFolder } from "./cache-folder.ts";
import { decodeSegment, encodeSegment, type Segment } from "./segment.ts";

/** Days until unused segments are removed: their source is gone, or only another configuration of the target shows it. */
const STALE = 30;

/** The cache files of one target, one per segment. A segment that cannot be written or read lives in memory only. */
export class SegmentCache<Source> {
  readonly #folder: CacheFolder;

  /** `cacheFolder` is the user's cache folder, `targetKey` the target's key; `suffix` ends the file names, such as `.column`. */
  constructor(cacheFolder: string, targetKey: string, suffix: string) {
    const name = createHash("sha256").update(targetKey).digest("hex").slice(0, 32);
    this.#folder = new CacheFolder(join(cacheFolder, "value-index", name), suffix);
  }

  /** The stored segment of this key; undefined if it is missing, damaged or of another version. */
  async read(key: string): Promise<Segment<Source> | undefined> {
    const bytes = await this.#folder.read(key, (size) => Buffer.allocUnsafeSlow(size));
    const segment = bytes && decodeSegment<Source>(bytes);
    return segment?.facts.key === key ? segment : undefined;
  }

  /** False where the file could not be written. */
  write(segment: Segment<Source>): Promise<boolean> {
    return this.#folder.write(segment.facts.key, encodeSegment(segment));
  }

  /** Removes unused files; files of keys in `inUse` stay. */
  prune(inUse: ReadonlySet<string>): Promise<void> {
    return this.#folder.prune(STALE, inUse);
  }
}
