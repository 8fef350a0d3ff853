/**
 * The wrong-clause benchmark: gold queries with exactly one clause made wrong, and whether `check_query` names that clause in a failure or a
 * warning. A mutation counts when it changes the result or is refused. Classes whose fault only the question tells are reported apart.
 *
 * node bench/wrong-clause.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]
 */

import { Seeded } from "../test/support/random-programs.ts";
import { clauseBenchOptions } from "./clauses/clause-bench-options.ts";
import { readGoldQueries } from "./clauses/gold-query.ts";
import { type CheckedDatabase, openChecked } from "./clauses/open-checked.ts";
import { sitesOf } from "./clauses/query-sites.ts";
import { BY_INTENT, VISIBLE, type WrongClause } from "./clauses/wrong-clauses.ts";

const values = clauseBenchOptions("wrong-clause", 80);
const { folder, limit } = values;

interface Case extends WrongClause {
  readonly database: CheckedDatabase;
  readonly name: string;
}

const random = new Seeded(Number(values.seed));
const databases = new Map<string, CheckedDatabase>();
const cases = new Map<string, Map<string, Case>>();
const classes = { ...VISIBLE, ...BY_INTENT };
for (const gold of readGoldQueries(folder)) {
  const database = databases.get(gold.database) ?? (await openChecked(gold));
  databases.set(gold.database, database);
  const sites = await sitesOf(database.services, gold.sql);
  if (!sites) continue;
  const cells = cellsOf(database);
  for (const [kind, wrong] of Object.entries(classes)) {
    if (values.class !== undefined && values.class !== kind) continue;
    const found = cases.get(kind) ?? new Map<string, Case>();
    cases.set(kind, found);
    for (const each of await wrong(sites, random, cells)) {
      found.set(`${gold.database} ${each.sql}`, { ...each, database, name: gold.database });
    }
  }
}

function cellsOf(database: CheckedDatabase) {
  const { dialect } = database.services.driver;
  return async (table: string, column: string) => {
    const name = dialect.identifier(column);
    const sql = `SELECT DISTINCT ${name} FROM ${dialect.identifier(table)} WHERE ${name} IS NOT NULL LIMIT 200`;
    const { rows } = await database.services.driver.query(sql, [], {
      maxRows: 200,
      milliseconds: 5000,
      signal: new AbortController().signal,
    });
    return rows.flatMap(([value]) =>
      typeof value === "string"
        ? [dialect.stringLiteral(value)]
        : value === undefined || value === null
          ? []
          : [String(value)],
    );
  };
}

interface Score {
  cases: number;
  named: number;
  elsewhere: number;
}

const scores = new Map<string, Score>();
const baseline = new Map<string, ReadonlySet<string>>();
for (const [kind, all] of cases) {
  const score: Score = { cases: 0, named: 0, elsewhere: 0 };
  scores.set(kind, score);
  for (const each of random.shuffle([...all.values()])) {
    if (score.cases >= limit) break;
    const { database } = each;
    const wanted = await database.result(each.gold);
    if (wanted === undefined || (await database.result(each.sql)) === wanted) continue;
    score.cases++;
    const known =
      baseline.get(`${each.name} ${each.gold}`) ??
      new Set((await database.check(each.gold)).warnings.map((one) => `${one.code} ${one.part?.text}`));
    baseline.set(`${each.name} ${each.gold}`, known);
    const { failure, warnings } = await database.check(each.sql);
    const findings = failure
      ? [failure]
      : warnings.filter((one) => !known.has(`${one.code} ${one.part?.text}`));
    const named = findings.some((one) => each.clauses.some((clause) => clause === one.part?.clause));
    if (named) score.named++;
    else if (findings.length > 0) score.elsewhere++;
    if (!named && values.verbose && kind in VISIBLE) {
      console.log(
        `\n[${kind}] ${each.name}: ${each.sql}\n  gold: ${each.gold}\n  wanted ${each.clauses.join("/")}; said ${findings.map((one) => `${one.code} [${one.part?.clause}: ${one.part?.text}]`).join(", ") || "nothing"}`,
      );
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${kind} ${score.cases}   `);
  }
}

function print(title: string, names: readonly string[]): void {
  const rows = names.flatMap((name) => {
    const score = scores.get(name);
    return score ? [{ name, ...score }] : [];
  });
  const sum = (key: keyof Score) => rows.reduce((total, row) => total + row[key], 0);
  const share = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
  console.log(`\n${title}: ${sum("cases")} queries, clause named in ${share(sum("named"), sum("cases"))}`);
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row.name,
        { cases: row.cases, named: share(row.named, row.cases), "another named": row.elsewhere },
      ]),
    ),
  );
}
print("Fault shows in schema, data or SQL", Object.keys(VISIBLE));
print("Fault shows only in the question", Object.keys(BY_INTENT));
for (const database of databases.values()) await database.close();
