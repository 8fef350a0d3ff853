/**
 * The bundled Itool set by each item's own solution: the calls go through the tools under `react`, and the user is asked first where the item needs a question.
 * Shows whether the tools can express the answers and whether the gate lets the needed questions through. A model is measured by `fuxi eval itool`.
 *
 * npm run bench -- itool [--only ids] [--list]
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runTask } from "../src/agent/run-loop.ts";
import { scriptedUser, type UserProxy } from "../src/clarification/user-proxy.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { strategyNamed } from "../src/config/strategies.ts";
import { itoolTask } from "../src/evaluation/benchmarks/itool/itool-benchmark.ts";
import { type ItoolGold, type ItoolItem, readItool } from "../src/evaluation/itool/itool-item.ts";
import { type ItoolScore, scoreItool } from "../src/evaluation/itool/score-itool.ts";
import { askedOf } from "../src/evaluation/run/run-item.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";

import { memoryTrajectoryStore } from "../src/store/trajectories.ts";
import { solutionPolicy } from "./itool/solution-policy.ts";

const sample = join(import.meta.dirname, "../src/samples/cinema");
const { values: flags } = parseArgs({
  options: { only: { type: "string" }, list: { type: "boolean", default: false } },
});
const only = flags.only?.split(",");
const all = readItool(readFileSync(join(sample, "itool-items.json"), "utf8"));
const golds = JSON.parse(readFileSync(join(sample, "itool-answers.json"), "utf8")) as Readonly<
  Record<string, ItoolGold>
>;
const cache = join(tmpdir(), "fuxi-bench-cache");
const environments = await openEnvironments(["sample:cinema-api"], {
  ...{ folders: { cache, data: cache }, env: process.env, signal: new AbortController().signal },
  onWarning: () => {},
});

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

interface Report extends ItoolScore {
  readonly asked: ReturnType<typeof askedOf>;
  readonly item: ItoolItem;
  readonly refusedQuestions: readonly string[];
  readonly failures: readonly string[];
}

async function run(item: ItoolItem): Promise<Report> {
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
      const sum = (name: keyof Report["asked"]) => own.reduce((all, each) => all + each.asked[name], 0);
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
