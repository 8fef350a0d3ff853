/**
 * How far the environment can express gold SQL: every gold query of a data folder (BIRD `superhero` and `student_club`, the Spider subset)
 * and of the bundled sample is taken apart, each clause given verbatim to its tool, each row count told held against the engine's, and the
 * end compared with the gold result.
 *
 * node bench/oracle.ts [<data-folder>] [--list-warnings]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActContext } from "../src/environment/act-context.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { type GoldQuestion, readCinemaQuestions, readGoldQuestions } from "./gold-questions.ts";
import { type Replay, replayQuestion } from "./oracle/replay-question.ts";
import { sqliteReference } from "./oracle/sqlite-reference.ts";

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const listWarnings = process.argv.includes("--list-warnings");
const scratch = mkdtempSync(join(tmpdir(), "oracle-"));

const replays: { readonly gold: GoldQuestion; readonly replay: Replay }[] = [];

async function replayDatabase(file: string, golds: readonly GoldQuestion[]): Promise<void> {
  const descriptions = golds[0]?.descriptions;
  const environment = await createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path: file }),
    cacheFolder: scratch,
    indexMode: "memory",
    ...(descriptions === undefined ? {} : { descriptionsFolder: descriptions }),
  });
  const context: ActContext = {
    principal: { id: "bench" },
    signal: new AbortController().signal,
    limits: { rows: 100, characters: 20_000, milliseconds: 30_000 },
    artifacts: memoryArtifactStore(),
  };
  await environment.index.ensureBuilt({ signal: context.signal });
  const engine = sqliteReference(file);
  for (const gold of golds)
    replays.push({ gold, replay: await replayQuestion(environment, engine, gold, context) });
  await engine.close();
  await environment.close();
}

const started = performance.now();
try {
  const golds: readonly GoldQuestion[] = [
    ...readCinemaQuestions(scratch),
    ...(folder === undefined ? [] : readGoldQuestions(folder)),
  ];
  for (const [file, ofFile] of Map.groupBy(golds, (gold) => gold.file)) await replayDatabase(file, ofFile);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

for (const { gold, replay } of replays) {
  const warnings = listWarnings ? replay.warnings.map(({ code, message }) => `${code}: ${message}`) : [];
  for (const line of [...replay.problems, ...warnings])
    console.log(`[${gold.db}] ${gold.question}\n  ${gold.sql}\n  ${line}`);
}

function tallied(values: readonly string[]): string {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, { length }]) => `${value} ${length}`)
    .join(", ");
}

for (const [set, group] of [...Map.groupBy(replays, ({ gold }) => gold.set), ["all", replays] as const]) {
  const all = group.map(({ replay }) => replay);
  const sum = (of: (replay: Replay) => number) => all.reduce((total, replay) => total + of(replay), 0);
  const share = (part: number) => `${part} of ${all.length} (${((100 * part) / all.length).toFixed(2)} %)`;
  const warned = all.filter(({ warnings }) => warnings.length > 0);
  const spent = all.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(
    [
      `\n${set}: ${all.length} questions, ${sum(({ actions }) => actions)} clause actions`,
      `  ends (aim: gold-result 99 %, refused 0): ${tallied(all.map(({ ending }) => ending))}`,
      `  row counts held against the engine: ${sum((r) => r.countsCompared)}, wrong ${sum((r) => r.countsWrong)} (aim 0); not told: ${tallied(all.flatMap((r) => r.untold)) || "none"}`,
      `  finished drafts with a warning: ${share(warned.length)} (aim at most 3 %): ${tallied(warned.flatMap((r) => r.warnings.map(({ code }) => code)))}`,
      `  observation tokens (characters / 4) per question: ${Math.round(sum((r) => r.observationCharacters) / 4 / all.length)}`,
      `  clause tools: p50 ${spent[Math.floor(spent.length / 2)]?.toFixed(1)} ms, p95 ${spent[Math.floor(spent.length * 0.95)]?.toFixed(1)} ms`,
    ].join("\n"),
  );
}
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(1)} s`);
