import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { Preparation, PreparationProgress } from "../../../../environment/capabilities.ts";
import { hasNoRules, type PrivacyRules, privacyKey } from "../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { defaultFolders } from "../../../../util/default-folders.ts";
import type { Program } from "../../program/program.ts";
import type { GraphSchema, LabelSearch, TripleStore } from "../../triple-store/triple-store.ts";
import { type StoreBounds, storeError } from "../../triple-store/triple-store-error.ts";
import { detectVocabulary } from "../../vocabulary/names.ts";
import { type Vocabulary, withoutMasked } from "../../vocabulary/vocabulary.ts";
import { Classes, schemaOf } from "./evaluate/classes.ts";
import { Evaluator, setCache } from "./evaluate/evaluator.ts";
import { factsOf, firstTerms, labelOf, orderedTerms, summaryOf } from "./evaluate/ordered-terms.ts";
import { hiddenNumbers, Mediators, PathWalk } from "./evaluate/path-walk.ts";
import { pathsBetween } from "./evaluate/paths.ts";
import { attributesOf, relationsOf } from "./evaluate/relations.ts";
import { TermSpace } from "./evaluate/term-space.ts";
import { Work } from "./evaluate/work.ts";

import { openLabelIndex } from "./labels/open-label-index.ts";
import type { LoadReport, RdfFormat } from "./load-report.ts";
import { tableRestriction } from "./privacy/table-restriction.ts";
import { tableQuery } from "./query/table-query.ts";
import { type LoadedTable, loadTripleTable } from "./reading/load-triple-table.ts";
import type { TripleTable } from "./triple-table.ts";

const CACHE_BYTES = 128 * 1024 * 1024;
/** Terms outside the table that programs may add to the term space; beyond this number the space is discarded and a new one begun. */
const MOST_STRANGERS = 200_000;

interface EmbeddedStoreParts {
  readonly table: TripleTable;
  /** File name without its folder. */
  readonly name: string;
  readonly key: string;
  readonly dataVersion: string;
  readonly vocabulary: Vocabulary;
  readonly labelSearch: LabelSearch;
  readonly preparation?: Preparation;
  /** SPARQL over the table; without it `query` is refused as "unsupported". */
  readonly query?: TripleStore["query"];
  /** Size of the cache of computed sets (default 128 MiB). */
  readonly cacheBytes?: number;
}

/** A triple store over typed arrays in this process. Sets are computed on first use and cached while there is room. */
export function createEmbeddedStore(parts: EmbeddedStoreParts): TripleStore {
  const { table, vocabulary } = parts;
  const shared = new TermSpace(table);
  const hidden = hiddenNumbers(shared.predicates, vocabulary);
  const classes = new Classes(shared, vocabulary);
  let engine = newEngine(parts, shared, classes);
  let walk: PathWalk | undefined;
  let schema: GraphSchema | undefined;
  let closed = false;

  const begin = (bounds: StoreBounds): { work: Work; engine: Engine } => {
    if (closed) throw new FuxiError("cancelled", "The store is closed.");
    const work = new Work(bounds);
    work.check();
    if (engine.space.strangers > MOST_STRANGERS) engine = newEngine(parts, shared, classes);
    return { work, engine };
  };
  const computed = async (program: Program, bounds: StoreBounds) => {
    const { work, engine: used } = begin(bounds);
    const set = used.evaluator.cheapSet(program) ?? (await used.evaluator.set(program, work));
    return { work, engine: used, set };
  };
  const walked = async (work: Work): Promise<PathWalk> => {
    if (walk !== undefined) return walk;
    await classes.prepare(work);
    walk ??= new PathWalk(shared, await Mediators.find(shared, vocabulary, work), hidden);
    return walk;
  };

  return {
    target: { name: parts.name, key: parts.key, engine: "embedded" },
    vocabulary,
    labelSearch: parts.labelSearch,
    ...(parts.preparation === undefined ? {} : { preparation: parts.preparation }),
    async dataVersion(bounds) {
      begin(bounds);
      return parts.dataVersion;
    },
    async summarize(program, { sample }, bounds) {
      const { work, engine: used, set } = await computed(program, bounds);
      return summaryOf(set, sample, used, work);
    },
    async members(program, { limit }, bounds) {
      const { engine: used, set } = await computed(program, bounds);
      if (set.length > limit) return { terms: firstTerms(used.space, set, limit), complete: false };
      return { terms: orderedTerms(used.space, set), complete: true };
    },
    async relations(program, bounds) {
      const { work, engine: used, set } = await computed(program, bounds);
      return relationsOf(used.space.known(set), { ...used, walk: await walked(work) }, work);
    },
    async attributes(program, bounds) {
      const { work, engine: used, set } = await computed(program, bounds);
      const parts = { ...used, vocabulary, walk: await walked(work) };
      return attributesOf(used.space.known(set), parts, work);
    },
    async labels(terms, bounds) {
      const { engine: used } = begin(bounds);
      return terms.map((term) => labelOf(used.space, vocabulary, term));
    },
    async facts(terms, { valuesPerPredicate }, bounds) {
      const { engine: used } = begin(bounds);
      return terms.map((term) => factsOf(used.space, hidden, term, valuesPerPredicate));
    },
    async paths(from, to, { maxSteps }, bounds) {
      const { engine: used, work } = begin(bounds);
      return pathsBetween(used.space, hidden, { from, to, maxSteps }, work);
    },
    async schema(bounds) {
      const { engine: used, work } = begin(bounds);
      schema ??= await schemaOf(used.space, used.classes, hidden, work);
      return schema;
    },
    async query(sparql, options, bounds) {
      begin(bounds);
      if (parts.query !== undefined) return parts.query(sparql, options, bounds);
      throw storeError("unsupported", "This store does not answer SPARQL queries.");
    },
    async close() {
      closed = true;
    },
  };
}

