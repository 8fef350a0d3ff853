/**
 * The embedded store side by side with a well-indexed SQLite triple table, in one run over the same triples:
 * `node bench/triple-store.ts [--triples N[,N…]] [data folder]`, by default 100,000, 1,000,000 and 5,000,000 generated triples; the data folder holds
 * `rdf/fb15k-237/fb15k237.nt.gz`. Measured is evaluation: variables that a task starts from are made before on both sides, what is asked for is never in the
 * store's cache. Times are medians, both sides taken in turn.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadTripleTable } from "../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import type { TripleTable } from "../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, type Term } from "../src/environments/knowledge-base/term/term.ts";
import { scratchFolder, typed } from "./common.ts";
import { NAMESPACE, seededRandom, writeGeneratedTriples } from "./generated-triples.ts";
import { type Comparison, compareSets, compareWalks, instances } from "./triple-store/compare-stores.ts";
import { SqliteTriples } from "./triple-store/sqlite-triples.ts";

function printComparisons(title: string, results: readonly Comparison[]): void {
  console.log(`\n${title}\n${pad("", 62)}${lead("embedded")}${lead("SQLite")}${lead("ratio")}  goal`);
  for (const { task, store, sqlite, goal } of results) {
    const ratio = sqlite / store;
    const verdict = goal === undefined ? "" : ratio >= goal ? `≥ ${goal} ✓` : `≥ ${goal} ✗`;
    console.log(
      `${pad(task, 62)}${lead(time(store))}${lead(time(sqlite))}${lead(`${ratio.toFixed(1)}×`)}  ${verdict}`,
    );
  }
}

/** Cost of each task by the number of triples, as times and as multiples of the smallest. */
function printGrowth(
  runs: readonly { readonly triples: number; readonly results: readonly Comparison[] }[],
): void {
  const nameOf = (task: string) => task.replaceAll(/\d{3,}/gu, "n");
  const names = runs[0]?.results.map(({ task }) => nameOf(task)) ?? [];
  console.log(
    `\ngrowth (embedded; SQLite in brackets)\n${pad("", 62)}${runs.map(({ triples }) => lead(`${triples / 1e6} M`, 24)).join("")}`,
  );
  for (const name of names) {
    const cells = runs.map(({ results }) => {
      const one = results.find(({ task }) => nameOf(task) === name);
      return one === undefined ? "" : `${time(one.store)} (${time(one.sqlite)})`;
    });
    console.log(pad(name, 62) + cells.map((cell) => lead(cell, 24)).join(""));
  }
}

function time(milliseconds: number): string {
  return milliseconds < 1
    ? `${(milliseconds * 1_000).toFixed(0)} µs`
    : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

const pad = (text: string, width: number): string => text.padEnd(width);
const lead = (text: string, width = 12): string => text.padStart(width);

async function loadForBench(path: string, cacheFolder: string): Promise<TripleTable> {
  const start = performance.now();
  const { signal } = new AbortController();
  const { table } = await loadTripleTable({ path, cacheFolder, signal });
  console.log(`\nloaded ${table.triples} triples in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return table;
}

const ENTITIES = 400;
const { flags, words } = typed({ triples: "100000,1000000,5000000" });
const [data] = words;
using scratch = scratchFolder("triple-store");
const folder = scratch.path;
const runs: { triples: number; results: readonly Comparison[] }[] = [];
for (const triples of flags.triples.split(",").map(Number))
  runs.push({ triples, results: await generated(triples) });
if (runs.length > 1) printGrowth(runs);
if (data !== undefined) await freebase(join(data, "rdf/fb15k-237/fb15k237.nt.gz"));

async function generated(triples: number): Promise<readonly Comparison[]> {
  const path = join(folder, `${triples}.nt`);
  const { entities } = writeGeneratedTriples(path, triples);
  const table = await loadForBench(path, folder);
  const random = seededRandom(5);
  const picks = Array.from({ length: ENTITIES }, () => iri(`${NAMESPACE}e${random(entities)}`));
  // Class 15 of 30 has about one entity in 64: 10,000 of five million triples.
  const variable = instances(15);
  const members = instancesOf(table, `${NAMESPACE}C15`);
  return withSqlite(table, async (sqlite) => {
    const relations = Array.from({ length: 20 }, (_, i) => `${NAMESPACE}r${(i % 10) * 2 + Number(i < 10)}`);
    const walks = await compareWalks(table, sqlite, {
      entities: picks,
      variable,
      members,
      relations,
    });
    const results = [...walks, ...(await compareSets(table, sqlite))];
    printComparisons(`${table.triples} generated triples`, results);
    return results;
  });
}

async function freebase(path: string): Promise<void> {
  const table = await loadForBench(path, folder);
  const random = seededRandom(6);
  const subjects = Array.from({ length: table.dictionary.nodes }, (_, id) => id).filter(
    (id) => table.bySubject.offsets[id] !== table.bySubject.offsets[id + 1],
  );
  const picked = new Set<number>();
  while (picked.size < Math.min(10_000, subjects.length))
    picked.add(subjects[random(subjects.length)] as number);
  const members = [...picked].map((id) => table.dictionary.term(id));
  const frequent = [...table.predicates.keys()]
    .sort((a, b) => pairs(table, b) - pairs(table, a))
    .slice(1, 21);
  const relations = frequent.map((p) => table.dictionary.textOf(table.predicates[p] as number));
  await withSqlite(table, async (sqlite) => {
    const input = {
      entities: members.slice(0, ENTITIES),
      variable: { op: "terms", terms: members },
      members,
      relations,
    } as const;
    printComparisons(`FB15k-237, ${table.triples} triples`, await compareWalks(table, sqlite, input));
  });
}

async function withSqlite<Result>(
  table: TripleTable,
  body: (sqlite: SqliteTriples) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, "triples.sqlite");
  const sqlite = new SqliteTriples(path, table);
  try {
    return await body(sqlite);
  } finally {
    sqlite.close();
    rmSync(path, { force: true });
  }
}

function pairs({ byPredicate: { offsets } }: TripleTable, predicate: number): number {
  return (offsets[predicate + 1] as number) - (offsets[predicate] as number);
}

function instancesOf(table: TripleTable, name: string): readonly Term[] {
  const id = table.dictionary.idOf(iri(name)) ?? 0;
  const { offsets, ends } = table.byObject;
  return Array.from(ends.subarray(offsets[id], offsets[id + 1]), (each) => table.dictionary.term(each));
}
