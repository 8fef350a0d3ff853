import type { Preparation } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { buildSegment } from "../../../value-index/build-segment.ts";
import type { Segment } from "../../../value-index/segment.ts";
import type { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { LabelSearch } from "../triple-store/triple-store.ts";
import { type StoreBounds, storeError } from "../triple-store/triple-store-error.ts";
import type { CollectedNames, NamePostings } from "./name-collector.ts";
import { type NamedNodes, NameLookup } from "./name-lookup.ts";

/** How the names of one knowledge base are had. */
interface NameRecipe {
  readonly nodes: NamedNodes;
  readonly source: NameSource;
  /** Name of the cache file: changes with everything but the data that decides what stands in it. */
  readonly key: string;
  /** What changes with the data. */
  readonly dataVersion: string;
  /** Collects the names. Gives other work its turn, and ends when `signal` says so. */
  readonly collect: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<CollectedNames>;
}

/** Share of the time that collecting takes. */
const COLLECTING = 0.3;

/** The names of one knowledge base: taken from the cache folder, or collected and built once when they are first needed. */
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

  /** False where the cache folder could not be written, so that the next process has to build again. */
  get saved(): boolean {
    return this.#saved;
  }

  /**
   * @throws what collecting throws, and the next call tries again; FuxiError `cancelled` when `signal` or `close` ends the waiting. Building goes
   * on while somebody else may wait for it.
   */
  async ready(signal: AbortSignal, onProgress?: (share: number) => void): Promise<NameLookup> {
    if (signal.aborted || this.#closing.signal.aborted) throw cancelled(signal.reason);
    if (this.#built !== undefined) return this.#built;
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    const waiting = Promise.withResolvers<never>();
    const stop = () => waiting.reject(cancelled(signal.reason));
    try {
      signal.addEventListener("abort", stop);
      return await Promise.race([this.#shared(), waiting.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }

  /** As `ready`; building goes on where there is no time to wait for it. @throws TripleStoreError `time-limit` */
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
    const { key, dataVersion, source, collect } = this.#recipe;
    const stored = await this.#cache?.read(key);
    if (stored?.facts.dataVersion === dataVersion && isNameSegment(stored)) return stored;
    const collected = await collect(signal, (share) => this.#tell(share * COLLECTING));
    const total = Math.max(1, collected.values.size);
    const segment = await buildNameSegment(collected, { key, dataVersion, source }, signal, (done) =>
      this.#tell(COLLECTING + (done / total) * (1 - COLLECTING)),
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

/** What a segment of names is of. */
export interface NameSource {
  readonly among: "entities" | "classes";
}

export interface NameSegment extends Segment<NameSource> {
  readonly beside: Readonly<Record<string, Uint32Array>> & NamePostings;
}

/** Time is about 3 µs and memory about 120 bytes per name. */
async function buildNameSegment(
  { values, postings }: CollectedNames,
  identity: { readonly key: string; readonly dataVersion: string; readonly source: NameSource },
  signal: AbortSignal,
  onNames: (done: number) => void,
): Promise<NameSegment> {
  const facts = {
    ...identity,
    digest: values.digest(),
    holds: "values" as const,
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

/** A label search over an index of our own, built when it is first needed or by `preparation`. */
export interface LabelIndex extends LabelSearch {
  readonly mode: "fuzzy";
  readonly preparation: Preparation;
  /** Ends building. After it every search fails with FuxiError `cancelled`. */
  close(): Promise<void>;
}

/** What there is, for `Preparation`: `"1,204 names of entities are indexed."` */
export function preparedText(names: number, of: string, saved: boolean): string {
  const kept = saved ? "" : " They stay in memory only, as the cache folder cannot be written.";
  return `${names.toLocaleString("en-US")} names of ${of} are indexed.${kept}`;
}
