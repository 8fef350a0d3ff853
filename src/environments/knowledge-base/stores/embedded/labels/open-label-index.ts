import { createHash } from "node:crypto";
import { phraseKey } from "../../../../../util/english/word-key.ts";
import { foldText } from "../../../../../util/fold-text.ts";
import { nameWords } from "../../../../../util/name-words.ts";
import { SegmentCache } from "../../../../../value-index/segment-cache.ts";
import { markFactor } from "../../../labels/name-collector.ts";
import { type LabelIndex, type NameSource, preparedText, StoredNames } from "../../../labels/stored-names.ts";
import { iri, termText } from "../../../term/term.ts";
import type { NameMatch } from "../../../triple-store/triple-store.ts";
import type { StoreBounds } from "../../../triple-store/triple-store-error.ts";

import { createNames, type Names } from "../../../vocabulary/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";
import { classNames, classNodes, collectEntityNames, pureClasses, weightOf } from "./written-names.ts";

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
 * Finds the entities and classes of a file by label, alias, local name and identifier: entities also misspelt, classes by the forms of their
 * words. Returns at once; the first search reads the index from the cache folder or builds it. A search waits for the index within its time limit.
 */
export function openLabelIndex(options: LabelIndexOptions): LabelIndex {
  return new TableLabelIndex(options);
}

type Among = "entities" | "classes";
const CLASS_SCORES = { exact: 1, folded: 0.95, words: 0.7 } as const;

class TableLabelIndex implements LabelIndex {
  readonly mode = "fuzzy";
  readonly limitation = "";
  readonly preparation = { prepare: this.#prepare.bind(this) };
  readonly #table: TripleTable;
  readonly #vocabulary: Vocabulary;
  readonly #identifiers: Names;
  readonly #entities: StoredNames;
  #classes: ReadonlySet<number> | undefined;
  #classNames: ReturnType<typeof classNames> | undefined;
  #pure: ReadonlySet<number> | undefined;

  constructor({ table, vocabulary, cacheFolder, key, dataVersion }: LabelIndexOptions) {
    this.#table = table;
    this.#vocabulary = vocabulary;
    this.#identifiers = createNames(vocabulary);
    this.#entities = new StoredNames(
      {
        nodes: { termOf: (node) => table.dictionary.term(node), weightOf: (node) => weightOf(table, node) },
        key: fileKey(vocabulary),
        dataVersion,
        collect: (signal, onProgress) =>
          collectEntityNames(table, vocabulary, this.#pureClasses(), signal, onProgress),
      },
      cacheFolder === undefined ? undefined : new SegmentCache<NameSource>(cacheFolder, key, ".names"),
    );
  }

  async find(
    text: string,
    { limit, among }: { readonly limit: number; readonly among: Among },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }> {
    const identified = this.#byIdentifier(text, among);
    if (/^\s*<|:\/\//u.test(text)) return { matches: identified, complete: true };
    const named =
      among === "classes"
        ? this.#classesNamed(text)
        : (await this.#entities.readyWithin(bounds)).find(text, limit);
    const found = new Map<string, NameMatch>();
    for (const match of [...named, ...identified]) {
      const key = termText(match.term);
      if ((found.get(key)?.score ?? 0) < match.score) found.set(key, match);
    }
    const matches = [...found.values()].sort(
      (a, b) => b.score - a.score || (b.weight ?? 0) - (a.weight ?? 0),
    );
    return { matches: matches.slice(0, limit), complete: true };
  }

  async close(): Promise<void> {
    await this.#entities.close();
  }

  async #prepare({ signal, onProgress }: PrepareOptions): Promise<{ readonly text: string }> {
    const { names } = await this.#entities.ready(signal, (share) => onProgress?.({ share, text: "labels" }));
    onProgress?.({ share: 1, text: "labels" });
    return { text: preparedText(names, "entities", this.#entities.saved) };
  }

  #classesNamed(text: string): readonly NameMatch[] {
    this.#classNames ??= classNames(this.#table, this.#vocabulary, this.#classNodes());
    const found = this.#classNames.get(phraseKey(nameWords(text))) ?? [];
    return found.map(({ node, text: name, alias, mark }) => {
      const tier = name === text ? "exact" : foldText(name) === foldText(text) ? "folded" : "words";
      const term = this.#table.dictionary.term(node);
      const score = CLASS_SCORES[tier] * markFactor(mark);
      return { term, name, alias, tier, score, weight: weightOf(this.#table, node) };
    });
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
    // A predicate without triples about it is no entity.
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

/** Name of the cache file. It depends on every setting that decides which names the file holds, but not on the data. */
function fileKey({ label, alias, type, subclass, ...more }: Vocabulary): string {
  const { languages, mediators, hidden, description } = more;
  const identity = [label, alias, type, subclass, languages, mediators.prefixes, hidden, description];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);
}
