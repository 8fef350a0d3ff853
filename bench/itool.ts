/**
 * Runs an Itool set on the sample API, with a user who knows what was meant, and scores it. Without a model each item's own solution is followed through the tools
 * by `react`: can they express it, and does everything that is sent come from the question, the reply or a response?
 *
 * npm run bench -- itool [--strategy react|dfsdt|api-team|restgpt] [--without part …] [--only ids] [--category c,…] [--sample N --seed S]
 *   [--model-url URL --model NAME] [--format native|text] [--user scripted|simulated] [--parallel 4] [--steps 30] [--items FILE --answers FILE]
 *   [--out FILE] [--list]
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { llmPolicy } from "../src/agent/policies/llm-policy.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { type Switch, strategyNamed } from "../src/config/strategies.ts";
import { itoolGold } from "../src/evaluation/itool/follow-solution.ts";
import type { ItoolGold, ItoolItem } from "../src/evaluation/itool/itool-item.ts";
import { readItool } from "../src/evaluation/itool/read-itool.ts";
import { type ItoolScore, scoreItool } from "../src/evaluation/itool/score-itool.ts";
import { summariseItool } from "../src/evaluation/itool/summarise-itool.ts";
import { createModel } from "../src/models/create-model.ts";
import { cinemaApiDocument } from "../src/samples/cinema/api/cinema-api-document.ts";
import { startCinemaApi } from "../src/samples/cinema/api/start-cinema-api.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import type { Json } from "../src/util/json.ts";
import { mulberry32 } from "../src/util/mulberry32.ts";
import { callOverHttp } from "../test/support/call-over-http.ts";
import { itemUser } from "./itool/item-user.ts";
import { printItool } from "./itool/print-itool.ts";
import { solutionPolicy } from "./itool/solution-policy.ts";
import { examplesIn, type TracedArgument, tracedArguments } from "./itool/traced-arguments.ts";

const sample = join(import.meta.dirname, "../src/samples/cinema");
const { values: flags } = parseArgs({
  options: {
    strategy: { type: "string", default: "react" },
    without: { type: "string", multiple: true, default: [] },
    only: { type: "string" },
    category: { type: "string" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    "model-url": { type: "string" },
    model: { type: "string", default: "default" },
    "model-per-question": { type: "boolean", default: false },
    format: { type: "string", default: "native" },
    user: { type: "string", default: "scripted" },
    parallel: { type: "string", default: "4" },
    steps: { type: "string", default: "30" },
    items: { type: "string", default: join(sample, "itool-items.json") },
    answers: { type: "string" },
    out: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const url = flags["model-url"];
if (url === undefined && flags.user === "simulated") {
  console.error("A simulated user is played by a model: name one with --model-url.");
  process.exit(64);
}
const strategy = () => strategyNamed(flags.strategy, flags.without as readonly Switch[]);
strategy();
const principal = { id: "bench" };
const signal = new AbortController().signal;
const cache = join(tmpdir(), "fuxi-bench-cache");
mkdirSync(cache, { recursive: true });

function chosen(items: readonly ItoolItem[]): readonly ItoolItem[] {
  const only = flags.only?.split(",");
  const categories = flags.category?.split(",");
  const fitting = items.filter(
    ({ id, category }) => (only?.includes(id) ?? true) && (categories?.includes(category) ?? true),
  );
  if (flags.sample === undefined) return fitting;
  const random = mulberry32(Number(flags.seed));
  return fitting
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, Number(flags.sample))
    .map(({ item }) => item);
}

/** The answers beside the set, or computed now. */
async function goldOf(items: readonly ItoolItem[]): Promise<Readonly<Record<string, ItoolGold>>> {
  const file = flags.answers ?? flags.items.replace(/items\.json$/u, "answers.json");
  if (flags.answers !== undefined || (file !== flags.items && existsSync(file)))
    return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, ItoolGold>>;
  const api = await startCinemaApi();
  try {
    const call = callOverHttp(api.url);
    return Object.fromEntries(
      await Promise.all(items.map(async (item) => [item.id, await itoolGold(item, call)] as const)),
    );
  } finally {
    await api.close();
  }
}

interface Report extends ItoolScore {
  readonly query: string;
  readonly gold: ItoolGold;
  readonly answer: unknown;
  readonly calls: number;
  readonly refuted: readonly string[];
  readonly failures: readonly string[];
  readonly traced: readonly TracedArgument[];
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
}

const items = chosen(readItool(readFileSync(flags.items, "utf8")));
const golds = await goldOf(items);
const examples = examplesIn(cinemaApiDocument("http://127.0.0.1") as Json);
const environments = await openEnvironments(["sample:cinema-api"], {
  ...{ folders: { cache, data: cache }, env: process.env, signal },
  onWarning: () => {},
});

