export {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironmentOptions,
} from "./create-knowledge-base-environment.ts";
export type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
export type { Comparison, Program, Step } from "./program/program.ts";
export type { LabelSearch, NameMatch, NameTier } from "./store/label-search.ts";
export type { StoreBounds } from "./store/store-bounds.ts";
export type {
  AttributeFacts,
  ClassCount,
  Fact,
  GraphSchema,
  Members,
  PredicateFacts,
  QueryResult,
  RelationFacts,
  SetSummary,
  StoreTarget,
  TermsKind,
  TripleStore,
} from "./store/triple-store.ts";
export { type StoreErrorFacts, type StoreErrorKind, TripleStoreError } from "./store/triple-store-error.ts";
export type { Blank, Iri, Literal, QuotedTriple, Term } from "./term/term.ts";
export type { Vocabulary } from "./vocabulary/vocabulary.ts";
