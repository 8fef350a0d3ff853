import { createHash } from "node:crypto";
import { SegmentCache } from "../../../../../value-index/segment-cache.ts";
import { type LabelIndex, type NameSource, preparedText, StoredNames } from "../../../labels/stored-names.ts";
import { iri, termText } from "../../../term/term.ts";
import type { NameMatch } from "../../../triple-store/triple-store.ts";
import type { StoreBounds } from "../../../triple-store/triple-store-error.ts";

import { createNames, type Names } from "../../../vocabulary/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";
import { classNodes, collectClassNames, collectEntityNames, pureClasses, weightOf } from "./written-names.ts";

export interface LabelIndexOptions {
  readonly table: TripleTable;
  readonly vocabulary: Vocabulary;
  /** The user's cache folder; absent: the index lives in memory only. */
  readonly cacheFolder?: string;
  /** `StoreTarget.key`. */
  readonly key: string;
  /** Changes whenever the numbers of the table's terms may have changed. */
  readonly dataVersion: string;
}

/**
 * Finds the entities and classes of a file by label, alias, local name and identifier, typos and all. Returns at once; the index is taken from
 * the cache folder or built with the first search. A search waits for that as long as its time allows.
 */
export function openLabelIndex(options: LabelIndexOptions): LabelIndex {
  return new TableLabelIndex(options);
}

type Among = "entities" | "classes";

class TableLabelIndex implements LabelIndex {
  readonly mode = "fuzzy";
  readonly limitation = "";
  readonly preparation = { prepare: this.#prepare.bind(this) };
  readonly #table: TripleTable;
  readonly #vocabulary: Vocabulary;
  readonly #identifiers: Names;
  readonly #stored: Readonly<Record<Among, StoredNames>>;
  #classes: ReadonlySet<number> | undefined;
  #pure: ReadonlySet<number> | undefined;

  constructor({ table, vocabulary, cacheFolder, key, dataVersion }: LabelIndexOptions) {
    this.#table = table;
    this.#vocabulary = vocabulary;
    this.#identifiers = createNames(vocabulary);
    const cache =
      cacheFolder === undefined ? undefined : new SegmentCache<NameSource>(cacheFolder, key, ".names");
    const nodes = {
      termOf: (node: number) => table.dictionary.term(node),
      weightOf: (node: number) => weightOf(table, node),
    };
    const common = (among: Among) => ({
      nodes,
      source: { among },
      key: fileKey(among, vocabulary),
      dataVersion,
    });
    this.#stored = {
      entities: new StoredNames(
        {
          ...common("entities"),
          collect: (signal, onProgress) =>
            collectEntityNames(table, vocabulary, this.#pureClasses(), signal, onProgress),
        },
        cache,
      ),
      classes: new StoredNames(
        {
          ...common("classes"),
          collect: async () => collectClassNames(table, vocabulary, this.#classNodes()),
        },
        cache,
      ),
    };
  }

  async find(
    text: string,
    { limit, among }: { readonly limit: number; readonly among: Among },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }> {
    const identified = this.#byIdentifier(text, among);
    if (/^\s*<|:\/\//u.test(text)) return { matches: identified, complete: true };
    const lookup = await this.#stored[among].readyWithin(bounds);
    const found = new Map<string, NameMatch>();
    for (const match of [...lookup.find(text, limit, among === "classes"), ...identified]) {
      const key = termText(match.term);
      if ((found.get(key)?.score ?? 0) < match.score) found.set(key, match);
    }
    const matches = [...found.values()].sort(
      (a, b) => b.score - a.score || (b.weight ?? 0) - (a.weight ?? 0),
    );
    return { matches: matches.slice(0, limit), complete: true };
  }

  async close(): Promise<void> {
    await Promise.all([this.#stored.entities.close(), this.#stored.classes.close()]);
  }

  async #prepare({ signal, onProgress }: PrepareOptions): Promise<{ readonly text: string }> {
    const tell = (share: number) => onProgress?.({ share, text: "labels" });
    const entities = await this.#stored.entities.ready(signal, (share) => tell(share * ENTITIES_SHARE));
    const classes = await this.#stored.classes.ready(signal, (share) =>
      tell(ENTITIES_SHARE + share * (1 - ENTITIES_SHARE)),
    );
    tell(1);
    const saved = this.#stored.entities.saved && this.#stored.classes.saved;
    return { text: preparedText(entities.names + classes.names, "entities and classes", saved) };
  }

  /** The node whose identifier the text is. */
  #byIdentifier(text: string, among: Among): readonly NameMatch[] {
    const value = this.#identifiers.iri(text);
    if (value === undefined) return [];
    const node = this.#table.dictionary.idOf(iri(value));
    if (node === undefined || !this.#isAmong(node, among)) return [];
    const weight = weightOf(this.#table, node);
    const name = this.#identifiers.short(value);
    return [{ term: iri(value), name, alias: false, tier: "exact", score: 1, weight }];
  }

  #isAmong(node: number, among: Among): boolean {
    if (among === "classes") return this.#classNodes().has(node);
    // A predicate of which nothing is said is no entity.
    return weightOf(this.#table, node) > 0 && !this.#pureClasses().has(node);
  }

  #pureClasses(): ReadonlySet<number> {
    this.#pure ??= pureClasses(this.#table, this.#vocabulary, this.#classNodes());
    return this.#pure;
  }

  #classNodes(): ReadonlySet<number> {
    this.#classes ??= classNodes(this.#table, this.#vocabulary);
    return this.#classes;
  }
}

type PrepareOptions = Parameters<LabelIndex["preparation"]["prepare"]>[0];

/** Share of the time that the names of entities take. */
const ENTITIES_SHARE = 0.95;

/** A name of the cache file that changes with all that decides which names stand in it, except the data. */
function fileKey(among: Among, { label, alias, type, subclass, ...more }: Vocabulary): string {
  const { languages, mediators, hidden, description } = more;
  const identity = [among, label, alias, type, subclass, languages, mediators.prefixes, hidden, description];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);
}