async function run(item: ItoolItem, n: number): Promise<Report> {
  const gold = golds[item.id] ?? { needsQuestion: false };
  const name = flags["model-per-question"] ? `${flags.model}-${n}` : flags.model;
  const model = url === undefined ? undefined : await createModel({ name, baseUrl: url });
  const steps = Number(flags.steps);
  const artifacts = memoryArtifactStore();
  const started = performance.now();
  const { outcome, events, usage } = await runTask({
    environments,
    task: { question: item.query },
    strategy: strategy(),
    policy:
      model === undefined
        ? solutionPolicy(item, gold)
        : llmPolicy({ model, format: flags.format === "text" ? "text" : "native", stepLimit: steps }),
    userProxy: itemUser(item, flags.user === "simulated" ? model : undefined),
    store: memoryTrajectoryStore(),
    limits: { steps },
    artifacts,
    principal,
  });
  const failed = events.filter((event) => event.type === "action-failed");
  return {
    ...scoreItool(item, gold, { outcome, events }),
    query: item.query,
    gold,
    answer: outcome.type === "answered" ? outcome.answer : outcome,
    calls: item.solution.length,
    refuted: events.flatMap((event) =>
      event.type === "wish-weighed" && event.verdict.type === "refuted"
        ? [`${event.wish.question}: ${event.verdict.guidance}`]
        : [],
    ),
    failures: failed.map(({ action, failure }) => `${action.tool}: ${failure.code}: ${failure.message}`),
    traced: await tracedArguments(events, item, examples, { artifacts, principal }),
    replies: events.filter(({ type }) => type === "policy-replied").length,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    milliseconds: Math.round(performance.now() - started),
  };
}

if (flags.out !== undefined) writeFileSync(flags.out, "");
const reports: Report[] = [];
let next = 0;
async function worker(): Promise<void> {
  for (let at = next++; at < items.length; at = next++) {
    const item = items[at];
    if (item === undefined) return;
    const report = await run(item, at + 1);
    reports.push(report);
    if (flags.out !== undefined) appendFileSync(flags.out, `${JSON.stringify(report)}\n`);
    if (url !== undefined || flags.list || !report.success || report.refuted.length > 0) show(report);
  }
}

function show(report: Report): void {
  const { id, category, success, outcome, questions, missed, refuted, failures, answer, gold } = report;
  const asked = questions.map(
    ({ role, needed, relevant }) => `${role}:${needed}${relevant ? "" : ":irrelevant"}`,
  );
  console.log(
    `${reports.length}/${items.length} ${id} ${category} ${success ? "right" : "wrong"} ${outcome}${missed ? " missed" : ""}${asked.length === 0 ? "" : ` asked ${asked.join(" ")}`}`,
  );
  for (const each of refuted) console.log(`   refuted: ${each.slice(0, 300)}`);
  if (success) return;
  for (const each of failures) console.log(`   ${each.slice(0, 300)}`);
  console.log(
    `   ${JSON.stringify(answer).slice(0, 300)} against ${JSON.stringify(gold.answer)?.slice(0, 200)}`,
  );
}

await Promise.all(Array.from({ length: url === undefined ? 1 : Number(flags.parallel) }, worker));
await Promise.all(environments.map((environment) => environment.close()));

const total = (of: readonly Report[], pick: (report: Report) => number): number =>
  of.reduce((sum, report) => sum + pick(report), 0);
console.log(
  `\n${url === undefined ? "solutions through react" : `${flags.strategy}${flags.without.map((part) => ` without ${part}`).join("")}, ${flags.user} user`}`,
);
printItool(summariseItool(reports), (category) => {
  const of = reports.filter((report) => category === "all" || report.category === category);
  return {
    replies: total(of, ({ replies }) => replies),
    tokens: total(of, ({ inputTokens, outputTokens }) => inputTokens + outputTokens),
  };
});
const long = reports.filter(({ calls, category }) => calls >= 2 && category !== "unsupported");
const traced = long.flatMap((report) => report.traced);
const from = (where: TracedArgument["from"]): number => traced.filter((each) => each.from === where).length;
console.log(
  `\nof two and more calls: ${long.length}, answered right ${long.filter(({ success }) => success).length}, failed ${long.filter(({ success }) => !success).length}`,
);
console.log(
  `arguments sent: ${traced.length}, from the question ${from("question")}, the reply ${from("reply")}, a name put right ${from("correction")}, a response ${from("response")}, none of them ${from(undefined)}`,
);
const untraced = long.flatMap(({ failures }) =>
  failures.filter((each) => each.includes("untraced-argument")),
);
const copied = traced.filter((each) => each.from === undefined && each.inDocument);
console.log(`made up: refused as untraced ${untraced.length}, examples of the document ${copied.length}`);
const nowhere = new Map<string, number>();
for (const { from: where, name, value } of traced)
  if (where === undefined) nowhere.set(`${name}=${value}`, (nowhere.get(`${name}=${value}`) ?? 0) + 1);
if (nowhere.size > 0)
  console.log(`from none of them: ${[...nowhere].map(([what, count]) => `${what} (${count})`).join(", ")}`);
