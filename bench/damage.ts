/**
 * The damage benchmark: queries with one damaged place, and whether the first suggestion mends it. "Right" means that with the suggestion in
 * place the query gives the undamaged result, or is the undamaged text.
 *
 * node bench/damage.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]
 */

import { Seeded } from "../test/support/random-programs.ts";
import {
  applySuggestion,
  type Case,
  type CheckedDatabase,
  CheckedDatabases,
  clauseBenchOptions,
  differing,
  sitesOf,
} from "./clauses/checked.ts";
import { type Damaged, damagesOf } from "./clauses/damage-classes.ts";
import { madeDamage } from "./clauses/made-queries.ts";
import { percent } from "./common.ts";
import { readGoldQueries } from "./gold-questions.ts";

const values = clauseBenchOptions("damage", 300);
const AIMS: Readonly<Record<string, number>> = { typo: 95, form: 95, "wrong table": 95, "case or space": 95 };

const random = new Seeded(values.seed);
await using databases = new CheckedDatabases();
const known = new Set<CheckedDatabase>();
const cases = new Map<string, (Case & Damaged)[]>();
for (const gold of readGoldQueries(values.folder)) {
  const database = await databases.of(gold);
  if (!known.has(database)) {
    const made = await madeDamage(database, random, 2000);
    for (const [kind, list] of Object.entries(made)) add(kind, database, list);
  }
  known.add(database);
  const sites = await sitesOf(database.services, gold.sql);
  if (!sites) continue;
  for (const [kind, damaged] of damagesOf(sites, random)) add(kind, database, damaged);
}

function add(kind: string, database: CheckedDatabase, list: readonly Damaged[]): void {
  if (values.class !== "" && values.class !== kind) return;
  const all = cases.get(kind) ?? [];
  const seen = new Set(all.flatMap((each) => (each.database === database ? [each.sql] : [])));
  all.push(...list.filter(({ sql }) => !seen.has(sql)).map((each) => ({ ...each, database })));
  cases.set(kind, all);
}

const table: Record<string, Record<string, string | number>> = {};
for (const [kind, all] of cases) {
  let [done, told, first, any] = [0, 0, 0, 0];
  for await (const { database, sql, gold, at, wanted } of differing(all, random, values.limit)) {
    done++;
    const [finding] = await database.check(sql, gold);
    const suggestions = finding?.suggestions ?? [];
    if (finding) told++;
    let right: number | undefined;
    for (const [place, suggestion] of suggestions.entries()) {
      const mended = applySuggestion(sql, finding?.part, suggestion, at);
      if (mended === undefined || (mended !== gold && (await database.result(mended)) !== wanted)) continue;
      right = place;
      break;
    }
    if (right === 0) first++;
    if (right !== undefined) any++;
    if (right !== 0 && values.verbose) {
      console.log(
        `\n[${kind}] ${database.name}: ${sql}\n  gold: ${gold}\n  ${finding?.code ?? "nothing said"} ${finding?.message ?? ""}`,
      );
      console.log(`  suggestions: ${suggestions.map((one) => `${one.replaces} -> ${one.text}`).join(" | ")}`);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${kind} ${done}   `);
  }
  table[kind] = {
    cases: done,
    told: percent(told, done),
    "first right": percent(first, done),
    "among all": percent(any, done),
    aim: `${AIMS[kind] ?? 75} %`,
  };
}
console.log();
console.table(table);
