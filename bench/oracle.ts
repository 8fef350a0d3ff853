/**
 * How far the environment can express gold SQL: every gold query of a data folder (BIRD `superhero` and `student_club`, the Spider subset)
 * is taken apart, each clause given verbatim to its tool, and the end compared with the gold result.
 *
 * node bench/oracle.ts <data-folder> [--list-warnings]
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import type { ActContext } from "../src/environment/act-context.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { executionMatch } from "../src/evaluation/execution-match.ts";
import type { Json } from "../src/util/json.ts";
import { PartialQuery } from "./oracle/partial-query.ts";

interface Gold {
  readonly set: "bird" | "spider";
  readonly db: string;
  readonly file: string;
  readonly descriptions?: string;
  readonly question: string;
  readonly knowledge?: string;
  readonly sql: string;
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: node bench/oracle.ts <data-folder> [--list-warnings]");
  process.exit(64);
}
const listWarnings = process.argv.includes("--list-warnings");

function readGold(data: string): readonly Gold[] {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(data, path), "utf8")) as Record<string, string>[];
  const bird = read("bird/dev.json")
    .filter((each) => each.db_id === "superhero" || each.db_id === "student_club")
    .map(({ db_id: db = "", question = "", evidence: knowledge = "", SQL: sql = "" }) => ({
      set: "bird" as const,
      db,
      file: join(data, `bird/dev_databases/${db}/${db}.sqlite`),
      descriptions: join(data, `bird/database_description/${db}`),
      question,
      knowledge,
      sql,
    }));
  const spider = read("spider/dev.json").map(({ db_id: db = "", question = "", query: sql = "" }) => ({
    set: "spider" as const,
    db,
    file: join(data, `spider/database/${db}/${db}.sqlite`),
    question,
    sql,
  }));
  return [...bird, ...spider];
}

const totals = {
  questions: 0,
  expressed: 0,
  refused: 0,
  notTakenApart: 0,
  counts: 0,
  wrongCounts: 0,
  untoldCounts: 0,
  warned: 0,
  observationTokens: 0,
  actions: 0,
};
const codes = new Map<string, number>();
const started = performance.now();
const spent: number[] = [];

function problem(kind: string, gold: Gold, detail: unknown): void {
  console.log(
    `${kind} [${gold.db}] ${gold.question}\n  ${gold.sql}\n  ${typeof detail === "string" ? detail : JSON.stringify(detail)}`,
  );
}

const byFile = Map.groupBy(readGold(folder), (gold) => gold.file);
for (const [file, golds] of byFile) {
  const driver = await openSqliteDriver({ path: file });
  const [{ descriptions } = {}] = golds;
  const environment = await createDatabaseEnvironment({
    id: "db",
    driver,
    cacheFolder: tmpdir(),
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
  const engine = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  const count = (sql: string) =>
    Number(Object.values(engine.prepare(`SELECT COUNT(*) FROM (${sql})`).get() ?? {})[0]);
  for (const gold of golds) {
    totals.questions++;
    const { sql: capability } = environment.capabilities;
    const actions = capability?.takeApart(gold.sql);
    if (!actions || !capability) {
      totals.notTakenApart++;
      problem("NOT TAKEN APART", gold, "");
      continue;
    }
    let workspace = await environment.openWorkspace({ question: gold.question }, context);
    const partial = new PartialQuery();
    let refused = false;
    for (const action of actions) {
      const before = performance.now();
      const { observation, failure, workspace: next } = await environment.act(workspace, action, context);
      spent.push(performance.now() - before);
      totals.actions++;
      if (failure) {
        refused = true;
        totals.refused++;
        problem("REFUSED", gold, { action, failure });
        break;
      }
      workspace = next;
      totals.observationTokens += observation.text.length / 4;
      const counted = partial.after(action);
      if (counted === undefined) continue;
      const told = observation.data.rows;
      const expected = count(counted);
      totals.counts++;
      if (told === undefined) totals.untoldCounts++;
      else if (told !== expected) {
        totals.wrongCounts++;
        problem(
          "WRONG COUNT",
          gold,
          `${action.tool}: told ${String(told)}, the engine counts ${expected}: ${counted}`,
        );
      }
    }
    if (refused) continue;
    const checked = await environment.act(
      workspace,
      { environment: "db", tool: "check_query", arguments: { query: "" } },
      context,
    );
    if (checked.failure) problem("FINISHED DRAFT NOT CHECKED", gold, checked.failure);
    const warnings = checked.observation?.warnings ?? [];
    if (warnings.length > 0) totals.warned++;
    for (const warning of warnings) {
      codes.set(warning.code, (codes.get(warning.code) ?? 0) + 1);
      if (listWarnings) problem(`WARNING ${warning.code}`, gold, warning.message);
    }
    const concluded = await environment.conclude(workspace, {}, context);
    if (concluded.failure) {
      problem("NOT CONCLUDED", gold, concluded.failure);
      continue;
    }
    const options = { maxRows: 1_000_000 };
    const ours = await capability.query(concluded.evidence.sql ?? "", options, context);
    const wanted = goldRows(engine, gold.sql);
    if (executionMatch(ours.rows, wanted) && concluded.answer.rows?.total === wanted.length)
      totals.expressed++;
    else problem("OTHER RESULT", gold, concluded.evidence.sql ?? "");
  }
  engine.close();
  await environment.close();
}

function goldRows(engine: DatabaseSync, sql: string): readonly (readonly Json[])[] {
  const statement = engine.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all() as unknown as readonly (readonly Json[])[];
}

const share = (part: number) => `${((100 * part) / totals.questions).toFixed(2)} %`;
spent.sort((a, b) => a - b);
console.log(
  [
    `questions ${totals.questions}, actions ${totals.actions}`,
    `expressed with the gold result: ${totals.expressed} (${share(totals.expressed)}; aim 99 %)`,
    `not taken apart: ${totals.notTakenApart}; clauses refused: ${totals.refused} (aim 0)`,
    `row counts compared: ${totals.counts - totals.untoldCounts}, wrong: ${totals.wrongCounts} (aim 0); steps without a count: ${totals.untoldCounts}`,
    `finished drafts with warnings: ${totals.warned} (${share(totals.warned)}; aim at most 3 %): ${[...codes].map(([code, n]) => `${code} ${n}`).join(", ")}`,
    `observation tokens (characters / 4) per question: ${Math.round(totals.observationTokens / totals.questions)}`,
    `clause tools: p50 ${spent[Math.floor(spent.length / 2)]?.toFixed(1)} ms, p95 ${spent[Math.floor(spent.length * 0.95)]?.toFixed(1)} ms; all in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  ].join("\n"),
);
