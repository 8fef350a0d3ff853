/**
 * What the built-in rules answer without a model and how much of that is right, by set of questions and by rule: the Spider subset, BIRD,
 * MetaQA, PathQuestion and the questions of the bundled sample run through the `react` strategy. Of a database, right means the rows of the gold query; of
 * a knowledge base, the gold labels, no more and no fewer. MetaQA leaves the entity of the question out after every hop, whatever the question says.
 *
 * node bench/rules.ts <data-folder> [--set spider,bird,1hop,…] [--every N] [--list answered,wrong,declined]
 */
import { DatabaseSync } from "node:sqlite";
import { builtInPolicy } from "../src/agent/policies/built-in-policy.ts";
import { ask } from "../src/ask.ts";
import type { Environment } from "../src/environment/environment.ts";
import { openSqliteDriver } from "../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import { wilson } from "../src/evaluation/statistics/interval.ts";
import { openStore } from "../src/open-store.ts";
import { ensureCinemaKnowledgeBase } from "../src/samples/cinema/ensure-cinema-knowledge-base.ts";
import type { Outcome } from "../src/trajectory/outcome.ts";
import type { Json, JsonObject } from "../src/util/json.ts";
import { answerRecord, type CinemaQuestion } from "../test/support/cinema-answers.ts";
import { ended, percent, readJson, scratchFolder, typed } from "./common.ts";
import { openDatabase, openKnowledgeBase } from "./environments.ts";
import { readCinemaQuestions, readGoldQuestions } from "./gold-questions.ts";
import { readGoldSets } from "./kb-oracle/replay-path.ts";

interface Question {
  readonly set: string;
  readonly question: string;
  readonly gold: string;
}

interface Result extends Question {
  readonly outcome: "right" | "wrong" | "declined";
  readonly rules: readonly string[];
  readonly detail: string;
}

/** A question of a set, and whether an answer to it is right. */
interface Asked extends Question {
  isRight(answered: Answered): boolean;
}
type Answered = Extract<Outcome, { type: "answered" }>;

const { flags, words } = typed({ set: "", every: 1, list: "" });
const folder =
  words[0] ??
  ended(
    "Usage: node bench/rules.ts <data-folder> [--set name,name] [--every N] [--list answered,wrong,declined]",
  );
const isWanted = (set: string) => flags.set === "" || flags.set.split(",").includes(set);
const results: Result[] = [];
{
  using scratch = scratchFolder("rules");
  await Promise.all([askDatabases(folder, scratch.path), askKnowledgeBases(folder, scratch.path)]);
}

for (const { set, question, outcome, rules, detail, gold } of results)
  if (flags.list.split(",").some((kind) => kind === outcome || (kind === "answered" && rules.length > 0)))
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
  const interpret = async (...asked: Parameters<NonNullable<typeof heuristics>["interpret"]>) => {
    const read = await heuristics?.interpret(...asked);
    rules = read?.understood ? (read.rules ?? []) : [];
    return read;
  };
  const capabilities = { value: { ...environment.capabilities, heuristics: { interpret } } };
  const counting: Environment = Object.create(environment, { capabilities });
  const store = await openStore();
  for (const each of questions.filter((_, at) => at % flags.every === 0)) {
    const { outcome } = await ask({
      environments: [counting],
      policy: builtInPolicy(),
      store,
      question: each.question,
      actLimits: { rows: 100_000, characters: 20_000, milliseconds: 20_000 },
    });
    const { set, question, gold } = each;
    if (outcome.type === "answered") {
      const [evidence] = outcome.evidence;
      const detail = evidence?.sql ?? evidence?.program ?? "";
      const isRight = each.isRight(outcome);
      results.push({ set, question, gold, rules, detail, outcome: isRight ? "right" : "wrong" });
    } else {
      const detail = outcome.type === "unanswerable" ? outcome.reason : outcome.type;
      results.push({ set, question, gold, outcome: "declined", rules: [], detail });
    }
  }
}

async function askDatabases(data: string, scratch: string): Promise<void> {
  const questions = [...readGoldQuestions(data), ...readCinemaQuestions(scratch)];
  const wanted = questions.filter(({ set }) => isWanted(set));
  for (const group of Map.groupBy(wanted, ({ file }) => file).values()) {
    const [first] = group;
    if (!first) continue;
    const environment = await openDatabase(await openSqliteDriver({ path: first.file }), first.descriptions);
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

async function askKnowledgeBases(data: string, scratch: string): Promise<void> {
  const sets = (await readGoldSets(data)).filter(({ name }) => !name.endsWith("_more"));
  for (const { name, file, questions } of sets) {
    const set = name.replace(/^MetaQA (\d)-hop$/u, "$1hop").replace(/^PathQuestion /u, "");
    if (!isWanted(set)) continue;
    const environment = await openKnowledgeBase(file, scratch);
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
  if (isWanted("cinema graph")) await askSample(scratch);
}

async function askSample(scratch: string): Promise<void> {
  const read = (name: string) => readJson(new URL(`../src/samples/cinema/${name}`, import.meta.url));
  const records = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
  const questions = read("knowledge-base-questions.json") as readonly CinemaQuestion[];
  const environment = await openKnowledgeBase(ensureCinemaKnowledgeBase(scratch), scratch);
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
