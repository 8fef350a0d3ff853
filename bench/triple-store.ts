import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TripleTable } from "../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, type Term } from "../src/environments/knowledge-base/term/term.ts";
import { seededRandom } from "./generated-names.ts";
import { NAMESPACE, writeGeneratedTriples } from "./generated-triples.ts";
import { compareSets, instances } from "./triple-store/compare-sets.ts";
import { type Comparison, compareWalks } from "./triple-store/compare-stores.ts";
import { loadForBench } from "./triple-store/load-for-bench.ts";
import { printComparisons, printGrowth } from "./triple-store/report.ts";
import { SqliteTriples } from "./triple-store/sqlite-triples.ts";

/**
 * The embedded store side by side with a well-indexed SQLite triple table, in one run over the same triples:
 * `node bench/triple-store.ts [--triples N[,N…]] [data folder]`, by default 100,000, 1,000,000 and 5,000,000 generated triples; the data folder holds
 * `rdf/fb15k-237/fb15k237.nt.gz`. Measured is evaluation: variables that a task starts from are made before on both sides, what is asked for is never in the
 * store's cache. Times are medians, both sides taken in turn.
 */
const ENTITIES = 400;
const { sizes, data } = readArguments(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "triple-store-"));
try {
  const runs: { triples: number; results: readonly Comparison[] }[] = [];
  for (const triples of sizes) runs.push({ triples, results: await generated(triples) });
  if (runs.length > 1) printGrowth(runs);
  if (data !== undefined) await freebase(join(data, "rdf/fb15k-237/fb15k237.nt.gz"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

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
      label: "",
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
      label: "",
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

function readArguments(words: readonly string[]): {
  readonly sizes: readonly number[];
  readonly data?: string;
} {
  const at = words.indexOf("--triples");
  const sizes = at < 0 ? [100_000, 1_000_000, 5_000_000] : (words[at + 1] ?? "").split(",").map(Number);
  const rest = at < 0 ? words : words.filter((_, i) => i !== at && i !== at + 1);
  return rest[0] === undefined ? { sizes } : { sizes, data: rest[0] };
}
