/**
 * Knowledge bases: `openEmbeddedStore` loads a file of triples, `openEndpointStore` asks a SPARQL endpoint, `createKnowledgeBaseEnvironment` makes an
 * environment of either. The rest is what a store of your own implements (`TripleStore`), and how a vocabulary is written down.
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export type { PrivacyRules } from "../../environment/privacy-rules.ts";
export type { ReadCache } from "./access/read-cache.ts";
export {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironmentOptions,
} from "./create-knowledge-base-environment.ts";
export type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
export type { Comparison, Program, Step } from "./program/program.ts";
export type { LoadReport, RdfFormat, SkippedLine } from "./stores/embedded/load-report.ts";
export {
  type EmbeddedStore,
  type OpenEmbeddedStoreOptions,
  openEmbeddedStore,
} from "./stores/embedded/open-embedded-store.ts";
export type {
  EndpointAuth,
  EndpointLabelSearch,
  EndpointOptions,
} from "./stores/endpoint/endpoint-options.ts";
export { openEndpointStore } from "./stores/endpoint/open-endpoint-store.ts";
export type { Blank, Iri, Literal, Term } from "./term/term.ts";
export type {
  AttributeFacts,
  ClassCount,
  Fact,
  GraphSchema,
  LabelSearch,
  Members,
  NameMatch,
  NameTier,
  PredicateFacts,
  QueryResult,
  RelationFacts,
  SchemaClass,
  SetSummary,
  SideClasses,
  StoreTarget,
  TermsKind,
  TripleStore,
} from "./triple-store/triple-store.ts";
export type { StoreBounds } from "./triple-store/triple-store-error.ts";
export {
  type StoreErrorFacts,
  type StoreErrorKind,
  TripleStoreError,
} from "./triple-store/triple-store-error.ts";
export type { Names } from "./vocabulary/names.ts";
export { PRESETS, type PresetName } from "./vocabulary/presets.ts";
export { readVocabulary } from "./vocabulary/read-vocabulary.ts";
export type { Vocabulary } from "./vocabulary/vocabulary.ts";
