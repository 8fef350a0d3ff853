import type { Environment } from "../environment/environment.ts";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import { chooseVocabulary, vocabularyBeside, vocabularyOfHost } from "./choose-vocabulary.ts";
import { endpointAddress } from "./endpoint-address.ts";
import type { OpenOptions } from "./open-options.ts";
import { reportLines } from "./report-lines.ts";
import type { Target } from "./target.ts";

/** @param key in place of the path's */
export async function openRdfFile(
  id: string,
  path: string,
  options: OpenOptions,
  key?: string,
): Promise<Environment> {
  const { folders, signal, onProgress, privacy } = options;
  const named = options.vocabulary ?? vocabularyBeside(path);
  const { openEmbeddedStore } = await import(
    "../environments/knowledge-base/stores/embedded/open-embedded-store.ts"
  );
  const store = await openEmbeddedStore({
    path,
    cacheFolder: folders.cache,
    ...(privacy === undefined ? {} : { privacy }),
    signal,
    ...(key === undefined ? {} : { key }),
    ...(named === undefined ? {} : { vocabulary: await chooseVocabulary(named) }),
    ...(onProgress === undefined ? {} : { onProgress: ({ text, share }) => onProgress(text, share) }),
  });
  for (const line of reportLines(store.report)) options.onWarning(`${store.target.name}: ${line}`);
  return environmentOver(id, store, options);
}

/** Its vocabulary lies beside it, whatever was named for the other targets. */
export async function openCinemaKnowledgeBase(id: string, options: OpenOptions): Promise<Environment> {
  const { vocabulary, ...rest } = options;
  // Not used here, but a slip in it is told all the same.
  if (vocabulary !== undefined) await chooseVocabulary(vocabulary);
  const [{ ensureCinemaKnowledgeBase }, { cinemaKnowledgeBaseKey }] = await Promise.all([
    import("../samples/cinema/ensure-cinema-knowledge-base.ts"),
    import("../samples/cinema/cinema-version.ts"),
  ]);
  return openRdfFile(id, ensureCinemaKnowledgeBase(options.folders.cache), rest, cinemaKnowledgeBaseKey());
}

export async function openSparqlEndpoint(
  id: string,
  { url }: Target & { readonly type: "sparql-endpoint" },
  options: OpenOptions,
): Promise<Environment> {
  const { folders, signal, env, privacy } = options;
  const address = endpointAddress(url, env);
  const vocabulary =
    options.vocabulary === undefined
      ? vocabularyOfHost(new URL(address.url).hostname)
      : await chooseVocabulary(options.vocabulary);
  const { openEndpointStore } = await import(
    "../environments/knowledge-base/stores/endpoint/open-endpoint-store.ts"
  );
  const store = await openEndpointStore({
    ...address,
    cacheFolder: folders.cache,
    signal,
    ...(privacy === undefined ? {} : { privacy }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
  const { limitation } = store.labelSearch;
  if (limitation !== "") options.onWarning(`${store.target.name}: ${limitation}`);
  return environmentOver(id, store, options);
}

async function environmentOver(
  id: string,
  store: TripleStore,
  { signal }: OpenOptions,
): Promise<Environment> {
  try {
    const { createKnowledgeBaseEnvironment } = await import(
      "../environments/knowledge-base/create-knowledge-base-environment.ts"
    );
    return await createKnowledgeBaseEnvironment({ id, store, signal });
  } catch (error) {
    await store.close();
    throw error;
  }
}
