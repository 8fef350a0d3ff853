/**
 * The same questions on every engine: 24 on Chinook, whose results have to be equal on all of them, and BIRD's Mini-Dev gold queries for
 * PostgreSQL. Every query goes whole through `check_query` and clause by clause through the tools.
 *
 * node bench/engines.ts <data-folder> [--list]
 */
import { mariadbIsMissing } from "../test/support/mariadb.ts";
import { ENGINES, type Engine, type PerEngine } from "../test/support/per-engine.ts";
import { postgresIsMissing } from "../test/support/postgres.ts";
import { at, dataFolder, scratchFolder, share, sumOf } from "./common.ts";
import { CHINOOK_QUESTIONS } from "./engines/chinook-questions.ts";
import {
  type LoadedDatabase,
  loadChinook,
  loadMiniDev,
  type Replayed,
  replayAll,
} from "./engines/databases.ts";
import { comparableRows } from "./oracle/replay-question.ts";

const folder = dataFolder("npm run bench -- engines <data-folder>");
const list = process.argv.includes("--list");
const missing: PerEngine<string | undefined> = {
  sqlite: undefined,
  duckdb: undefined,
  postgres: await postgresIsMissing(),
  mariadb: await mariadbIsMissing(),
};

function tell(title: string, all: readonly Replayed[]): void {
  const counts = all.map(({ replay }) => replay);
  const spent = counts.flatMap(({ milliseconds }) => milliseconds);
  const exact = counts.filter(({ ending }) => ending === "gold-result").length;
  console.log(
    [
      `\n${title}: ${all.length} queries, ${sumOf(counts, ({ actions }) => actions)} clause actions`,
      `  gold's result by the clause tools: ${share(exact, all.length)}`,
      `  refused by check_query: ${all.filter(({ refused }) => refused !== undefined).length}`,
      `  row counts told: ${sumOf(counts, ({ countsCompared }) => countsCompared)}, wrong: ${sumOf(counts, ({ countsWrong }) => countsWrong)}`,
      `  queries warned of: ${all.filter(({ warned, replay }) => warned.length + replay.warnings.length > 0).length}`,
      `  clause tools: p50 ${at(spent, 0.5).toFixed(1)} ms, p95 ${at(spent, 0.95).toFixed(1)} ms`,
    ].join("\n"),
  );
  for (const { sql, refused, warned, replay } of all) {
    const lines = [
      ...(refused === undefined ? [] : [`refused: ${refused}`]),
      ...replay.problems,
      ...(list ? warned.map((line) => `warned: ${line}`) : []),
    ];
    if (lines.length > 0) console.log(`  ${sql.replace(/\s+/gu, " ")}\n    ${lines.join("\n    ")}`);
  }
}

async function withLoaded(
  load: () => Promise<LoadedDatabase>,
  use: (loaded: LoadedDatabase) => Promise<void>,
) {
  const loaded = await load();
  try {
    await use(loaded);
  } finally {
    await loaded.reference.close();
    await loaded.drop();
  }
}

using scratch = scratchFolder("engines");
const results = new Map<Engine, readonly string[]>();
const load = loadChinook(folder, scratch.path);
for (const engine of ENGINES) {
  if (missing[engine] !== undefined) {
    console.log(`\nChinook on ${engine}: ${missing[engine]}`);
    continue;
  }
  await withLoaded(load[engine], async (loaded) => {
    const own: string[] = [];
    for (const { sql, ordered } of CHINOOK_QUESTIONS) {
      const found = comparableRows(await loaded.reference.rows(sql[engine]));
      const rows = found.map((row) => JSON.stringify(row));
      own.push((ordered ? rows : rows.toSorted()).join());
    }
    results.set(engine, own);
    const golds = CHINOOK_QUESTIONS.map(({ question, sql }) => ({ question, sql: sql[engine] }));
    tell(`Chinook on ${engine}`, await replayAll(loaded, golds));
  });
}
const first = results.get("sqlite") ?? [];
for (const [engine, own] of results) {
  const other = CHINOOK_QUESTIONS.filter((_, place) => own[place] !== first[place]);
  console.log(`\nChinook: ${engine} has SQLite's rows for ${share(own.length - other.length, own.length)}`);
  for (const { question } of other) console.log(`  other rows: ${question}`);
}
if (missing.postgres === undefined)
  for (const { db, load: loadDb, golds, descriptions } of loadMiniDev(folder))
    await withLoaded(loadDb, async (loaded) =>
      tell(`Mini-Dev ${db} on postgres`, await replayAll(loaded, golds, descriptions)),
    );
