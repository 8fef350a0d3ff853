/**
 * The damage benchmark: queries with one damaged place, and whether the first suggestion mends it. "Right" means that with the suggestion in
 * place the query gives the undamaged result, or is the undamaged text.
 *
 * node bench/damage.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]
 */

import { Seeded } from "../test/support/random-programs.ts";
import { applySuggestion } from "./clauses/apply-suggestion.ts";
import { clauseBenchOptions } from "./clauses/clause-bench-options.ts";
import { DAMAGE_OF_GOLD, type Damaged } from "./clauses/damage-classes.ts";
import { readGoldQueries } from "./clauses/gold-query.ts";
import { madeDamage } from "./clauses/made-queries.ts";
import { type CheckedDatabase, openChecked } from "./clauses/open-checked.ts";
import { sitesOf } from "./clauses/query-sites.ts";

const values = clauseBenchOptions("damage", 300);
const { folder, limit } = values;
const AIMS: Readonly<Record<string, number>> = { typo: 95, form: 95, "wrong table": 95, "case or space": 95 };

interface Case extends Damaged {
  readonly database: CheckedDatabase;
  readonly name: string;
}

const random = new Seeded(Number(values.seed));
const databases = new Map<string, CheckedDatabase>();
const cases = new Map<string, Case[]>();
for (const gold of readGoldQueries(folder)) {
  let database = databases.get(gold.database);
  if (!database) {
    database = await openChecked(gold);
    databases.set(gold.database, database);
    const made = await madeDamage(database, random, 2000);
    for (const [kind, list] of Object.entries(made)) add(kind, database, gold.database, list);
  }
  const sites = await sitesOf(database.services, gold.sql);
  if (!sites) continue;
  for (const [kind, damage] of Object.entries(DAMAGE_OF_GOLD))
    add(kind, database, gold.database, damage(sites, random));
}

function add(kind: string, database: CheckedDatabase, name: string, list: readonly Damaged[]): void {
  if (values.class !== undefined && values.class !== kind) return;
  const known = cases.get(kind) ?? [];
  const seen = new Set(known.map((each) => `${each.name} ${each.sql}`));
  known.push(
    ...list.filter((each) => !seen.has(`${name} ${each.sql}`)).map((each) => ({ ...each, database, name })),
  );
  cases.set(kind, known);
}

const table: Record<string, Record<string, string | number>> = {};
for (const [kind, all] of cases) {
  let done = 0;
  let told = 0;
  let first = 0;
  let any = 0;
  for (const each of random.shuffle(all)) {
    if (done >= limit) break;
    const { database } = each;
    const wanted = await database.result(each.gold);
    if (wanted === undefined || (await database.result(each.sql)) === wanted) continue;
    done++;
    const before = await database.check(each.gold);
    const known = new Set(before.warnings.map((warning) => `${warning.code} ${warning.part?.text}`));
    const { failure, warnings } = await database.check(each.sql);
    const findings = failure
      ? [failure]
      : warnings.filter((one) => !known.has(`${one.code} ${one.part?.text}`));
    const [finding] = findings;
    if (finding) told++;
    const mends = async (index: number) => {
      const suggestion = finding?.suggestions[index];
      const mended = suggestion && applySuggestion(each.sql, finding.part, suggestion, each.at);
      if (mended === undefined) return false;
      return mended === each.gold || (await database.result(mended)) === wanted;
    };
    const right = await mends(0);
    if (right) first++;
    let later = right;
    for (let i = 1; !later && i < (finding?.suggestions.length ?? 0); i++) later = await mends(i);
    if (later) any++;
    if (!right && values.verbose) {
      console.log(
        `\n[${kind}] ${each.name}: ${each.sql}\n  gold: ${each.gold}\n  ${finding?.code ?? "nothing said"} ${finding?.message ?? ""}`,
      );
      console.log(
        `  suggestions: ${finding?.suggestions.map((one) => `${one.replaces} -> ${one.text}`).join(" | ")}`,
      );
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${kind} ${done}   `);
  }
  const share = (n: number) => (done === 0 ? "–" : `${((100 * n) / done).toFixed(1)} %`);
  table[kind] = {
    cases: done,
    told: share(told),
    "first right": share(first),
    "among all": share(any),
    aim: `${AIMS[kind] ?? 75} %`,
  };
}
console.log();
console.table(table);
for (const database of databases.values()) await database.close();
