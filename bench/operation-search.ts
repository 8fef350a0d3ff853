/**
 * Does a step in plain words find its operation? The operations of TMDB, Spotify (both from RestBench) and Stripe in one pool; steps that were written
 * from the documents alone, and RestBench's questions. Beside it, TF-IDF over character grams. Only even steps were looked at while the search was made.
 *
 * node bench/operation-search.ts <data-folder> [--misses]   misses of even steps beyond the first five
 */
import { join } from "node:path";
import type { ApiDocument, Operation } from "../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../src/environments/rest-api/document/load-document.ts";
import { createOperationSearch } from "../src/environments/rest-api/search/rank-operations.ts";
import { dataFolder, readJson, sumOf } from "./common.ts";

/** A text with the operations that it needs, as `<api> GET /path`. */
interface GoldText {
  readonly id: string;
  readonly api: string;
  readonly text: string;
  readonly gold: readonly string[];
}

/** One operation each, written from the documents alone. */
function readSteps(): readonly GoldText[] {
  const file = join(import.meta.dirname, "operation-search/steps.json");
  const steps = readJson(file) as readonly Record<"id" | "api" | "step" | "gold", string>[];
  return steps.map(({ id, api, step, gold }) => ({ id, api, text: step, gold: [`${api} ${gold.trim()}`] }));
}

/** RestBench's questions; each needs several operations. */
function readRestBench(data: string, api: string): readonly GoldText[] {
  const file = join(data, "restbench", `${api}.json`);
  const queries = readJson(file) as readonly {
    readonly query: string;
    readonly solution: readonly string[];
  }[];
  return queries.map(({ query, solution }, at) => ({
    id: `${api}-${at}`,
    api,
    text: query,
    gold: [...new Set(solution.map((each) => `${api} ${each.trim()}`))],
  }));
}

type Vector = ReadonlyMap<string, number>;

/** The yardstick: cosine of TF-IDF over character 3- and 4-grams of path, id, summary and description. Ids of operations, the nearest first. */
function createGramSearch(
  operations: readonly Operation[],
): (text: string, limit: number) => readonly string[] {
  const texts = operations.map(({ method, path, operationId, summary, description }) =>
    [method, path, operationId ?? "", summary, description].join(" "),
  );
  const counted = texts.map(gramCounts);
  const spread = new Map<string, number>();
  for (const counts of counted)
    for (const gram of counts.keys()) spread.set(gram, (spread.get(gram) ?? 0) + 1);
  const weighted = (counts: Vector): Vector => {
    const weights = new Map<string, number>();
    let square = 0;
    for (const [gram, count] of counts) {
      const weight = count * (Math.log((1 + operations.length) / (1 + (spread.get(gram) ?? 0))) + 1);
      weights.set(gram, weight);
      square += weight * weight;
    }
    const length = Math.sqrt(square) || 1;
    return new Map([...weights].map(([gram, weight]) => [gram, weight / length]));
  };
  const vectors = counted.map(weighted);
  return (text, limit) => {
    const query = weighted(gramCounts(text));
    return vectors
      .map((vector, at) => ({ id: operations[at]?.id ?? "", score: product(query, vector) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

function product(one: Vector, other: Vector): number {
  let sum = 0;
  for (const [gram, weight] of one) sum += weight * (other.get(gram) ?? 0);
  return sum;
}

/** Grams do not run over words, which are taken with a space at both ends. */
function gramCounts(text: string): Vector {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `;
    for (const size of [3, 4])
      for (let at = 0; at + size <= padded.length; at += 1) {
        const gram = padded.slice(at, at + size);
        counts.set(gram, (counts.get(gram) ?? 0) + 1);
      }
  }
  return counts;
}

/** Several documents as one; ids are `<name> GET /path`, and schemas are told apart in the same way. */
function poolDocuments(documents: ReadonlyMap<string, ApiDocument>): ApiDocument {
  const [first] = documents.values();
  if (first === undefined) throw new Error("There is no document.");
  const schemas = new Map<string, ApiDocument["schemas"] extends ReadonlyMap<string, infer S> ? S : never>();
  const operations: Operation[] = [];
  for (const [name, document] of documents) {
    for (const [key, schema] of document.schemas) schemas.set(`${name}.${key}`, renamed(schema, name));
    for (const operation of document.operations)
      operations.push({ ...renamed(operation, name), id: `${name} ${operation.id}` });
  }
  return { ...first, title: [...documents.keys()].join(", "), operations, schemas };
}

function renamed<T>(value: T, name: string): T {
  if (Array.isArray(value)) return value.map((each: unknown) => renamed(each, name)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [
      key,
      key === "$ref" && typeof each === "string"
        ? each.replace("#/$defs/", `#/$defs/${name}.`)
        : renamed(each, name),
    ]),
  ) as T;
}

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ["tmdb", "restbench/tmdb_oas.json"],
  ["spotify", "restbench/spotify_oas.json"],
  ["stripe", "openapi/stripe/spec3.json"],
];
const CUTS = [1, 5, 10];

type Search = (text: string, limit: number) => readonly string[];

const data = dataFolder("npm run bench -- operation-search <data-folder> [--misses]");

const documents = new Map<string, ApiDocument>();
for (const [name, path] of DOCUMENTS) documents.set(name, await loadDocument(join(data, path)));
const pool = poolDocuments(documents);
const known = new Set(pool.operations.map(({ id }) => id));
const start = process.cpuUsage();
const search = createOperationSearch(pool);
const built = process.cpuUsage(start).user / 1000;
// The first search that follows where ids come from reads all responses.
const first = process.cpuUsage();
search.search("details of one thing", 1);
const firstTook = process.cpuUsage(first).user / 1000;
console.log(
  `${pool.operations.length} operations: built in ${built.toFixed(0)} ms of processor time, the first search ${firstTook.toFixed(0)} ms`,
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
  const shares = sumOf(golds, ({ text, gold }) => {
    const found = new Set(find(text, cut));
    return gold.filter((id) => found.has(id)).length / gold.length;
  });
  return shares / Math.max(golds.length, 1);
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
printRow(
  "steps, odd",
  steps.filter((each) => !isEven(each)),
);
for (const api of ["tmdb", "spotify"]) printRow(`RestBench ${api}`, inDocuments(readRestBench(data, api)));

if (process.argv.includes("--misses")) {
  for (const { id, text, gold } of steps.filter(isEven)) {
    const found = search.search(text, 5).map(({ operation }) => operation.id);
    if (!gold.some((each) => found.includes(each)))
      console.log(`${id} ${text}\n  ${gold.join()} not in ${found.join("; ")}`);
  }
}
