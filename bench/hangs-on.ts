/**
 * How often a right query is told to hang on something: the gold queries of a data folder with their questions, and the share of them with a
 * variant whose result differs, by kind. `--verbose` prints each for a reader to judge.
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
for (const gold of golds) {
  const { services } = await databases.of(gold);
  const sql = gold.sql.trim().replace(/\s*;\s*$/u, "");
  const began = performance.now();
  const changed = await whatItHangsOn(sql, gold.question, { services, context: benchContext() });
  times.push(performance.now() - began);
  const set = sets.get(gold.set) ?? { queries: 0, shown: 0 };
  sets.set(gold.set, { queries: set.queries + 1, shown: set.shown + (changed.length > 0 ? 1 : 0) });
  for (const kind of new Set(changed.map((each) => each.kind))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (flags.verbose && changed.length > 0) {
    console.log(`\n${gold.database}: ${gold.question}\n  ${sql}`);
    for (const { kind, text } of changed) console.log(`  ${kind}: ${text}`);
  }
}
times.sort((a, b) => a - b);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
for (const [set, { queries, shown }] of sets)
  console.log(`${set}: ${queries} queries, ${shown} with a variant (${percent(shown, queries)})`);
console.log(`p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`);
console.table(
  Object.fromEntries([...kinds].sort((a, b) => b[1] - a[1]).map(([kind, queries]) => [kind, { queries }])),
);
