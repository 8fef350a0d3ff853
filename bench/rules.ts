/**
 * What the built-in rules answer without a model and how much of that is right, by set of questions and by rule: the Spider subset, BIRD,
 * MetaQA, PathQuestion and the questions of the bundled sample run through the `react` strategy. Of a database, right means the rows of the gold query; of
 * a knowledge base, the gold labels, no more and no fewer. MetaQA leaves the entity of the question out after every hop, whatever the question says.
 *
 * node bench/rules.ts <data-folder> [--set spider,bird,1hop,…] [--every N] [--list answered,wrong,declined]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { builtInPolicy } from "../src/agent/policies/built-in-policy.ts";
import { ask } from "../src/ask.ts";
import type { Environment } from "../src/environment/environment.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { createKnowledgeBaseEnvironment } from "../src/environments/knowledge-base/index.ts";
import { openEmbeddedStore } from "../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import { wilson } from "../src/evaluation/statistics/interval.ts";
import { ensureCinemaKnowledgeBase } from "../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import type { Outcome } from "../src/trajectory/outcome.ts";
import type { Json, JsonObject } from "../src/util/json.ts";
import { answerRecord, type CinemaQuestion } from "../test/support/cinema-answers.ts";
import { readCinemaQuestions, readGoldQuestions } from "./gold-questions.ts";
import { readGoldSets } from "./kb-oracle/gold-path.ts";

interface Result {
  readonly set: string;
  readonly question: string;
  readonly outcome: "right" | "wrong" | "declined";
  readonly rules: readonly string[];
  readonly detail: string;
  readonly gold: string;
}

/** A question of a set, and whether an answer to it is right. */
interface Asked {
  readonly set: string;
  readonly question: string;
  readonly gold: string;
  isRight(answered: Answered): boolean;
}
type Answered = Extract<Outcome, { type: "answered" }>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string" },
    every: { type: "string", default: "1" },
    list: { type: "string", default: "" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    "Usage: node bench/rules.ts <data-folder> [--set name,name] [--every N] [--list answered,wrong,declined]",
  );
  process.exit(64);
}
const isWanted = (set: string) => values.set === undefined || values.set.split(",").includes(set);
const results: Result[] = [];
const scratch = mkdtempSync(join(tmpdir(), "rules-"));
try {
  await Promise.all([askDatabases(folder), askKnowledgeBases(folder)]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

for (const { set, question, outcome, rules, detail, gold } of results)
  if (values.list.split(",").some((kind) => kind === outcome || (kind === "answered" && rules.length > 0)))
    console.log(
      `${outcome.toUpperCase()} [${set}] ${question}\n  ${detail}\n  gold ${gold}\n  ${rules.join(", ")}`,
    );
const bySet = Map.groupBy(results, ({ set }) => set);
console.table(Object.fromEntries([...bySet].map(([set, found]) => [set, row(found)])));
const byRule = Map.groupBy(
  results.flatMap((result) => [...new Set(result.rules)].map((rule) => ({ rule, result }))),
  ({ rule }) => rule,
);
const counted = [...byRule].map(([rule, found]) => {
  const { answered, right, "right of answered": share } = row(found.map(({ result }) => result));
  return { rule, answered, right, share, example: found[0]?.result.question.slice(0, 70) };
});
console.table(counted.toSorted((a, b) => a.rule.localeCompare(b.rule, "en", { numeric: true })));

function row(found: readonly Result[]) {
  const right = found.filter(({ outcome }) => outcome === "right").length;
  const answered = found.filter(({ outcome }) => outcome !== "declined").length;
  const { low, high } = wilson(right, answered);
  const percent = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
  return {
    questions: found.length,
    answered,
    "answered %": percent(answered, found.length),
    right,
    "right of answered": percent(right, answered),
    "95 % interval": `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %`,
  };
}

async function askAll(environment: Environment, questions: readonly Asked[]): Promise<void> {
  const { heuristics } = environment.capabilities;
  let rules: readonly string[] = [];
  const counting: Environment = Object.create(environment, {
    capabilities: {
      value: {
        ...environment.capabilities,
        heuristics: {
          async interpret(...asked: Parameters<NonNullable<typeof heuristics>["interpret"]>) {
            const read = await heuristics?.interpret(...asked);
            rules = read?.understood ? (read.rules ?? []) : [];
            return read;
          },
        },
      },
    },
  });
  const artifacts = memoryArtifactStore();
  for (const each of questions.filter((_, at) => at % Number(values.every) === 0)) {
    const { outcome } = await ask({
      environments: [counting],
      policy: builtInPolicy(),
      artifacts,
      question: each.question,
      actLimits: { rows: 100_000, characters: 20_000, milliseconds: 20_000 },
    });
    const { set, question, gold } = each;
    if (outcome.type !== "answered") {
      const detail = outcome.type === "unanswerable" ? outcome.reason : outcome.type;
      results.push({ set, question, gold, outcome: "declined", rules: [], detail });
      continue;
    }
    const [evidence] = outcome.evidence;
    const detail = evidence?.sql ?? evidence?.program ?? "";
    results.push({ set, question, gold, rules, detail, outcome: each.isRight(outcome) ? "right" : "wrong" });
  }
}

async function askDatabases(data: string): Promise<void> {
  const questions = [...readGoldQuestions(data), ...readCinemaQuestions(scratch)];
  const wanted = questions.filter(({ set }) => isWanted(set));
  for (const group of Map.groupBy(wanted, ({ file }) => file).values()) {
    const [first] = group;
    if (!first) continue;
    const environment = await createDatabaseEnvironment({
      id: "db",
      driver: await openSqliteDriver({ path: first.file }),
      cacheFolder: scratch,
      indexMode: "memory",
      ...(first.descriptions === undefined ? {} : { descriptionsFolder: first.descriptions }),
    });
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
    const engine = new DatabaseSync(first.file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
    const rowsOf = (sql: string): readonly (readonly Json[])[] => {
      const statement = engine.prepare(sql);
      statement.setReturnArrays(true);
      return statement.all() as unknown as readonly (readonly Json[])[];
    };
    await askAll(
      environment,
      group.map(({ set, question, sql }) => ({
        set,
        question,
        gold: sql,
        isRight: ({ evidence }) => executionMatch(rowsOf(evidence[0]?.sql ?? ""), rowsOf(sql)),
      })),
    );
    engine.close();
    await environment.close();
  }
}

async function askKnowledgeBases(data: string): Promise<void> {
  const sets = (await readGoldSets(data)).filter(({ name }) => !name.endsWith("_more"));
  for (const { name, file, questions } of sets) {
    const set = name.replace(/^MetaQA (\d)-hop$/u, "$1hop").replace(/^PathQuestion /u, "");
    if (!isWanted(set)) continue;
    const environment = await openKnowledgeBase(file);
    await askAll(
      environment,
      questions.map(({ question, answers, entity, relations }) => ({
        set,
        question,
        gold: `${entity} ${relations.join(" ")}: ${answers.slice(0, 5).join("|")}`,
        isRight({ answer }) {
          const labels = new Set((answer.members ?? []).map(({ label, value }) => String(label ?? value)));
          const isSame = () =>
            labels.size === new Set(answers).size && answers.every((each) => labels.has(each));
          return isSame() || (set.endsWith("hop") && labels.delete(entity) && isSame());
        },
      })),
    );
    await environment.close();
  }
  if (isWanted("cinema graph")) await askSample();
}

async function askSample(): Promise<void> {
  const samples = join(import.meta.dirname, "../src/samples/cinema");
  const read = (name: string) => JSON.parse(readFileSync(join(samples, name), "utf8"));
  const records = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
  const questions = read("knowledge-base-questions.json") as readonly CinemaQuestion[];
  const environment = await openKnowledgeBase(ensureCinemaKnowledgeBase(scratch));
  const { names } = environment.services;
  const idOf = ({ id, value }: JsonObject) =>
    typeof id === "string" ? (names.iri(id) ?? id) : String(value);
  await askAll(
    environment,
    questions
      .filter(({ kind }) => kind !== "both")
      .map(({ id, question }) => ({
        set: "cinema graph",
        question,
        gold: id,
        isRight: ({ answer }) =>
          JSON.stringify(answerRecord((answer.members ?? []).map(idOf).sort())) ===
          JSON.stringify(records[id]),
      })),
  );
  await environment.close();
}

async function openKnowledgeBase(path: string) {
  const { signal } = new AbortController();
  const { readVocabulary } = await import("../src/environments/knowledge-base/vocabulary/read-vocabulary.ts");
  const beside = `${path}.vocabulary.json`;
  const vocabulary = existsSync(beside)
    ? readVocabulary(JSON.parse(readFileSync(beside, "utf8")))
    : undefined;
  const store = await openEmbeddedStore({
    path,
    cacheFolder: scratch,
    signal,
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
  await store.preparation?.prepare({ signal });
  return createKnowledgeBaseEnvironment({ id: "kb", store });
}
