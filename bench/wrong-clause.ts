/**
 * The wrong-clause benchmark: gold queries with exactly one clause made wrong, and whether `check_query` names that clause in a failure or a
 * warning. A mutation counts when it changes the result or is refused. Classes whose fault only the question tells are reported apart.
 *
 * node bench/wrong-clause.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]
 */

import { Seeded } from "../test/support/random-programs.ts";
import type { CheckedDatabase } from "./clauses/checked.ts";
import { type Case, CheckedDatabases, clauseBenchOptions, differing, sitesOf } from "./clauses/checked.ts";
import { BY_INTENT, VISIBLE, type WrongClause, wrongClauses } from "./clauses/wrong-clauses.ts";
import { percent, sumOf } from "./common.ts";
import { readGoldQueries } from "./gold-questions.ts";

const values = clauseBenchOptions("wrong-clause", 80);
const random = new Seeded(values.seed);
await using databases = new CheckedDatabases();
const cases = new Map<string, Map<string, Case & WrongClause>>();
for (const gold of readGoldQueries(values.folder)) {
  const database = await databases.of(gold);
  const sites = await sitesOf(database.services, gold.sql);
  if (!sites) continue;
  const cells = cellsOf(database);
  for (const [kind, wrong] of Object.entries({ ...VISIBLE, ...BY_INTENT })) {
    if (values.class !== "" && values.class !== kind) continue;
    const found = cases.get(kind) ?? new Map<string, Case & WrongClause>();
    cases.set(kind, found);
    for (const each of await wrongClauses(wrong, sites, random, cells))
      found.set(`${gold.database} ${each.sql}`, { ...each, database });
  }
}

function cellsOf({ services: { driver } }: CheckedDatabase) {
  const { dialect } = driver;
  return async (table: string, column: string) => {
    const name = dialect.identifier(column);
    const sql = `SELECT DISTINCT ${name} FROM ${dialect.identifier(table)} WHERE ${name} IS NOT NULL LIMIT 200`;
    const limits = { maxRows: 200, milliseconds: 5000, signal: new AbortController().signal };
    const { rows } = await driver.query(sql, [], limits);
    return rows.flatMap(([value]) =>
      typeof value === "string"
        ? [dialect.stringLiteral(value)]
        : value === undefined || value === null
          ? []
          : [String(value)],
    );
  };
}

const scores = new Map<string, { name: string; cases: number; named: number; elsewhere: number }>();
for (const [kind, all] of cases) {
  const score = { name: kind, cases: 0, named: 0, elsewhere: 0 };
  scores.set(kind, score);
  for await (const { database, sql, gold, clauses } of differing([...all.values()], random, values.limit)) {
    score.cases++;
    const findings = await database.check(sql, gold);
    const named = findings.some(({ part }) => clauses.some((clause) => clause === part?.clause));
    if (named) score.named++;
    else if (findings.length > 0) score.elsewhere++;
    if (!named && values.verbose && kind in VISIBLE)
      console.log(
        `\n[${kind}] ${database.name}: ${sql}\n  gold: ${gold}\n  wanted ${clauses.join("/")}; said ${findings.map(({ code, part }) => `${code} [${part?.clause}: ${part?.text}]`).join(", ") || "nothing"}`,
      );
    if (process.stderr.isTTY) process.stderr.write(`\r${kind} ${score.cases}   `);
  }
}

function print(title: string, names: readonly string[]): void {
  const rows = names.flatMap((name) => scores.get(name) ?? []);
  const [all, named] = [sumOf(rows, (row) => row.cases), sumOf(rows, (row) => row.named)];
  console.log(`\n${title}: ${all} queries, clause named in ${percent(named, all)}`);
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row.name,
        { cases: row.cases, named: percent(row.named, row.cases), "another named": row.elsewhere },
      ]),
    ),
  );
}
print("Fault shows in schema, data or SQL", Object.keys(VISIBLE));
print("Fault shows only in the question", Object.keys(BY_INTENT));
