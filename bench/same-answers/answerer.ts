import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import type { LabelSearch, TripleStore } from "../../src/environments/knowledge-base/store/triple-store.ts";

import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";

import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { FixtureTriple } from "../../src/testing/triple-store-fixture.ts";

/** Something that says which terms a program gives. */
export interface Answerer {
  readonly name: string;
  /** Texts of the terms, in order; blank nodes without their labels, which are every store's own. */
  members(program: Program): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MOST = 1_000_000;
const MILLISECONDS = 60_000;

export function memberTexts(terms: readonly (Term | undefined)[]): readonly string[] {
  return terms
    .map((term) => (term === undefined ? "unbound" : term.kind === "blank" ? "_:" : termText(term)))
    .sort();
}

export function storeAnswerer(name: string, store: TripleStore): Answerer {
  return {
    name,
    async members(program) {
      const bounds = { milliseconds: MILLISECONDS, signal: new AbortController().signal };
      const { terms, complete } = await store.members(program, { limit: MOST }, bounds);
      if (!complete) throw new Error(`more than ${MOST} members`);
      return memberTexts(terms);
    },
    close: () => store.close(),
  };
}

const noLabels: LabelSearch = {
  mode: "exact",
  limitation: "No names are looked for here.",
  find: async () => ({ matches: [], complete: true }),
};

export async function tableOf(triples: readonly FixtureTriple[]): Promise<TripleTable> {
  const builder = new TableBuilder();
  for (const [subject, predicate, object] of triples)
    if (predicate.kind === "iri") builder.addTerms(subject, predicate, object);
  return builder.finish({ signal: new AbortController().signal });
}

export function embeddedAnswerer(table: TripleTable, vocabulary: Vocabulary): Answerer {
  const store = createEmbeddedStore({
    table,
    vocabulary,
    labelSearch: noLabels,
    name: "bench",
    key: "bench",
    dataVersion: "1",
  });
  return storeAnswerer("embedded", store);
}
