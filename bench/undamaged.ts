/**
 * Warnings on queries that are right: every gold query of a data folder goes through `check_query`, and the share with a warning or a
 * failure is printed. The aim is at most 3 %.
 *
 * node bench/undamaged.ts <data-folder> [--verbose]
 */
import { readGoldQueries } from "./clauses/gold-query.ts";
import { type CheckedDatabase, openChecked } from "./clauses/open-checked.ts";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: node bench/undamaged.ts <data-folder> [--verbose]");
  process.exit(64);
}
const verbose = process.argv.includes("--verbose");
const golds = readGoldQueries(folder);
const databases = new Map<string, CheckedDatabase>();
const codes = new Map<string, number>();
let doubted = 0;
const started = performance.now();
for (const [i, gold] of golds.entries()) {
  const database = databases.get(gold.database) ?? (await openChecked(gold));
  databases.set(gold.database, database);
  const { failure, warnings } = await database.check(gold.sql);
  const found = failure ? [failure] : warnings;
  if (found.length > 0) doubted++;
  for (const code of new Set(found.map((each) => each.code))) codes.set(code, (codes.get(code) ?? 0) + 1);
  if (verbose && found.length > 0) {
    console.log(`\n${gold.database}: ${gold.sql}`);
    for (const { code, message, part, suggestions } of found) {
      console.log(`  ${code} [${part?.clause}: ${part?.text}] ${message} -> ${suggestions[0]?.text ?? "–"}`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${i + 1}/${golds.length}`);
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `\n${golds.length} undamaged queries, ${doubted} with a warning or failure (${((100 * doubted) / golds.length).toFixed(1)} %), ${((1000 * seconds) / golds.length).toFixed(0)} ms a query`,
);
console.table(
  Object.fromEntries([...codes].sort((a, b) => b[1] - a[1]).map(([code, queries]) => [code, { queries }])),
);
for (const database of databases.values()) await database.close();