interface Engine {
  readonly space: TermSpace;
  readonly classes: Classes;
  readonly evaluator: Evaluator;
}

function newEngine(
  { table, vocabulary, cacheBytes }: EmbeddedStoreParts,
  shared: TermSpace,
  classes: Classes,
): Engine {
  const space = new TermSpace(table, shared);
  const cache = setCache(cacheBytes ?? CACHE_BYTES);
  return { space, classes, evaluator: new Evaluator({ space, vocabulary, classes, cache }) };
}

/** A file of triples, and how it is to be read. */
export interface OpenEmbeddedStoreOptions {
  /** Path of the file, which may be compressed with gzip. */
  readonly path: string;
  /** Format of the file; recognised from its name and content by default. */
  readonly format?: RdfFormat;
  /** Predicates for labels, classes and the like; guessed from the names of the predicates by default. */
  readonly vocabulary?: Vocabulary;
  /** Folder for the table and the label index; `FUXI_CACHE_DIR` or the platform's cache folder by default. */
  readonly cacheFolder?: string;
  /** Replaces the key made from the path, for content that is the same at any path: a hash in hexadecimal. */
  readonly key?: string;
  /** Cancels loading. */
  readonly signal?: AbortSignal;
  /**
   * Privacy rules for the file. Patterns name predicates and classes: a full IRI, a short name (`foaf:name`), the last part of an IRI, or a label;
   * `*` stands for any characters. Instances of a denied class are hidden, too; only predicates can be masked.
   */
  readonly privacy?: PrivacyRules;
  /** Called while the file is read. */
  readonly onProgress?: (progress: PreparationProgress) => void;
}

/** A triple store in memory, with the report on reading its file. */
export type EmbeddedStore = TripleStore & { readonly report: LoadReport };

/**
 * A triple store over a file, loaded into memory: about 100 bytes per triple. Names are indexed by the first search or by `preparation`.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported`, `target-corrupt`, `cancelled`; `configuration-invalid` for a pattern
 * of `privacy` that matches nothing
 */
export async function openEmbeddedStore(given: OpenEmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { cacheFolder = defaultFolders(process.env).cache, signal = new AbortController().signal } = given;
  const options = { ...given, cacheFolder, signal };
  const { path, privacy } = options;
  const rules = privacy === undefined || hasNoRules(privacy) ? undefined : privacy;
  const { table, bytes, report, dataVersion } = await loaded(options, rules);
  const predicates = Array.from(table.predicates, (id) => table.dictionary.textOf(id));
  const vocabulary = withoutMasked(
    options.vocabulary ?? detectVocabulary(predicates),
    new Set(report.masked),
  );
  const fileKey =
    options.key ??
    createHash("sha256")
      .update(await realpath(path))
      .digest("hex");
  const key = rules === undefined ? fileKey : keyUnder(rules, fileKey);
  const labelSearch = openLabelIndex({ table, vocabulary, cacheFolder, key, dataVersion });
  const { query, close } = tableQuery(bytes, vocabulary);
  const store = createEmbeddedStore({
    table,
    name: basename(path),
    key,
    dataVersion,
    vocabulary,
    labelSearch,
    preparation: labelSearch.preparation,
    query,
  });
  return {
    ...store,
    ...(rules === undefined ? {} : { policyKey: privacyKey(rules) }),
    report,
    async close() {
      await store.close();
      await labelSearch.close();
      await close();
    },
  };
}

async function loaded(
  options: OpenEmbeddedStoreOptions & Required<Pick<OpenEmbeddedStoreOptions, "cacheFolder" | "signal">>,
  rules: PrivacyRules | undefined,
): Promise<LoadedTable> {
  try {
    if (rules === undefined) return await loadTripleTable(options);
    const restriction = tableRestriction(rules, options.vocabulary, options.signal);
    return await loadTripleTable({ ...options, restriction });
  } catch (error) {
    if (!options.signal.aborted || FuxiError.isInstance(error)) throw error;
    throw new FuxiError("cancelled", "Loading the file was cancelled.", { cause: error });
  }
}

function keyUnder(rules: PrivacyRules, key: string): string {
  const text = JSON.stringify(["privacy", key, privacyKey(rules)]);
  return createHash("sha256").update(text).digest("hex");
}
