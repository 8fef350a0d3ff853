import { VIRTUOSO_DIALECT } from "../../src/environments/knowledge-base/stores/endpoint/virtuoso-dialect.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { OxigraphServer } from "../../test/support/oxigraph-server.ts";
import type { VirtuosoServer } from "../../test/support/virtuoso-server.ts";
import type { Answerer } from "./answerer.ts";
import { serverQueries } from "./query-answerer.ts";

export async function endpointAnswerers(
  vocabulary: Vocabulary,
  oxigraph: OxigraphServer,
  virtuoso: VirtuosoServer | undefined,
  _queries: boolean,
): Promise<readonly Answerer[]> {
  return [
    serverQueries("Oxigraph", oxigraph.url, vocabulary),
    ...(virtuoso === undefined
      ? []
      : [serverQueries("Virtuoso", virtuoso.url, vocabulary, VIRTUOSO_DIALECT)]),
  ];
}
