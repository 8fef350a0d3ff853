import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";
import type { TripleStore } from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { detectVocabulary } from "../../src/environments/knowledge-base/vocabulary/names.ts";
import { median } from "../common.ts";
import { NO_LABELS } from "../environments.ts";
import { CLASSES, NAMESPACE } from "../generated-triples.ts";
import type { SqliteTriples } from "./sqlite-triples.ts";

export interface Comparison extends Awaited<ReturnType<typeof sideBySide>> {
  readonly task: string;
  /** The goal of the design, as a ratio; absent where it sets none against SQLite. */
  readonly goal?: number;
}

const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
/** Calls before the measured ones: those are what a process that has run for a while takes. */
const WARM_UP = 6_000;
const bounds = { milliseconds: 600_000, signal: new AbortController().signal };
function storeOver(table: TripleTable): TripleStore {
  const predicates = Array.from(table.predicates, (id) => table.dictionary.textOf(id));
  return createEmbeddedStore({
    table,
    name: "bench",
    key: "0123456789abcdef",
    dataVersion: "1",
    vocabulary: detectVocabulary(predicates),
    labelSearch: NO_LABELS,
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
  },
): Promise<readonly Comparison[]> {
  const store = storeOver(table);
  const { variable, relations } = input;
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
    { task: "relations of one entity, SQLite counting only", ...(await bare(single)) },
    { task: "relations of one entity", goal: 5, ...(await described(single)) },
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
  results.push({ task: "neighbours of one entity", goal: 5, ...(await neighbours(pairs(single))) });

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
    task: `relations of ${count} entities`,
    goal: 5,
    ...(await sideBySide(
      again,
      () => store.relations(variable, bounds),
      () => sqlite.relationsOfVariable("variable"),
    )),
  });
  results.push({
    task: `neighbours of ${count} entities`,
    goal: 5,
    // Each relation once, as a second time would come from the cache.
    ...(await ofVariable(relations.slice(relations.length >> 1))),
  });
  return results;
}

/** Runs both sides item by item in turn, so that both see the same state of the machine; the median milliseconds of each. */
async function sideBySide<Item>(
  items: readonly Item[],
  store: (item: Item) => Promise<unknown>,
  sqlite: (item: Item) => unknown,
) {
  const times: { store: number[]; sqlite: number[] } = { store: [], sqlite: [] };
  for (const item of items) {
    const start = performance.now();
    await store(item);
    const middle = performance.now();
    sqlite(item);
    times.store.push(middle - start);
    times.sqlite.push(performance.now() - middle);
  }
  return { store: median(times.store), sqlite: median(times.sqlite) };
}

const SIZE = `${NAMESPACE}size`;
const RUNS = 5;

export const instances = (name: number): Program => ({ op: "instances", class: `${NAMESPACE}C${name}` });
const union = (first: number, last: number): Program =>
  first === last ? instances(first) : { op: "union", left: union(first, last - 1), right: instances(last) };

/** Intersections of large sets, and argmax, on generated triples. Each program is run once, so that nothing comes from the cache. */
export async function compareSets(table: TripleTable, sqlite: SqliteTriples): Promise<readonly Comparison[]> {
  const store = storeOver(table);
  const number = (name: string) => idOf(table, iri(NAMESPACE + name));
  const idsOf = async (program: Program): Promise<readonly number[]> => {
    const { terms } = await store.members(program, { limit: 10_000_000 }, bounds);
    return terms.map((term: Term) => idOf(table, term)).sort((a, b) => a - b);
  };
  const results: Comparison[] = [];

  const left = union(0, 2);
  const rights = Array.from(
    { length: RUNS },
    (_, i): Program => ({
      op: "follow",
      from: union(0, i + 2),
      step: { predicate: `${NAMESPACE}r0`, inverse: false },
    }),
  );
  sqlite.variable("left_set", await idsOf(left));
  for (const [i, right] of rights.entries()) sqlite.variable(`right_set_${i}`, await idsOf(right));
  const sizes = [await size(store, left), await size(store, rights[0] as Program)];
  results.push({
    task: `intersection of ${sizes.join(" and ")}, both made`,
    goal: 5,
    ...(await sideBySide(
      rights.map((right, i) => ({ right, i })),
      ({ right }) => evaluate(store, { op: "intersection", left, right }),
      ({ i }) => sqlite.intersection("left_set", `right_set_${i}`),
    )),
  });
  const leftIds = [0, 1, 2].map((each) => number(`C${each}`));
  results.push({
    task: `intersection of ${sizes.join(" and ")}, from triples`,
    goal: 5,
    ...(await sideBySide(
      rights.slice(0, 3).map((right, i) => ({ right, i, fresh: storeOver(table) })),
      ({ right, fresh }) => evaluate(fresh, { op: "intersection", left, right }),
      ({ i }) => {
        const ids = Array.from({ length: i + 3 }, (_, each) => number(`C${each}`));
        return sqlite.intersectionFromTriples(idOf(table, iri(TYPE)), leftIds, ids, number("r0"));
      },
    )),
  });

  const greatest = (of: Program): Program => ({
    op: "argmax",
    of,
    attribute: [{ predicate: SIZE, inverse: false }],
  });
  const classes = [6, 7, 8];
  for (const each of classes) sqlite.variable(`class_${each}`, await idsOf(instances(each)));
  for (const each of [3, 4, 5]) await evaluate(store, greatest(instances(each)));
  results.push({
    task: `argmax over ${await size(store, instances(7))}`,
    ...(await sideBySide(
      classes,
      (each) => evaluate(store, greatest(instances(each))),
      (each) => sqlite.greatest(`class_${each}`, number("size")),
    )),
  });

  const without = Array.from(
    { length: RUNS },
    (_, i): Program => ({
      op: "difference",
      left: union(0, CLASSES - 1),
      right: { op: "terms", terms: [iri(`${NAMESPACE}e${i}`)] },
    }),
  );
  sqlite.variable("everything", await idsOf(without[0] as Program));
  const all = await size(store, without[0] as Program);
  for (const each of without) await evaluate(store, each);
  const [first, ...others] = without;
  const argmax = (items: readonly (Program | undefined)[]) =>
    sideBySide(
      items.flatMap((each) => each ?? []),
      (each) => evaluate(store, greatest(each)),
      () => sqlite.greatest("everything", number("size")),
    );
  results.push({ task: `argmax over ${all}, the first`, ...(await argmax([first])) });
  results.push({ task: `argmax over ${all}, from then on`, ...(await argmax(others)) });
  return results;
}
