/**
 * The bundled Itool set by each item's own solution: the calls go through the tools under `react`, and the user is asked first where the item needs a question.
 * Shows whether the tools can express the answers and whether the gate lets the needed questions through. A model is measured by `fuxi eval itool`.
 *
 * npm run bench -- itool [--only ids] [--list]
 */

import { oraclePolicy } from "../src/agent/policies/oracle-policy.ts";
import { runTask } from "../src/agent/run-loop.ts";
import type { Policy } from "../src/agent/strategy.ts";
import { strategyNamed } from "../src/config/strategies.ts";
import type { BenchmarkTask } from "../src/evaluation/benchmark/benchmark.ts";
import { itoolTask } from "../src/evaluation/benchmarks/itool/itool-benchmark.ts";
import { type ItoolGold, type ItoolItem, itoolItems } from "../src/evaluation/itool/itool-item.ts";
import { scoreItool } from "../src/evaluation/itool/score-itool.ts";
import { simulatedAsker } from "../src/evaluation/questions/asking.ts";
import { askedOf } from "../src/evaluation/run/run-item.ts";
import { NO_USAGE } from "../src/model/usage.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../src/store/trajectories.ts";
import type { ClarificationKind } from "../src/trajectory/clarification.ts";
import type { PolicyReply } from "../src/trajectory/policy-reply.ts";
import { readJson, sumOf, typed } from "./common.ts";
import { openSample } from "./environments.ts";

const KINDS: Readonly<Partial<Record<ItoolItem["category"], ClarificationKind>>> = {
  "several-meanings": "several-meanings",
  problematic: "problematic",
};

const said = (parts: Partial<PolicyReply>): PolicyReply => ({
  ...{ thought: "", actions: [], usage: NO_USAGE },
  ...parts,
});

/** Follows an item's solution through the tools, and asks the user first where the gold says so. */
function solutionPolicy(
  { category, question, words }: ItoolItem,
  gold: ItoolGold,
  task: BenchmarkTask,
): Policy {
  const oracle = oraclePolicy(() => task.oracle);
  return {
    id: "solution",
    async reply(request, context) {
      if (category === "unsupported")
        return said({ unanswerable: { reason: "No operation does that.", words: [] } });
      const isAsked = !gold.needsQuestion || request.transcript.some(({ type }) => type === "step");
      if (isAsked) return await oracle.reply(request, context);
      return said({ wish: { question, words, kind: KINDS[category] ?? "missing" } });
    },
  };
}

const { flags } = typed({ only: "", list: false });
const only = flags.only === "" ? undefined : flags.only.split(",");
const sample = (file: string) => readJson(new URL(`../src/samples/cinema/${file}`, import.meta.url));
const all = itoolItems(sample("itool-items.json"));
const golds = sample("itool-answers.json") as Readonly<Record<string, ItoolGold>>;
const environments = [await openSample("sample:cinema-api")];

type Report = Awaited<ReturnType<typeof run>>;

async function run(item: ItoolItem) {
  const gold = golds[item.id] ?? { needsQuestion: false };
  const task = itoolTask(item, gold, { place: "api", groups: {} });
  const { outcome, events } = await runTask({
    environments,
    task: { question: item.query },
    strategy: await strategyNamed("react"),
    policy: solutionPolicy(item, gold, task),
    userProxy: simulatedAsker({ task }),
    store: memoryTrajectoryStore(),
    limits: { steps: 30 },
    artifacts: memoryArtifactStore(),
    principal: { id: "bench" },
  });
  return {
    ...scoreItool(item, gold, { outcome, events }),
    asked: askedOf({ task, run: { outcome, events } }),
    item,
    refusedQuestions: events.flatMap((event) =>
      event.type === "wish-weighed" && event.verdict.type === "refuted"
        ? [`${event.wish.question}: ${event.verdict.guidance}`]
        : [],
    ),
    readings:
      outcome.type === "answered"
        ? outcome.evidence.flatMap(({ hangsOn = [] }) => hangsOn.map(({ text }) => text))
        : [],
    failures: events.flatMap((event) =>
      event.type === "action-failed"
        ? [`${event.action.tool}: ${event.failure.code}: ${event.failure.message}`]
        : [],
    ),
  };
}

const reports: Report[] = [];
for (const item of all.filter(({ id }) => only?.includes(id) ?? true)) {
  const report = await run(item);
  reports.push(report);
  const { success, outcome, missed, refusedQuestions, failures } = report;
  if (!flags.list && success && refusedQuestions.length + report.readings.length === 0) continue;
  console.log(
    `${item.id} ${item.category} ${success ? "right" : "wrong"} ${outcome}${missed ? " missed" : ""}`,
  );
  for (const line of [...refusedQuestions, ...report.readings, ...failures])
    console.log(`   ${line.slice(0, 300)}`);
}
await Promise.all(environments.map((environment) => environment.close()));

console.table(
  Object.fromEntries(
    [...new Set(all.map(({ category }) => category)), "all"].map((category) => {
      const own = reports.filter((each) => category === "all" || each.category === category);
      const sum = (name: keyof Report["asked"]) => sumOf(own, ({ asked }) => asked[name]);
      const counts = {
        items: own.length,
        success: own.filter(({ success }) => success).length,
        correctPath: own.filter(({ correctPath }) => correctPath).length,
        asked: sum("questions"),
        needed: sum("needed"),
        relevant: sum("relevant"),
        missed: own.filter(({ missed }) => missed).length,
      };
      return [category, counts];
    }),
  ),
);
const long = reports.filter(({ item }) => item.solution.length >= 2 && item.category !== "unsupported");
const right = (of: readonly Report[]) =>
  `${of.filter(({ success }) => success).length} of ${of.length} right`;
const madeUp = reports.flatMap(({ failures }) =>
  failures.filter((each) => each.includes("untraced-argument")),
);
console.log(
  `all: ${right(reports)}; two and more calls: ${right(long)}; refused as made up: ${madeUp.length}`,
);
