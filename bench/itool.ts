/**
 * The bundled Itool set by each item's own solution: the calls go through the tools under `react`, and the user is asked first where the item needs a question.
 * Shows whether the tools can express the answers and whether the gate lets the needed questions through. A model is measured by `fuxi eval itool`.
 *
 * npm run bench -- itool [--only ids] [--list]
 */

import type { PolicyRequest } from "../src/agent/policy-request.ts";
import { runTask } from "../src/agent/run-loop.ts";
import type { Policy } from "../src/agent/strategy.ts";
import { scriptedUser, type UserProxy } from "../src/clarification/user-proxy.ts";
import { strategyNamed } from "../src/config/strategies.ts";
import { itoolTask } from "../src/evaluation/benchmarks/itool/itool-benchmark.ts";
import { type ItoolGold, type ItoolItem, itoolItems } from "../src/evaluation/itool/itool-item.ts";
import { scoreItool } from "../src/evaluation/itool/score-itool.ts";
import { solutionPlan } from "../src/evaluation/itool/solution-plan.ts";
import { askedOf } from "../src/evaluation/run/run-item.ts";
import { NO_USAGE } from "../src/model/usage.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../src/store/trajectories.ts";
import type { ClarificationKind } from "../src/trajectory/clarification.ts";
import type { PolicyReply } from "../src/trajectory/policy-reply.ts";
import { readJson, sumOf, typed } from "./common.ts";
import { openSample } from "./environments.ts";

/**
 * Follows an item's solution through the tools: arguments that are expressions are extracted from the responses before, so that nothing is made up. Where the gold
 * says so the user is asked first. What the tools refuse ends `unanswerable` with their words.
 */
function solutionPolicy(item: ItoolItem, gold: ItoolGold): Policy {
  const plan = solutionPlan(item);
  return {
    id: "solution",
    async reply(request, context) {
      if (item.category === "unsupported") return ended("No operation does that.");
      if (gold.needsQuestion && !request.transcript.some(({ type }) => type === "step")) return asks(item);
      const results = request.transcript.filter((each) => each.type === "result");
      const last = results.at(-1);
      if (last?.failed === true) return ended(`${last.failure ?? "failure"}: ${last.text}`);
      const refused = refusalIn(request);
      if (refused !== undefined) return ended(`answer refused: ${refused}`);
      const { actions, claim } = await plan(context);
      const action = actions[results.length];
      return action === undefined ? said({ claim: { claim } }) : said({ actions: [action] });
    },
  };
}

const KINDS: Readonly<Partial<Record<ItoolItem["category"], ClarificationKind>>> = {
  "several-meanings": "several-meanings",
  problematic: "problematic",
};

function asks({ question, words, category }: ItoolItem): PolicyReply {
  return said({ wish: { question, words, kind: KINDS[category] ?? "missing" } });
}

function refusalIn({ transcript }: PolicyRequest): string | undefined {
  const claimed = transcript.findLastIndex((each) => each.type === "step" && each.claim !== undefined);
  const told = claimed < 0 ? undefined : transcript.slice(claimed).find(({ type }) => type === "feedback");
  return told?.type === "feedback" ? told.text : undefined;
}

function ended(reason: string): PolicyReply {
  return said({ unanswerable: { reason, words: [] } });
}

function said(parts: Partial<PolicyReply>): PolicyReply {
  return { thought: "", actions: [], usage: NO_USAGE, ...parts };
}

const { flags } = typed({ only: "", list: false });
const only = flags.only === "" ? undefined : flags.only.split(",");
const sample = (file: string) => readJson(new URL(`../src/samples/cinema/${file}`, import.meta.url));
const all = itoolItems(sample("itool-items.json"));
const golds = sample("itool-answers.json") as Readonly<Record<string, ItoolGold>>;
const environments = [await openSample("sample:cinema-api")];

/** Says the hidden answer once, to a question about what is unclear; never gives permission for an effect. */
function userOf({ words, about, reply }: ItoolItem): UserProxy {
  const forms = [...words, ...about].map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`),
  );
  const unclear = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forms.join("|")})(?![\p{L}\p{N}])`, "iu");
  const user = scriptedUser([
    ...(reply === "" ? [] : [{ about: unclear, reply }]),
    { reply: "I have said all I know.", times: Number.POSITIVE_INFINITY },
  ]);
  return {
    ask: async (clarification, signal) =>
      clarification.permission === undefined ? user.ask(clarification, signal) : { type: "declined" },
  };
}

type Report = Awaited<ReturnType<typeof run>>;

async function run(item: ItoolItem) {
  const gold = golds[item.id] ?? { needsQuestion: false };
  const { outcome, events } = await runTask({
    environments,
    task: { question: item.query },
    strategy: strategyNamed("react", []),
    policy: solutionPolicy(item, gold),
    userProxy: userOf(item),
    store: memoryTrajectoryStore(),
    limits: { steps: 30 },
    artifacts: memoryArtifactStore(),
    principal: { id: "bench" },
  });
  return {
    ...scoreItool(item, gold, { outcome, events }),
    asked: askedOf({
      task: itoolTask(item, gold, { place: "api", groups: {} }),
      run: { outcome, events },
    }),
    item,
    refusedQuestions: events.flatMap((event) =>
      event.type === "wish-weighed" && event.verdict.type === "refuted"
        ? [`${event.wish.question}: ${event.verdict.guidance}`]
        : [],
    ),
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
  if (!flags.list && success && refusedQuestions.length === 0) continue;
  console.log(
    `${item.id} ${item.category} ${success ? "right" : "wrong"} ${outcome}${missed ? " missed" : ""}`,
  );
  for (const line of [...refusedQuestions, ...failures]) console.log(`   ${line.slice(0, 300)}`);
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
