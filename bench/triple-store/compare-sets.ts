import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, type Term } from "../../src/environments/knowledge-base/term/term.ts";
import { CLASSES, NAMESPACE } from "../generated-triples.ts";
import { type Comparison, evaluate, idOf, size, storeOver } from "./compare-stores.ts";
import { sideBySide } from "./measured.ts";
import type { SqliteTriples } from "./sqlite-triples.ts";

const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const SIZE = `${NAMESPACE}size`;
const RUNS = 5;
const bounds = { milliseconds: 600_000, signal: new AbortController().signal };

export const instances = (name: number): Program => ({ op: "instances", class: `${NAMESPACE}C${name}` });
export const union = (first: number, last: number): Program =>
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
