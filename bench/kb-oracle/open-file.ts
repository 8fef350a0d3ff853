import { basename } from "node:path";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/create-embedded-store.ts";
import { openLabelIndex } from "../../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import { delimitedPrefixes } from "../../src/environments/knowledge-base/stores/embedded/reading/delimited-names.ts";
import { loadTripleTable } from "../../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import { delimitedVocabulary } from "../../src/environments/knowledge-base/vocabulary/delimited-vocabulary.ts";

/** The environment over a delimited file. */
export async function openDelimited(path: string, cacheFolder: string): Promise<KnowledgeBaseEnvironment> {
  const { signal } = new AbortController();
  const { table, dataVersion } = await loadTripleTable({ path, cacheFolder, signal });
  const name = basename(path);
  const vocabulary = delimitedVocabulary(delimitedPrefixes(name));
  const labelSearch = openLabelIndex({ table, vocabulary, cacheFolder, key: name, dataVersion });
  await labelSearch.preparation.prepare({ signal });
  const store = createEmbeddedStore({ table, name, key: name, dataVersion, vocabulary, labelSearch });
  return createKnowledgeBaseEnvironment({ id: "kb", store });
}
