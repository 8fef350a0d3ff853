/**
 * Runs the SQL reader over the gold queries of Spider and BIRD: `node bench/sql-reader.ts <data folder>`, where the folder holds
 * `spider/dev.json` with `spider/database/`, and `bird/dev.json` with `bird/dev_databases/` and `bird/mini_dev/`. What is missing is skipped.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { conjunctsOf } from "../src/environments/database/sql/conjuncts.ts";
import type { LexicalRules } from "../src/environments/database/sql/lexical-rules.ts";
import { readExpression } from "../src/environments/database/sql/read-expression.ts";
import { readFrom } from "../src/environments/database/sql/read-from.ts";
import { readQuery } from "../src/environments/database/sql/read-query.ts";
import { readSelectList } from "../src/environments/database/sql/read-select-list.ts";
import { mysqlLexical, postgresLexical, sqliteLexical } from "../test/environments/database/sql/lexicals.ts";
import { opaqueTexts, readerFacts } from "../test/environments/database/sql/reader-facts.ts";
import { reassemble } from "../test/environments/database/sql/reassemble.ts";
import { sqliteParserFacts } from "../test/environments/database/sql/sqlite-parser-facts.ts";

interface Gold {
  readonly db_id: string;
  readonly SQL?: string;
  readonly query?: string;
}

interface GoldSet {
  readonly name: string;
  readonly file: string;
  readonly databases?: string;
  readonly lexical: LexicalRules;
  readonly isSqlite: boolean;
}

const sqlite = { lexical: sqliteLexical, isSqlite: true };
const sets: readonly GoldSet[] = [
  { name: "Spider dev", file: "spider/dev.json", databases: "spider/database", ...sqlite },
  { name: "BIRD dev", file: "bird/dev.json", databases: "bird/dev_databases", ...sqlite },
  {
    name: "Mini-Dev SQLite",
    file: "bird/mini_dev/mini_dev_sqlite.json",
    databases: "bird/dev_databases",
    ...sqlite,
  },
  {
    name: "Mini-Dev PostgreSQL",
    file: "bird/mini_dev/mini_dev_postgresql.json",
    lexical: postgresLexical,
    isSqlite: false,
  },
  {
    name: "Mini-Dev MySQL",
    file: "bird/mini_dev/mini_dev_mysql.json",
    lexical: mysqlLexical,
    isSqlite: false,
  },
];

function bytecode(database: DatabaseSync, sql: string): string {
  const rows = database.prepare(`EXPLAIN ${sql}`).all();
  return JSON.stringify(rows.map((row) => ({ ...row, comment: undefined })));
}

function open(folder: string, databases: string | undefined, id: string): DatabaseSync | undefined {
  const path = join(folder, databases ?? "", id, `${id}.sqlite`);
  if (!databases || !existsSync(path)) return undefined;
  return new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true });
}

/** Reads every clause that a check reads. */
function readAll(sql: string, lexical: LexicalRules): void {
  const tree = readQuery(sql, lexical);
  for (const core of tree?.cores ?? []) {
    if (core.select) readSelectList(core.select, lexical);
    if (core.from) readFrom(core.from, lexical);
    if (core.where) conjunctsOf(readExpression(core.where, lexical));
  }
}

function microseconds(queries: readonly string[], lexical: LexicalRules): number {
  for (const sql of queries) readAll(sql, lexical);
  const start = performance.now();
  for (let round = 0; round < 3; round++) for (const sql of queries) readAll(sql, lexical);
  return ((performance.now() - start) * 1000) / (3 * queries.length);
}

function run(folder: string, set: GoldSet): void {
  const path = join(folder, set.file);
  if (!existsSync(path)) return void console.log(`${set.name}: not there`);
  const golds = JSON.parse(readFileSync(path, "utf8")) as Gold[];
  const opened = new Map<string, DatabaseSync | undefined>();
  const counts = { read: 0, opaque: 0, compiled: 0, equal: 0, compared: 0, agreed: 0 };
  const shown: string[] = [];
  for (const gold of golds) {
    const sql = gold.SQL ?? gold.query ?? "";
    const tree = readQuery(sql, set.lexical);
    if (!tree) shown.push(`not read: ${sql}`);
    else counts.read++;
    const opaque = opaqueTexts(sql, set.lexical);
    if (opaque.length > 0) shown.push(`opaque ${JSON.stringify(opaque)}: ${sql}`);
    else counts.opaque++;
    if (set.isSqlite) {
      const theirs = sqliteParserFacts(sql);
      if (theirs) {
        counts.compared++;
        const ours = readerFacts(sql, set.lexical);
        if (JSON.stringify(ours) === JSON.stringify(theirs)) counts.agreed++;
        else shown.push(`differs: ${sql}\n  ${JSON.stringify(ours)}\n  ${JSON.stringify(theirs)}`);
      }
    }
    if (!opened.has(gold.db_id)) opened.set(gold.db_id, open(folder, set.databases, gold.db_id));
    const database = opened.get(gold.db_id);
    if (!database || !tree) continue;
    counts.compiled++;
    const rebuilt = reassemble(sql, tree, set.lexical);
    try {
      if (bytecode(database, rebuilt) === bytecode(database, sql)) counts.equal++;
      else shown.push(`other bytecode: ${sql}\n  ${rebuilt}`);
    } catch (error) {
      shown.push(`${error}: ${sql}\n  ${rebuilt}`);
    }
  }
  const time = microseconds(
    golds.map((gold) => gold.SQL ?? gold.query ?? ""),
    set.lexical,
  );
  const parts = [`read ${counts.read}/${golds.length}`, `fully understood ${counts.opaque}`];
  if (counts.compiled > 0) parts.push(`same bytecode ${counts.equal}/${counts.compiled}`);
  if (set.isSqlite) parts.push(`agrees with sqlite3-parser ${counts.agreed}/${counts.compared}`);
  console.log(`${set.name}: ${parts.join(", ")}, ${time.toFixed(1)} µs per query`);
  if (process.argv.includes("--show")) for (const line of shown) console.log(`  ${line}`);
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node bench/sql-reader.ts <data folder> [--show]");
  process.exitCode = 2;
} else for (const set of sets) run(folder, set);
