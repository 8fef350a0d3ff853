/**
 * How often a right query is told to hang on something: the gold queries of a data folder with their questions, and the share of them with a
 * variant whose result differs, by kind; and what it adds to `check_query`. `--verbose` prints each for a reader to judge.
 *
 * node bench/hangs-on.ts <data-folder | cinema> [--limit N] [--verbose]
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whatItHangsOn } from "../src/environments/database/variants/what-it-hangs-on.ts";
import { CheckedDatabases } from "./clauses/checked.ts";
import { ended, percent, typed } from "./common.ts";
import { benchContext } from "./environments.ts";
import { readCinemaQuestions, readGoldQuestions } from "./gold-questions.ts";

const { flags, words } = typed({ limit: 0, verbose: false });
const [folder = ended("node bench/hangs-on.ts <data-folder | cinema> [--limit N] [--verbose]")] = words;
const all =
  folder === "cinema" ? readCinemaQuestions(join(tmpdir(), "fuxi-bench-cinema")) : readGoldQuestions(folder);
const golds = flags.limit > 0 ? all.slice(0, flags.limit) : all;
await using databases = new CheckedDatabases();
const sets = new Map<string, { queries: number; shown: number }>();
const kinds = new Map<string, number>();
const times: number[] = [];
// Each checks every query once, so that none reads the answers of another one from a cache.
await using asked = new CheckedDatabases();
await using unasked = new CheckedDatabases();
const checks: { readonly [by in "asked" | "unasked"]: number[] } = { asked: [], unasked: [] };
for (const gold of golds) {
  const { services } = await databases.of(gold);
  const sql = gold.sql.trim().replace(/\s*;\s*$/u, "");
  const began = performance.now();
  const changed = await whatItHangsOn(sql, gold.question, { services, context: benchContext() });
  times.push(performance.now() - began);
  checks.unasked.push(await (await unasked.of(gold)).milliseconds(sql));
  checks.asked.push(await (await asked.of(gold)).milliseconds(sql, gold.question));
  const set = sets.get(gold.set) ?? { queries: 0, shown: 0 };
  sets.set(gold.set, { queries: set.queries + 1, shown: set.shown + (changed.length > 0 ? 1 : 0) });
  for (const kind of new Set(changed.map((each) => each.kind))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (flags.verbose && changed.length > 0) {
    console.log(`\n${gold.database}: ${gold.question}\n  ${sql}`);
    for (const { kind, text } of changed) console.log(`  ${kind}: ${text}`);
  }
}
const at = (all: readonly number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;
for (const [set, { queries, shown }] of sets)
  console.log(`${set}: ${queries} queries, ${shown} with a variant (${percent(shown, queries)})`);
const [p50, p95, longest] = [0.5, 0.95, 0.999].map((share) => at(times, share).toFixed(1));
console.log(`p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms`);
const [without, having] = [at(checks.unasked, 0.5), at(checks.asked, 0.5)];
console.log(
  `check_query: p50 ${having.toFixed(1)} ms, ${(having / without).toFixed(2)} times that without variants`,
);
console.table(
  Object.fromEntries([...kinds].sort((a, b) => b[1] - a[1]).map(([kind, queries]) => [kind, { queries }])),
);
