/**
 * What the built-in policy answers, and how much of that is right: every question of a data folder (the Spider subset, BIRD with and without
 * its oracle knowledge) and of the bundled sample runs through the `react` strategy, and the rows are compared with the gold query's.
 *
 * node bench/built-in.ts <data-folder> [--verbose] [--declined] [--set spider|bird|bird+knowledge|cinema] [--db name,name]
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { builtInPolicy } from "../src/agent/policies/built-in-policy.ts";
import { memoryArtifactStore } from "../src/artifact-store/sqlite-artifact-store.ts";
import { ask } from "../src/ask.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import { wilson } from "../src/evaluation/statistics/wilson.ts";
import type { Json } from "../src/util/json.ts";
import { type BuiltInQuestion, readBuiltInQuestions } from "./built-in/read-questions.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: "boolean" },
    declined: { type: "boolean" },
    set: { type: "string" },
    db: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    "Usage: node bench/built-in.ts <data-folder> [--verbose] [--declined] [--set name] [--db name,name]",
  );
  process.exit(64);
}

interface Result {
  readonly question: BuiltInQuestion;
  readonly outcome: "right" | "wrong" | "declined";
  readonly detail: string;
}

const wanted = values.db?.split(",");
const questions = readBuiltInQuestions(folder, join(tmpdir(), "fuxi-bench-cinema")).filter(
  ({ set, db }) =>
    (values.set === undefined || set === values.set) && (wanted === undefined || wanted.includes(db)),
);
const results: Result[] = [];
const started = performance.now();
const groups = [...Map.groupBy(questions, ({ file, set }) => `${set} ${file}`).values()];
await Promise.all([work(), work()]);

async function work(): Promise<void> {
  for (let group = groups.shift(); group; group = groups.shift()) await runGroup(group);
}

async function runGroup(group: readonly BuiltInQuestion[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const environment = await createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path: first.file }),
    cacheFolder: tmpdir(),
    indexMode: "memory",
    ...(first.descriptions === undefined ? {} : { descriptionsFolder: first.descriptions }),
  });
  await environment.index.ensureBuilt({ signal: new AbortController().signal });
  const engine = new DatabaseSync(first.file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  const artifacts = memoryArtifactStore();
  for (const question of group) {
    const { outcome } = await ask({
      environments: [environment],
      policy: builtInPolicy(),
      artifacts,
      question: question.question,
      actLimits: { rows: 100_000, characters: 20_000, milliseconds: 20_000 },
      ...(question.knowledge === undefined ? {} : { oracleKnowledge: question.knowledge }),
    });
    if (outcome.type !== "answered") {
      const reason =
        outcome.type === "unanswerable"
          ? `${outcome.reason} [${outcome.words.join(", ")}]`
          : JSON.stringify(outcome);
      results.push({ question, outcome: "declined", detail: reason });
      continue;
    }
    const sql = outcome.evidence[0]?.sql ?? "";
    const right = executionMatch(rowsOf(engine, sql), rowsOf(engine, question.sql));
    results.push({ question, outcome: right ? "right" : "wrong", detail: sql });
  }
  engine.close();
  await environment.close();
}

function rowsOf(engine: DatabaseSync, sql: string): readonly (readonly Json[])[] {
  const statement = engine.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all() as unknown as readonly (readonly Json[])[];
}

for (const { question, outcome, detail } of results) {
  if (outcome === "wrong" && values.verbose)
    console.log(`WRONG [${question.db}] ${question.question}\n  ours ${detail}\n  gold ${question.sql}`);
  if (outcome === "declined" && values.declined)
    console.log(`DECLINED [${question.db}] ${question.question}\n  ${detail}\n  gold ${question.sql}`);
}
const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
function row(found: readonly Result[]) {
  const right = found.filter(({ outcome }) => outcome === "right").length;
  const answered = found.filter(({ outcome }) => outcome !== "declined").length;
  const { low, high } = wilson(right, answered);
  return {
    questions: found.length,
    answered,
    "answered %": percent(answered, found.length),
    right,
    "right of answered": percent(right, answered),
    "95 % interval": `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %`,
  };
}
const table = (by: (result: Result) => string) =>
  console.table(Object.fromEntries([...Map.groupBy(results, by)].map(([name, found]) => [name, row(found)])));
table(({ question }) => `${question.set} ${question.db}`);
table(({ question }) => question.set);
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
