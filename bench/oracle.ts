/**
 * How far the environment can express gold SQL: every gold query of a data folder (BIRD `superhero` and `student_club`, the Spider subset)
 * and of the bundled sample is taken apart, each clause given verbatim to its tool, each row count told held against the engine's, and the
 * end compared with the gold result.
 *
 * node bench/oracle.ts [<data-folder>] [--list-warnings]
 */
import { openSqliteDriver } from "../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { at, scratchFolder, share, sumOf } from "./common.ts";
import { benchContext, openDatabase } from "./environments.ts";
import { type GoldQuestion, readCinemaQuestions, readGoldQuestions } from "./gold-questions.ts";
import { type Replay, replayQuestion, sqliteReference } from "./oracle/replay-question.ts";

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const listWarnings = process.argv.includes("--list-warnings");
const replays: { readonly gold: GoldQuestion; readonly replay: Replay }[] = [];
const started = performance.now();
{
  using scratch = scratchFolder("oracle");
  const golds = [
    ...readCinemaQuestions(scratch.path),
    ...(folder === undefined ? [] : readGoldQuestions(folder)),
  ];
  for (const [file, ofFile] of Map.groupBy(golds, (gold) => gold.file)) {
    const environment = await openDatabase(await openSqliteDriver({ path: file }), ofFile[0]?.descriptions);
    const context = benchContext({ rows: 100, characters: 20_000, milliseconds: 30_000 });
    const engine = sqliteReference(file);
    for (const gold of ofFile)
      replays.push({ gold, replay: await replayQuestion(environment, engine, gold, context) });
    await engine.close();
    await environment.close();
  }
}

for (const { gold, replay } of replays) {
  const warnings = listWarnings ? replay.warnings.map(({ code, message }) => `${code}: ${message}`) : [];
  for (const line of [...replay.problems, ...warnings])
    console.log(`[${gold.database}] ${gold.question}\n  ${gold.sql}\n  ${line}`);
}

function tallied(values: readonly string[]): string {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, { length }]) => `${value} ${length}`)
    .join(", ");
}

for (const [set, group] of [...Map.groupBy(replays, ({ gold }) => gold.set), ["all", replays] as const]) {
  const all = group.map(({ replay }) => replay);
  const sum = (of: (replay: Replay) => number) => sumOf(all, of);
  const warned = all.filter(({ warnings }) => warnings.length > 0);
  const spent = all.flatMap(({ milliseconds }) => milliseconds);
  console.log(
    [
      `\n${set}: ${all.length} questions, ${sum(({ actions }) => actions)} clause actions`,
      `  ends (aim: gold-result 99 %, refused 0): ${tallied(all.map(({ ending }) => ending))}`,
      `  row counts held against the engine: ${sum((r) => r.countsCompared)}, wrong ${sum((r) => r.countsWrong)} (aim 0); not told: ${tallied(all.flatMap((r) => r.untold)) || "none"}`,
      `  finished drafts with a warning: ${share(warned.length, all.length, 2)} (aim at most 3 %): ${tallied(warned.flatMap((r) => r.warnings.map(({ code }) => code)))}`,
      `  observation tokens (characters / 4) per question: ${Math.round(sum((r) => r.observationCharacters) / 4 / all.length)}`,
      `  clause tools: p50 ${at(spent, 0.5).toFixed(1)} ms, p95 ${at(spent, 0.95).toFixed(1)} ms`,
    ].join("\n"),
  );
}
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(1)} s`);
