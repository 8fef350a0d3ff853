import type { StoreBounds } from "../environments/knowledge-base/store/store-bounds.ts";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import type { Vocabulary } from "../environments/knowledge-base/vocabulary/vocabulary.ts";
import { openedOnce } from "./opened-once.ts";
import type { TestRunner } from "./test-runner.ts";
import { FIXTURE_TRIPLES, FIXTURE_VOCABULARY, type FixtureTriple } from "./triple-store-fixture.ts";

/** What a store may lack, each with the reason. */
export type TripleStoreSkip =
  /** SPARQL queries. */
  | "query"
  /** Quoted triples (RDF-star). */
  | "quotedTriples"
  /** Literals that are kept as they were written, valid or not. */
  | "awkward";

/** How the suite gets a store with data of its own. */
export interface TripleStoreSubject {
  /** Opens a store on these triples alone; the suite closes it. Most tests ask for the same triples, so they may be loaded once. */
  open(options: {
    readonly triples: readonly FixtureTriple[];
    readonly vocabulary: Vocabulary;
  }): Promise<TripleStore>;
  /** What this store lacks, and why. */
  readonly skip?: Readonly<Partial<Record<TripleStoreSkip, string>>>;
}

interface WithStoreOptions {
  readonly extra?: readonly FixtureTriple[];
  readonly vocabulary?: Partial<Vocabulary>;
  readonly needs?: TripleStoreSkip;
  /** A store of its own, as the test closes it. */
  readonly own?: boolean;
}

/** Runs one test on the fixture, with `extra` triples and changes to the vocabulary. */
export type WithStore = (
  title: string,
  body: (store: TripleStore) => Promise<void>,
  options?: WithStoreOptions,
) => void;

export function withStoreOf(runner: TestRunner, subject: TripleStoreSubject): WithStore {
  const onOne = openedOnce(runner, () =>
    subject.open({ triples: FIXTURE_TRIPLES, vocabulary: FIXTURE_VOCABULARY }),
  );
  return (title, body, { extra = [], vocabulary, needs, own = false } = {}) => {
    const reason = needs === undefined ? undefined : subject.skip?.[needs];
    if (reason !== undefined) {
      runner.skip(title, reason);
      return;
    }
    if (!own && extra.length === 0 && vocabulary === undefined) {
      onOne(title, body);
      return;
    }
    runner.it(title, async () => {
      const store = await subject.open({
        triples: [...FIXTURE_TRIPLES, ...extra],
        vocabulary: { ...FIXTURE_VOCABULARY, ...vocabulary },
      });
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  };
}

export function storeBounds(more: Partial<StoreBounds> = {}): StoreBounds {
  return { milliseconds: 20_000, signal: new AbortController().signal, ...more };
}
