import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { NameMatch } from "../store/label-search.ts";
import type { StoreBounds } from "../store/store-bounds.ts";
import type { Blank, Iri } from "../term/term.ts";
import { type LabelIndex, preparedText } from "./label-index.ts";
import { languageRank } from "./language-rank.ts";
import { NameCollector } from "./name-collector.ts";
import { NameLookup } from "./name-lookup.ts";
import { nameMark } from "./name-mark.ts";
import type { NameSegment, NameSource } from "./name-segment.ts";
import { type NameRecipe, StoredNames } from "./stored-names.ts";
import { TermNumbers, termAt } from "./term-texts.ts";

/** One name of one entity. */
export interface LabelEntry {
  readonly term: Iri | Blank;
  readonly name: string;
  readonly alias: boolean;
  /** Lower case; absent for text without a language. */
  readonly language?: string;
}

export type LabelEntries = Iterable<LabelEntry> | AsyncIterable<LabelEntry>;

export interface LabelIndexFromOptions {
  /** The user's cache folder; absent: the index lives in memory only. */
  readonly cacheFolder?: string;
  /** A stable key of the target (`StoreTarget.key`) or of the file that the entries come from. */
  readonly key: string;
  /** What changes when the entries do, such as the size and time of their file. */
  readonly dataVersion: string;
  /** `Vocabulary.languages`. */
  readonly languages: readonly string[];
}

/** After so many entries other work gets its turn. */
const TURN = 20_000;

/**
 * A label search over names that come from anywhere: a dump of the labels of an endpoint. `entries` is called when the index has to be built
 * and nothing usable is in the cache folder; it may be called again after a failure. It is not known which entities are classes, so a
 * search among classes looks through all names. Until the index is built, a lookup that may not wait so long finds nothing, and says that it is not
 * complete.
 */
export function labelIndexFrom(entries: () => LabelEntries, options: LabelIndexFromOptions): LabelIndex {
  return new EntriesIndex(entries, options);
}

class EntriesIndex implements LabelIndex {
  readonly mode = "fuzzy";
  readonly limitation = "";
  readonly preparation = {
    prepare: async ({ signal, onProgress }: Parameters<LabelIndex["preparation"]["prepare"]>[0]) => {
      const segment = await this.#names.ready(signal, (share) => onProgress?.({ share, text: "labels" }));
      return { text: preparedText(this.#lookupIn(segment).names, "entities", this.#names.saved) };
    },
  };
  readonly #names: StoredNames;
  #lookup: NameLookup | undefined;

  constructor(entries: () => LabelEntries, options: LabelIndexFromOptions) {
    const { cacheFolder, key } = options;
    const cache =
      cacheFolder === undefined ? undefined : new SegmentCache<NameSource>(cacheFolder, key, ".names");
    this.#names = new StoredNames(recipeOf(entries, options), cache);
  }

  async find(
    text: string,
    options: { readonly limit: number; readonly among: "entities" | "classes" },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }> {
    const segment = await this.#names.readySoon(bounds);
    if (segment === undefined) return { matches: [], complete: false };
    const found = this.#lookupIn(segment).find(text, options.limit, false);
    const matches = found.map(({ entity, name, alias, tier, score }): NameMatch => {
      return { term: termAt(segment.beside, entity), name, alias, tier, score };
    });
    return { matches, complete: true };
  }

  bytes(): number {
    return this.#lookup?.bytes() ?? 0;
  }

  close(): Promise<void> {
    return this.#names.close();
  }

  #lookupIn(segment: NameSegment): NameLookup {
    this.#lookup ??= new NameLookup(segment, () => undefined);
    return this.#lookup;
  }
}

function recipeOf(
  entries: () => LabelEntries,
  { languages, dataVersion }: LabelIndexFromOptions,
): NameRecipe {
  const identity = createHash("sha256")
    .update(JSON.stringify(["entries", languages]))
    .digest("hex");
  return {
    source: { among: "entities" },
    key: identity.slice(0, 32),
    dataVersion,
    async collect(signal) {
      const names = new NameCollector();
      const terms = new TermNumbers();
      let turn = 0;
      for await (const { term, name, alias, language } of entries()) {
        if (++turn % TURN === 0) await setImmediate();
        signal.throwIfAborted();
        const mark = nameMark(alias ? "alias" : "label", languageRank(languages, language));
        names.add(name, terms.numberOf(term), mark, 0);
      }
      return { ...names.finish(() => 0), more: terms.arrays() };
    },
  };
}
