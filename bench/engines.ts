/**
 * The same questions on every engine: 24 on Chinook, whose results have to be equal on all of them, and BIRD's Mini-Dev gold queries for
 * PostgreSQL. Every query goes whole through `check_query` and clause by clause through the tools.
 *
 * node bench/engines.ts <data-folder> [--list]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mariadbIsMissing } from "../test/support/mariadb.ts";
import { ENGINES, type Engine, type PerEngine } from "../test/support/per-engine.ts";
import { postgresIsMissing } from "../test/support/postgres.ts";
import { CHINOOK_QUESTIONS } from "./engines/chinook-questions.ts";
import { loadChinook } from "./engines/load-chinook.ts";
import { loadMiniDev } from "./engines/load-mini-dev.ts";
import { type Replayed, replayAll } from "./engines/replayed.ts";
import { comparableRows } from "./oracle/comparable-rows.ts";

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const list = process.argv.includes("--list");
if (folder === undefined) {
  console.error("Give the data folder: npm run bench -- engines <data-folder>");
  process.exit(64);
}
const scratch = mkdtempSync(join(tmpdir(), "engines-"));
const missing: PerEngine<string | undefined> = {
  sqlite: undefined,
  duckdb: undefined,
  postgres: await postgresIsMissing(),
  mariadb: await mariadbIsMissing(),
};

type Rows = readonly string[];

const percent = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;

function tell(title: string, all: readonly Replayed[]): void {
  const counts = all.map(({ replay }) => replay);
  const sum = (of: (replay: (typeof counts)[number]) => number) =>
    counts.reduce((total, replay) => total + of(replay), 0);
  const spent = counts.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share: number) => spent[Math.floor(spent.length * share)]?.toFixed(1);
  console.log(
    [
      `\n${title}: ${all.length} queries, ${sum(({ actions }) => actions)} clause actions`,
      `  gold's result by the clause tools: ${percent(counts.filter(({ ending }) => ending === "gold-result").length, all.length)}`,
      `  refused by check_query: ${all.filter(({ refused }) => refused !== undefined).length}`,
      `  row counts told: ${sum(({ countsCompared }) => countsCompared)}, wrong: ${sum(({ countsWrong }) => countsWrong)}`,
      `  queries warned of: ${all.filter(({ warned, replay }) => warned.length + replay.warnings.length > 0).length}`,
      `  clause tools: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
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

try {
  const results = new Map<Engine, readonly Rows[]>();
  const load = loadChinook(folder, scratch);
  for (const engine of ENGINES) {
    if (missing[engine] !== undefined) {
      console.log(`\nChinook on ${engine}: ${missing[engine]}`);
      continue;
    }
    const loaded = await load[engine]();
    try {
      const own: Rows[] = [];
      for (const { sql, ordered } of CHINOOK_QUESTIONS) {
        const rows = comparableRows(await loaded.reference.rows(sql[engine])).map((row) =>
          JSON.stringify(row),
        );
        own.push(ordered ? rows : rows.toSorted());
      }
      results.set(engine, own);
      const golds = CHINOOK_QUESTIONS.map(({ question, sql }) => ({ question, sql: sql[engine] }));
      tell(`Chinook on ${engine}`, await replayAll(loaded, golds));
    } finally {
      await loaded.reference.close();
      await loaded.drop();
    }
  }
  const first = results.get("sqlite") ?? [];
  for (const [engine, own] of results) {
    const other = CHINOOK_QUESTIONS.filter((_, at) => own[at]?.join() !== first[at]?.join());
    console.log(
      `\nChinook: ${engine} has SQLite's rows for ${percent(own.length - other.length, own.length)}`,
    );
    for (const { question } of other) console.log(`  other rows: ${question}`);
  }
  if (missing.postgres === undefined) {
    for (const { db, load, golds, descriptions } of loadMiniDev(folder)) {
      const loaded = await load();
      try {
        tell(`Mini-Dev ${db} on postgres`, await replayAll(loaded, golds, descriptions));
      } finally {
        await loaded.reference.close();
        await loaded.drop();
      }
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
