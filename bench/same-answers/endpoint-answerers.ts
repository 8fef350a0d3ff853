import { VIRTUOSO_DIALECT } from "../../src/environments/knowledge-base/stores/endpoint/endpoint-engine.ts";
import { openEndpointStore } from "../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { OxigraphServer } from "../../test/support/oxigraph-server.ts";
import type { VirtuosoServer } from "../../test/support/virtuoso-server.ts";
import { type Answerer, storeAnswerer } from "./answerer.ts";
import { serverQueries } from "./query-answerer.ts";

/** Both servers, through the endpoint store or by the single query that is shown as evidence. */
export async function endpointAnswerers(
  vocabulary: Vocabulary,
  oxigraph: OxigraphServer,
  virtuoso: VirtuosoServer | undefined,
  queries: boolean,
): Promise<readonly Answerer[]> {
  if (queries)
    return [
      serverQueries("Oxigraph", oxigraph.url, vocabulary),
      ...(virtuoso === undefined
        ? []
        : [serverQueries("Virtuoso", virtuoso.url, vocabulary, VIRTUOSO_DIALECT)]),
    ];
  const open = async (name: string, url: string, graphs: readonly string[]) => {
    const { signal } = new AbortController();
    return storeAnswerer(name, await openEndpointStore({ url, vocabulary, defaultGraphs: graphs, signal }));
  };
  return [
    await open("Oxigraph", oxigraph.url, []),
    ...(virtuoso === undefined ? [] : [await open("Virtuoso", virtuoso.url, [virtuoso.graph])]),
  ];
}
