/**
 * Does a step in plain words find its operation? The operations of TMDB, Spotify (both from RestBench) and Stripe in one pool; steps that were written
 * from the documents alone, and RestBench's questions. Beside it, TF-IDF over character grams. Only even steps were looked at while the search was made.
 *
 * node bench/operation-search.ts <data-folder> [--misses]   misses of even steps beyond the first five
 */
import { join } from "node:path";
import type { ApiDocument } from "../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../src/environments/rest-api/document/load-document.ts";
import { createOperationSearch } from "../src/environments/rest-api/search/rank-operations.ts";
import { createGramSearch } from "./operation-search/gram-search.ts";
import { poolDocuments } from "./operation-search/pool-documents.ts";
import { type GoldText, readRestBench, readSteps } from "./operation-search/read-golds.ts";

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ["tmdb", "restbench/tmdb_oas.json"],
  ["spotify", "restbench/spotify_oas.json"],
  ["stripe", "openapi/stripe/spec3.json"],
];
const CUTS = [1, 5, 10];

type Search = (text: string, limit: number) => readonly string[];

const args = process.argv.slice(2);
const data = args.find((each) => !each.startsWith("--"));
if (data === undefined) {
  console.error("Give the data folder.");
  process.exit(64);
}

const documents = new Map<string, ApiDocument>();
for (const [name, path] of DOCUMENTS) documents.set(name, await loadDocument(join(data, path)));
const pool = poolDocuments(documents);
const known = new Set(pool.operations.map(({ id }) => id));
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
const start = process.cpuUsage();
const search = createOperationSearch(pool);
const built = process.cpuUsage(start).user / 1000;
// The first search that follows where ids come from reads all responses.
const first = process.cpuUsage();
search.search("details of one thing", 1);
const firstTook = process.cpuUsage(first).user / 1000;
globalThis.gc?.();
const grown = (process.memoryUsage().heapUsed - heap) / 1e6;
console.log(
  `${pool.operations.length} operations: built in ${built.toFixed(0)} ms of processor time, the first search ${firstTook.toFixed(0)} ms, heap + ${grown.toFixed(1)} MB${globalThis.gc === undefined ? " (with garbage; run node with --expose-gc)" : ""}`,
);

const grams = createGramSearch(pool.operations);
const searches: readonly (readonly [string, Search])[] = [
  ["ours", (text, limit) => search.search(text, limit).map(({ operation }) => operation.id)],
  ["grams", grams],
];

function inDocuments(golds: readonly GoldText[]): readonly GoldText[] {
  return golds.flatMap((each) => {
    const gold = each.gold.filter((id) => known.has(id));
    for (const id of each.gold)
      if (!known.has(id)) console.log(`${each.id}: ${id} is in no document, left out`);
    return gold.length === 0 ? [] : [{ ...each, gold }];
  });
}

/** The mean share of a text's operations among the first so many. */
function recall(golds: readonly GoldText[], find: Search, cut: number): number {
  const shares = golds.map(({ text, gold }) => {
    const found = new Set(find(text, cut));
    return gold.filter((id) => found.has(id)).length / gold.length;
  });
  return shares.reduce((sum, each) => sum + each, 0) / Math.max(shares.length, 1);
}

function printRow(label: string, golds: readonly GoldText[]): void {
  for (const [name, find] of searches) {
    const cells = CUTS.map((cut) => `@${cut} ${(100 * recall(golds, find, cut)).toFixed(1)} %`.padEnd(12));
    console.log(
      `${label.padEnd(20)} ${String(golds.length).padStart(4)}  ${name.padEnd(6)} ${cells.join(" ")}`,
    );
  }
}

const steps = inDocuments(readSteps());
const isEven = ({ id }: GoldText): boolean => Number(id.slice(1)) % 2 === 0;
const asked = process.cpuUsage();
for (const { text } of steps) search.search(text, 10);
console.log(`${(process.cpuUsage(asked).user / 1000 / steps.length).toFixed(1)} ms per search\n`);
printRow("steps", steps);
printRow("steps, even", steps.filter(isEven));
printRow(
  "steps, odd",
  steps.filter((each) => !isEven(each)),
);
for (const [api] of DOCUMENTS)
  printRow(
    `steps, ${api}`,
    steps.filter((each) => each.api === api),
  );
for (const api of ["tmdb", "spotify"]) printRow(`RestBench ${api}`, inDocuments(readRestBench(data, api)));

if (args.includes("--misses")) {
  for (const { id, text, gold } of steps.filter(isEven)) {
    const found = search.search(text, 5).map(({ operation }) => operation.id);
    if (!gold.some((each) => found.includes(each)))
      console.log(`${id} ${text}\n  ${gold.join()} not in ${found.join("; ")}`);
  }
}
