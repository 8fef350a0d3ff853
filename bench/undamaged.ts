/**
 * Warnings on queries that are right: every gold query of a data folder goes through `check_query`, and the share with a warning or a
 * failure is printed. The aim is at most 3 %.
 *
 * node bench/undamaged.ts <data-folder> [--limit N] [--verbose]
 */
import type { Finding, ToolFailure } from "../src/environment/tool-failure.ts";
import { applySuggestion, type CheckedDatabase, CheckedDatabases } from "./clauses/checked.ts";
import { ended, percent, typed } from "./common.ts";
import { readGoldQueries } from "./gold-questions.ts";

const { flags, words } = typed({ limit: 0, verbose: false });
const all = readGoldQueries(
  words[0] ?? ended("node bench/undamaged.ts <data-folder> [--limit N] [--verbose]"),
);
const golds = flags.limit > 0 ? all.slice(0, flags.limit) : all;
await using databases = new CheckedDatabases();
const codes = new Map<string, number>();
let doubted = 0;
/** Doubted, and rightly: the query gives no row, or another result with the first suggestion in place. */
let faulty = 0;
const started = performance.now();
for (const [i, gold] of golds.entries()) {
  const database = await databases.of(gold);
  const found = await database.check(gold.sql);
  let isRight = true;
  if (found.length > 0) {
    doubted++;
    isRight = !(await isFaulty(database, gold.sql, found));
    if (!isRight) faulty++;
  }
  for (const code of new Set(found.map((each) => each.code))) codes.set(code, (codes.get(code) ?? 0) + 1);
  if (flags.verbose && found.length > 0) {
    console.log(`\n${gold.database}${isRight ? "" : " (faulty on these data)"}: ${gold.sql}`);
    for (const { code, message, part, suggestions } of found) {
      console.log(`  ${code} [${part?.clause}: ${part?.text}] ${message} -> ${suggestions[0]?.text ?? "–"}`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${i + 1}/${golds.length}`);
}
async function isFaulty(
  database: CheckedDatabase,
  sql: string,
  found: readonly (Finding | ToolFailure)[],
): Promise<boolean> {
  const result = await database.result(sql);
  if (result === undefined || result === "" || result === "0") return true;
  for (const { part, suggestions } of found) {
    const mended = suggestions[0] && applySuggestion(sql, part, suggestions[0], 0);
    const after = mended === undefined ? undefined : await database.result(mended);
    if (after !== undefined && after !== result) return true;
  }
  return false;
}

const seconds = (performance.now() - started) / 1000;
console.log(
  `\n${golds.length} undamaged queries, ${doubted} with a warning or failure (${percent(doubted, golds.length)}; on ${faulty} of them the query gives nothing on these data, or something else with the suggestion in place; others ${percent(doubted - faulty, golds.length)}), ${((1000 * seconds) / golds.length).toFixed(0)} ms a query`,
);
console.table(
  Object.fromEntries([...codes].sort((a, b) => b[1] - a[1]).map(([code, queries]) => [code, { queries }])),
);
