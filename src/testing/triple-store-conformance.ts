import type { TestRunner } from "./test-runner.ts";
import { tripleStoreDescriptionConformance } from "./triple-store-description-conformance.ts";
import { tripleStoreLabelSearchConformance } from "./triple-store-label-search-conformance.ts";
import { tripleStoreQueryConformance } from "./triple-store-query-conformance.ts";
import { tripleStoreRelationConformance } from "./triple-store-relation-conformance.ts";
import { tripleStoreSelectionConformance } from "./triple-store-selection-conformance.ts";
import { tripleStoreSetConformance } from "./triple-store-set-conformance.ts";
import { tripleStoreStopConformance } from "./triple-store-stop-conformance.ts";
import { type TripleStoreSubject, withStoreOf } from "./triple-store-subject.ts";

export type { TripleStoreSkip, TripleStoreSubject } from "./triple-store-subject.ts";

/**
 * What every triple store must hold to: sets, selections, relations and attributes, labels, facts, ways, schema, label search, stopping, queries. What is not
 * said here is said by `test/support/naive-store.ts`.
 */
export function tripleStoreConformance(runner: TestRunner, subject: TripleStoreSubject): void {
  const withStore = withStoreOf(runner, subject);
  tripleStoreSetConformance(withStore);
  tripleStoreSelectionConformance(withStore);
  tripleStoreRelationConformance(withStore);
  tripleStoreDescriptionConformance(withStore);
  tripleStoreLabelSearchConformance(withStore);
  tripleStoreStopConformance(withStore);
  tripleStoreQueryConformance(withStore);
}
