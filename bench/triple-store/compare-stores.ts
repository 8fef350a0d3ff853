import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import type { LabelSearch, TripleStore } from "../../src/environments/knowledge-base/store/triple-store.ts";

import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";

import { detectVocabulary } from "../../src/environments/knowledge-base/vocabulary/names.ts";
import { type Sides, sideBySide } from "./measured.ts";
import type { SqliteTriples } from "./sqlite-triples.ts";

export interface Comparison extends Sides {
  readonly task: string;
  /** The goal of the design, as a ratio; absent where it sets none against SQLite. */
  readonly goal?: number;
}

const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
/** Calls before the measured ones: those are what a process that has run for a while takes. */
const WARM_UP = 6_000;
const bounds = { milliseconds: 600_000, signal: new AbortController().signal };
const NO_SEARCH: LabelSearch = {
  mode: "exact",
  limitation: "None here.",
  find: async () => ({ matches: [], complete: false }),
};

export function storeOver(table: TripleTable): TripleStore {
  const predicates = Array.from(table.predicates, (id) => table.dictionary.textOf(id));
  return createEmbeddedStore({
    table,
    name: "bench",
    key: "0123456789abcdef",
    dataVersion: "1",
    vocabulary: detectVocabulary(predicates),
    labelSearch: NO_SEARCH,
  });
}

const size = async (store: TripleStore, program: Program): Promise<number> =>
  (await store.summarize(program, { sample: 0 }, bounds)).size;
const evaluate = (store: TripleStore, program: Program): Promise<unknown> =>
  store.members(program, { limit: 0 }, bounds);

function idOf(table: TripleTable, term: Term): number {
  return table.dictionary.idOf(term) ?? -1;
}

/** Relations and neighbours of single entities and of one variable with about 10,000 members, by the given predicates. */
export async function compareWalks(
  table: TripleTable,
  sqlite: SqliteTriples,
  input: {
    readonly entities: readonly Term[];
    readonly variable: Program;
    readonly members: readonly Term[];
    readonly relations: readonly string[];
    readonly label: string;
  },
): Promise<readonly Comparison[]> {
  const store = storeOver(table);
  const { label, variable, relations } = input;
  const single = input.entities.map((term) => ({ term, id: idOf(table, term), text: termText(term) }));
  const one = (term: Term): Program => ({ op: "terms", terms: [term] });
  const type = idOf(table, iri(TYPE));
  const warm = Array.from(
    { length: WARM_UP },
    (_, i) => single[i % single.length] as (typeof single)[number],
  );
  const relationsOfOne = (sql: (entity: string) => unknown) => async (items: typeof single) =>
    sideBySide(
      items,
      ({ term }) => store.relations(one(term), bounds),
      ({ text }) => sql(text),
    );
  const bare = relationsOfOne((entity) => sqlite.relationsOf(entity));
  const described = relationsOfOne((entity) => sqlite.describedRelationsOf(entity, type));
  await bare(warm);
  await described(warm);
  const results: Comparison[] = [
    { task: `relations of one entity${label}, SQLite counting only`, ...(await bare(single)) },
    { task: `relations of one entity${label}`, goal: 5, ...(await described(single)) },
  ];

  const pairs = (items: typeof single) =>
    items.flatMap(({ term, id, text }) => {
      const at = table.bySubject.offsets[id] as number;
      if (id < 0 || at === table.bySubject.offsets[id + 1]) return [];
      const predicate = table.predicates[table.bySubject.predicates[at] as number] as number;
      return [{ term, text, predicate, name: table.dictionary.textOf(predicate) }];
    });
  const neighbours = (items: ReturnType<typeof pairs>) =>
    sideBySide(
      items,
      ({ term, name }) =>
        store.members(
          { op: "follow", from: one(term), step: { predicate: name, inverse: false } },
          { limit: 1_000 },
          bounds,
        ),
      ({ text, predicate }) => sqlite.neighbours(text, predicate),
    );
  await neighbours(pairs(warm));
  results.push({ task: `neighbours of one entity${label}`, goal: 5, ...(await neighbours(pairs(single))) });

  const ids = input.members.map((term) => idOf(table, term));
  sqlite.variable("variable", ids);
  const count = await size(store, variable);
  const again = [0, 1, 2, 3, 4];
  const ofVariable = (predicates: readonly string[]) =>
    sideBySide(
      predicates,
      (predicate) => evaluate(store, { op: "follow", from: variable, step: { predicate, inverse: false } }),
      (predicate) => sqlite.neighboursOfVariable("variable", idOf(table, iri(predicate))),
    );
  await store.relations(variable, bounds);
  await ofVariable(relations.slice(0, relations.length >> 1));
  results.push({
    task: `relations of ${count} entities${label}`,
    goal: 5,
    ...(await sideBySide(
      again,
      () => store.relations(variable, bounds),
      () => sqlite.relationsOfVariable("variable"),
    )),
  });
  results.push({
    task: `neighbours of ${count} entities${label}`,
    goal: 5,
    // Each relation once, as a second time would come from the cache.
    ...(await ofVariable(relations.slice(relations.length >> 1))),
  });
  return results;
}

export { evaluate, idOf, size };
