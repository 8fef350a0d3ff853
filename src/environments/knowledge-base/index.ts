/**
 * Parts of knowledge bases, for uses that `open` of `fuxi` does not cover: `openEmbeddedStore` loads a file of triples, `openEndpointStore` opens a
 * SPARQL endpoint, `createKnowledgeBaseEnvironment` makes an environment of either. Custom stores implement `TripleStore`
 * (docs/ports/triple-store.md).
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export { createKnowledgeBaseEnvironment } from "./create-knowledge-base-environment.ts";
export type { Program } from "./program/program.ts";
export { openEmbeddedStore } from "./stores/embedded/open-embedded-store.ts";
export { openEndpointStore } from "./stores/endpoint/open-endpoint-store.ts";
export type { Term } from "./term/term.ts";
export type { TripleStore } from "./triple-store/triple-store.ts";
export { TripleStoreError } from "./triple-store/triple-store-error.ts";
export { readVocabulary } from "./vocabulary/read-vocabulary.ts";
export type { Vocabulary } from "./vocabulary/vocabulary.ts";
