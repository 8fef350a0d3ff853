import type { Preparation } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { unlessAborted } from "../../../util/turns.ts";
import { buildSegment } from "../../../value-index/build-segment.ts";
import type { Segment } from "../../../value-index/segment.ts";
import type { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { LabelSearch } from "../triple-store/triple-store.ts";
import { type StoreBounds, storeError } from "../triple-store/triple-store-error.ts";
import type { CollectedNames, NamePostings } from "./name-collector.ts";
import { type NamedNodes, NameLookup } from "./name-lookup.ts";

/** How to collect, build and store the names of one knowledge base. */
interface NameRecipe {
  readonly nodes: NamedNodes;
  /** Name of the cache file. Depends on every setting that decides which names it holds, but not on the data. */
  readonly key: string;
  /** Changes whenever the data change. */
  readonly dataVersion: string;
  /** Collects the names. Yields to the event loop, and stops when `signal` is aborted. */
  readonly collect: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<CollectedNames>;
}

/** Share of the progress that collecting takes. */
const COLLECTING = 0.3;

/** The names of one knowledge base: read from the cache folder, or collected and built once on first use. */
export class StoredNames {
  readonly #recipe: NameRecipe;
  readonly #cache: SegmentCache<NameSource> | undefined;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(share: number) => void>();
  #building: Promise<NameLookup> | undefined;
  #built: NameLookup | undefined;
  #saved = true;

  constructor(recipe: NameRecipe, cache: SegmentCache<NameSource> | undefined) {
    this.#recipe = recipe;
    this.#cache = cache;
  }

  /** False if the cache folder could not be written, so that the next process has to build again. */
  get saved(): boolean {
    return this.#saved;
  }

  /**
   * @throws errors of collecting, which the next call retries; FuxiError `cancelled` when `signal` or `close` ends the waiting. Building
   * continues, because other callers may wait for it.
   */
  async ready(signal: AbortSignal, onProgress?: (share: number) => void): Promise<NameLookup> {
    if (signal.aborted || this.#closing.signal.aborted) throw cancelled(signal.reason);
    if (this.#built !== undefined) return this.#built;
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    try {
      return await unlessAborted(this.#shared(), signal);
    } catch (error) {
      throw signal.aborted ? cancelled(error) : error;
    } finally {
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }

  /** Like `ready` with a time limit; building continues after it. @throws TripleStoreError `time-limit` */
  async readyWithin({ milliseconds, signal }: StoreBounds): Promise<NameLookup> {
    if (this.#built !== undefined) return this.ready(signal);
    const late = AbortSignal.timeout(Math.max(0, Math.floor(milliseconds)));
    try {
      return await this.ready(AbortSignal.any([signal, late]));
    } catch (error) {
      if (signal.aborted || !late.aborted) throw error;
      throw storeError("time-limit", "The index of names is still being built.");
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#building?.catch(() => undefined);
  }

  #shared(): Promise<NameLookup> {
    this.#building ??= this.#keep(this.#closing.signal).catch((error: unknown) => {
      this.#building = undefined;
      throw this.#closing.signal.aborted ? cancelled(error) : error;
    });
    return this.#building;
  }

  async #keep(signal: AbortSignal): Promise<NameLookup> {
    this.#built = new NameLookup(await this.#build(signal), this.#recipe.nodes);
    return this.#built;
  }

  async #build(signal: AbortSignal): Promise<NameSegment> {
    signal.throwIfAborted();
    const { key, dataVersion, collect } = this.#recipe;
    const stored = await this.#cache?.read(key);
    if (stored?.facts.dataVersion === dataVersion && isNameSegment(stored)) return stored;
    const collected = await collect(signal, (share) => this.#tell(share * COLLECTING));
    const total = Math.max(1, collected.values.size);
    const segment = await buildNameSegment(
      collected,
      { key, dataVersion, source: ENTITIES },
      signal,
      (done) => this.#tell(COLLECTING + (done / total) * (1 - COLLECTING)),
    );
    this.#saved = (await this.#cache?.write(segment)) ?? true;
    await this.#cache?.prune(new Set([key]));
    return segment;
  }

  #tell(share: number): void {
    for (const listener of this.#listeners) listener(share);
  }
}

function cancelled(cause: unknown): FuxiError {
  return new FuxiError("cancelled", "The work on the label index was cancelled.", { cause });
}

/** Facts of a segment of names. */
export interface NameSource {
  readonly among: "entities";
}

const ENTITIES: NameSource = { among: "entities" };

export interface NameSegment extends Segment<NameSource> {
  readonly beside: Readonly<Record<string, Uint32Array>> & NamePostings;
}

/** Time is about 3 µs and memory about 120 bytes per name. */
async function buildNameSegment(
  { values, postings }: CollectedNames,
  identity: Pick<NameSegment["facts"], "key" | "dataVersion" | "source">,
  signal: AbortSignal,
  onNames: (done: number) => void,
): Promise<NameSegment> {
  const facts = {
    ...identity,
    digest: values.digest(),
    numeric: false,
    sampled: false,
    builtAt: new Date().toISOString(),
  };
  const segment = await buildSegment(values, facts, signal, onNames);
  return { ...segment, beside: { ...postings } };
}

function isNameSegment(segment: Segment<NameSource>): segment is NameSegment {
  const { starts, entities, marks } = segment.beside ?? {};
  return starts !== undefined && entities !== undefined && marks !== undefined;
}

/** A label search over an index of our own, built on first use or by `preparation`. */
export interface LabelIndex extends LabelSearch {
  readonly mode: "fuzzy";
  readonly preparation: Preparation;
  /** Ends building. After it every search fails with FuxiError `cancelled`. */
  close(): Promise<void>;
}

/** Result text for `Preparation`: `"1,204 names of entities are indexed."` */
export function preparedText(names: number, of: string, saved: boolean): string {
  const kept = saved ? "" : " They stay in memory only, as the cache folder cannot be written.";
  return `${names.toLocaleString("en-US")} names of ${of} are indexed.${kept}`;
}
