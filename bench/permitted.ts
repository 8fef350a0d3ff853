/**
 * How often the permitted actions of a fresh workspace hold a lookup of what a query needs: for each text that a gold query compares with
 * something, whether one of the actions offered for the question alone (no thought, cut to 30) looks it up, before any gold is read.
 *
 * node bench/permitted.ts <data-folder> [--misses] [--only <database,database>]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import type { ActContext } from "../src/environment/act-context.ts";
import type { PermittedAction } from "../src/environment/permitted-action.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { type GoldQuestion, readGoldQuestions } from "./gold-questions.ts";
import { goldLiterals } from "./permitted/gold-literals.ts";
import { offeredLookup } from "./permitted/offered-lookup.ts";

const LIMIT = 30;

interface Looked {
  readonly group: string;
  readonly db: string;
  readonly plain: boolean;
  /** The tool that looks it up; undefined where none is offered. */
  readonly by: string | undefined;
}

const args = process.argv.slice(2);
const onlyAt = args.indexOf("--only");
const only = onlyAt < 0 ? undefined : args[onlyAt + 1]?.split(",");
const data = args.find((each, at) => !each.startsWith("--") && (onlyAt < 0 || at !== onlyAt + 1));
if (data === undefined) {
  console.error("Give the data folder.");
  process.exit(64);
}
const showMisses = args.includes("--misses");
const scratch = mkdtempSync(join(tmpdir(), "permitted-"));
const looked: Looked[] = [];
const spent: number[] = [];
const sizes: number[] = [];

async function measureDatabase(file: string, golds: readonly GoldQuestion[]): Promise<void> {
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
  for (const gold of golds) {
    const literals = await goldLiterals(gold.sql, environment.services, context);
    const knowledges = gold.set === "bird" ? [gold.knowledge, undefined] : [undefined];
    for (const oracleKnowledge of knowledges) {
      const task = { question: gold.question, ...(oracleKnowledge ? { oracleKnowledge } : {}) };
      const workspace = await environment.openWorkspace(task, context);
      const started = performance.now();
      const offered =
        (await environment.permittedActions?.(workspace, { task, limit: LIMIT }, context)) ?? [];
      spent.push(performance.now() - started);
      sizes.push(offered.length);
      const actions = offered
        .filter((each): each is PermittedAction => each.type === "action")
        .map(({ action }) => action);
      const group =
        gold.set !== "bird"
          ? gold.set
          : oracleKnowledge === undefined
            ? "bird without oracle knowledge"
            : "bird with its oracle knowledge";
      for (const literal of literals) {
        const found = await offeredLookup(literal, actions, environment, workspace, context);
        looked.push({
          group,
          db: gold.db,
          plain: literal.column !== undefined,
          by: found?.tool,
        });
        if (found !== undefined || !showMisses) continue;
        const place = literal.column ? `${literal.column.table}.${literal.column.column}` : "an expression";
        console.log(
          `[${gold.db}] ${gold.question}\n  ${oracleKnowledge ?? ""}\n  '${literal.text}' of ${place}\n  ${offered.map(({ label }) => label).join("; ")}`,
        );
      }
    }
  }
  await environment.close();
}

try {
  const golds = readGoldQuestions(data).filter(({ db }) => only === undefined || only.includes(db));
  for (const [file, ofFile] of Map.groupBy(golds, (gold) => gold.file)) await measureDatabase(file, ofFile);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const share = (of: readonly Looked[]) => {
  const offered = of.filter((each) => each.by !== undefined).length;
  return `${offered} of ${of.length} (${((100 * offered) / Math.max(1, of.length)).toFixed(1)} %)`;
};
for (const [group, of] of Map.groupBy(looked, (each) => each.group)) {
  const plain = of.filter((each) => each.plain);
  console.log(`\n${group} (aim: 90 %): compared with a column ${share(plain)}, with anything ${share(of)}`);
  const tools = [...Map.groupBy(of, ({ by }) => by ?? "none")].map(
    ([tool, { length }]) => `${tool} ${length}`,
  );
  console.log(`  looked up first by: ${tools.join(", ")}`);
  for (const [db, ofDb] of Map.groupBy(plain, (each) => each.db)) console.log(`  ${db}: ${share(ofDb)}`);
}
spent.sort((a, b) => a - b);
const at = (portion: number) => spent[Math.floor(spent.length * portion)]?.toFixed(1);
const mean = sizes.reduce((sum, each) => sum + each, 0) / Math.max(1, sizes.length);
console.log(
  `\npermittedActions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; ${mean.toFixed(1)} offered on average`,
);
