/**
 * What the first prompt shows of a database of hundreds of tables: all databases of the data folder in one SQLite file, each table named after
 * its database, and their questions. Which of the tables of the gold query are shown in full, and among the first ten; tokens of the schema;
 * time to open, without and with cached values. Tables whose names are alike in several databases stay.
 *
 * node bench/large-schema.ts <data-folder> [--every N] [--names own] [--misses]
 *
 * --names own: the tables of the questions keep their own names where no other table is called alike
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { createDatabaseEnvironment } from "../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { findTable } from "../src/environments/database/schema/find-table.ts";
import { renderTable } from "../src/environments/database/schema/render-schema.ts";
import { at, ended, median, percent, scratchFolder, timed, typed } from "./common.ts";
import { benchContext } from "./environments.ts";
import { readGoldQuestions } from "./gold-questions.ts";

const { flags, words } = typed({ every: 1, names: "prefixed", misses: false });
const data =
  words[0] ?? ended("Usage: node bench/large-schema.ts <data-folder> [--every N] [--names own] [--misses]");
const questions = readGoldQuestions(data).filter((_, place) => place % flags.every === 0);
using scratch = scratchFolder("large-schema");
const path = join(scratch.path, "large.sqlite");
const names = writeLargeDatabase();

const cold = await open();
await cold.environment.describe("schema", undefined, benchContext());
const [building] = await timed(() => cold.environment.index.ensureBuilt(benchContext()));
await cold.environment.close();

const warm = await open();
const [first, schema] = await timed(() => firstPrompt("How many are there?"));
const results: {
  readonly question: string;
  readonly missing: readonly string[];
  readonly milliseconds: number;
  readonly inFull: boolean;
  readonly amongTen: boolean;
  readonly shown: number;
  readonly tokens: number;
  readonly ofTask: number;
}[] = [];
for (const { database, question, sql } of questions) {
  const needed = neededTables(database, sql);
  const [milliseconds, { stable, task }] = await timed(() => firstPrompt(question));
  // Without types it is not shown in full.
  const isInFull = (name: string) =>
    !task.includes(renderTable(tableOf(name), "columns", warm.environment.services));
  const shown = [...task.matchAll(/^(\S+) \([^)]*rows?[^)]*\):/gmu)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  const places = needed.map((name) => shown.indexOf(name.toLowerCase()));
  const missing = needed.filter((name, each) => (places[each] ?? -1) < 0 || !isInFull(name));
  results.push({
    ...{ question, missing, milliseconds },
    inFull: missing.length === 0,
    amongTen: places.every((place) => place >= 0 && place < 10),
    shown: shown.length,
    tokens: countTokens(stable) + countTokens(task),
    ofTask: countTokens(task),
  });
}
await warm.environment.close();

if (flags.misses)
  for (const { question, missing, amongTen } of results)
    if (!amongTen) console.log(`${missing.length > 0 ? `MISSING ${missing}` : "after ten"}: ${question}`);
const count = (is: (each: (typeof results)[number]) => boolean) => results.filter(is).length;
const tokens = results.map((each) => each.tokens);
console.table({
  tables: warm.environment.services.schema.tables.length,
  questions: results.length,
  "needed in full": percent(
    count(({ inFull }) => inFull),
    results.length,
  ),
  "needed among the first ten": percent(
    count(({ amongTen }) => amongTen),
    results.length,
  ),
  "tables in full, median": median(results.map(({ shown }) => shown)),
  "tokens, median": median(tokens),
  "tokens, most": Math.max(...tokens),
  "of them for the question, median": median(results.map(({ ofTask }) => ofTask)),
  "of them for every question": countTokens(schema.stable),
  "open, nothing cached (ms)": Math.round(cold.milliseconds),
  "index, nothing cached (ms)": Math.round(building),
  "open, cached (ms)": Math.round(warm.milliseconds),
  "first prompt, cached (ms)": Math.round(first),
  "next prompts, p95 (ms)": Math.round(
    at(
      results.map(({ milliseconds }) => milliseconds),
      0.95,
    ),
  ),
});

function tableOf(name: string) {
  const table = findTable(warm.environment.services, name);
  return table ?? ended(`${name} is not in the file.`);
}

async function open() {
  const [milliseconds, environment] = await timed(async () =>
    createDatabaseEnvironment({
      id: "large",
      driver: await openSqliteDriver({ path, poolSize: 1 }),
      cacheFolder: join(scratch.path, "cache"),
    }),
  );
  return { milliseconds, environment };
}

async function firstPrompt(question: string) {
  const context = benchContext();
  const stable = (await warm.environment.describe("schema", undefined, context)).text;
  const task = (await warm.environment.describe("task", { question }, context)).text;
  return { stable, task };
}

function opened(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  return { database, [Symbol.dispose]: () => database.close() };
}

function tablesOf(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return rows.map(({ name }) => String(name));
}

/** Writes the file; returns the new name of each table of the questions' databases, by `database.table` in lower case. */
function writeLargeDatabase(): Readonly<Record<string, string>> {
  const files = ["spider/database", "bird/dev_databases"].flatMap((folder) =>
    readdirSync(join(data, folder)).map((name) => ({
      name,
      file: join(data, folder, name, `${name}.sqlite`),
    })),
  );
  const own = files.flatMap(({ file }) => {
    using from = opened(file);
    return tablesOf(from.database).map((table) => table.toLowerCase());
  });
  const isAlone = (table: string) => own.filter((each) => each === table.toLowerCase()).length === 1;
  const renamed: Record<string, string> = {};
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA legacy_alter_table = OFF");
  const copy = (file: string, nameOf: (table: string) => string) => {
    using from = opened(file);
    database.exec(`ATTACH '${file}' AS source`);
    database.exec("BEGIN");
    const tables = tablesOf(from.database);
    for (const table of tables) {
      const create = from.database.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?");
      database.exec(String(create.get(table)?.["sql"]));
      database.exec(`INSERT INTO main."${table}" SELECT * FROM source."${table}"`);
    }
    // Renaming also changes the keys that refer to the table.
    for (const table of tables)
      if (nameOf(table) !== table) {
        database.exec(`ALTER TABLE main."${table}" RENAME TO "moved ${table}"`);
        database.exec(`ALTER TABLE main."moved ${table}" RENAME TO "${nameOf(table)}"`);
      }
    database.exec("COMMIT");
    database.exec("DETACH source");
  };
  const prefixed = flags.names !== "own";
  for (const withOwnName of [false, true])
    for (const { name, file } of files) {
      using from = opened(file);
      const tables = tablesOf(from.database);
      const keeps = (table: string) => !prefixed && isAlone(table);
      if (withOwnName !== tables.some(keeps)) continue;
      const nameOf = (table: string) => (keeps(table) ? table : `${name}_${table}`);
      copy(file, nameOf);
      for (const table of tables) renamed[`${name}.${table}`.toLowerCase()] = nameOf(table);
    }
  copy(join(data, "haystack/distractors.sqlite"), (table) => table);
  database.close();
  return renamed;
}

function neededTables(database: string, sql: string): readonly string[] {
  const spelled = [...sql.matchAll(/(?:\bFROM|\bJOIN|,)\s+["`[]?(\w+)/giu)].map(([, name = ""]) => name);
  const found = spelled.map((name) => names[`${database}.${name}`.toLowerCase()]);
  return [...new Set(found)].filter((name) => name !== undefined);
}
