import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { PreparationProgress } from "../../../../environment/capabilities.ts";
import { hasNoRules, type PrivacyRules, privacyKey } from "../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { TripleStore } from "../../store/triple-store.ts";
import { detectVocabulary } from "../../vocabulary/detect-vocabulary.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { withoutMasked } from "../../vocabulary/without-masked.ts";
import { createEmbeddedStore } from "./create-embedded-store.ts";
import { openLabelIndex } from "./labels/open-label-index.ts";
import type { LoadReport, RdfFormat } from "./load-report.ts";
import { tableRestriction } from "./privacy/table-restriction.ts";
import { tableQuery } from "./query/table-query.ts";
import { type LoadedTable, loadTripleTable } from "./reading/load-triple-table.ts";

/** A file of triples, and how it is to be read. */
export interface OpenEmbeddedStoreOptions {
  /** Of the file; compressed with gzip or not. */
  readonly path: string;
  /** Where it is not to be recognised. */
  readonly format?: RdfFormat;
  /** How the data say things; told from the names of the predicates where it is not given. */
  readonly vocabulary?: Vocabulary;
  /** The user's cache folder: the table and the label index are kept in it. */
  readonly cacheFolder: string;
  /** In place of one made from the path, for content that is the same wherever it lies: a hash in hexadecimal. */
  readonly key?: string;
  /** Ends loading. */
  readonly signal: AbortSignal;
  /**
   * What may be seen of the file. Patterns name predicates and classes: a full IRI, a short name (`foaf:name`), the last part of an IRI, or a label;
   * `*` stands for any characters. Instances of a class that is denied do not exist either; predicates alone are masked.
   */
  readonly privacy?: PrivacyRules;
  /** Called while the file is read. */
  readonly onProgress?: (progress: PreparationProgress) => void;
}

/** A triple store in memory, with what came of reading its file. */
export type EmbeddedStore = TripleStore & { readonly report: LoadReport };

/**
 * A triple store over a file, loaded into memory: about 100 bytes per triple. Names are indexed with the first search or by `preparation`.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported`, `target-corrupt`, `cancelled`; `configuration-invalid` for a pattern
 * of `privacy` that names nothing
 */
export async function openEmbeddedStore(options: OpenEmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { path, cacheFolder, privacy } = options;
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
  options: OpenEmbeddedStoreOptions,
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
