import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { PreparationProgress } from "../../../../environment/preparation.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { TripleStore } from "../../store/triple-store.ts";
import { detectVocabulary } from "../../vocabulary/detect-vocabulary.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { createEmbeddedStore } from "./create-embedded-store.ts";
import { openLabelIndex } from "./labels/open-label-index.ts";
import type { LoadReport, RdfFormat } from "./load-report.ts";
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
  /** Ends loading. */
  readonly signal: AbortSignal;
  /** Called while the file is read. */
  readonly onProgress?: (progress: PreparationProgress) => void;
}

/** A triple store in memory, with what came of reading its file. */
export type EmbeddedStore = TripleStore & { readonly report: LoadReport };

/**
 * A triple store over a file, loaded into memory: about 100 bytes per triple. Names are indexed with the first search or by `preparation`.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported`, `target-corrupt`, `cancelled`
 */
export async function openEmbeddedStore(options: OpenEmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { path, cacheFolder } = options;
  const { table, report, dataVersion } = await loaded(options);
  const predicates = Array.from(table.predicates, (id) => table.dictionary.textOf(id));
  const vocabulary = options.vocabulary ?? detectVocabulary(predicates);
  const key = createHash("sha256")
    .update(await realpath(path))
    .digest("hex");
  const labelSearch = openLabelIndex({ table, vocabulary, cacheFolder, key, dataVersion });
  const store = createEmbeddedStore({
    table,
    name: basename(path),
    key,
    dataVersion,
    vocabulary,
    labelSearch,
    preparation: labelSearch.preparation,
    query: tableQuery(table, vocabulary),
  });
  return {
    ...store,
    report,
    async close() {
      await store.close();
      await labelSearch.close();
    },
  };
}

async function loaded(options: OpenEmbeddedStoreOptions): Promise<LoadedTable> {
  try {
    return await loadTripleTable(options);
  } catch (error) {
    if (!options.signal.aborted || FuxiError.isInstance(error)) throw error;
    throw new FuxiError("cancelled", "Loading the file was cancelled.", { cause: error });
  }
}
