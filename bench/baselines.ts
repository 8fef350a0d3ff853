/**
 * The mechanics of the papers' baselines, without a language model: what they do with right decisions. `pangu`: is the gold program among what
 * is enumerated, and handed in, where an oracle ranks? On PathQuestion.
 *
 * node bench/baselines.ts <data-folder> [--every N] [--list]
 */

import { scriptedPolicy } from "../src/agent/policies/scripted-policy.ts";
import type { RoleRequest } from "../src/agent/policy-request.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { pangu } from "../src/agent/strategies/baselines/pangu.ts";
import type { Policy, Strategy } from "../src/agent/strategy.ts";
import type { Environment } from "../src/environment/environment.ts";
import type { PathQuestion } from "../src/evaluation/benchmarks/path-task.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../src/store/trajectories.ts";
import { ended, scratchFolder, share, typed } from "./common.ts";
import { openKnowledgeBase } from "./environments.ts";
import { readGoldSets } from "./kb-oracle/replay-path.ts";

const { flags, words } = typed({ every: 1, list: false });
const folder = words[0] ?? ended("node bench/baselines.ts <data-folder>");

/** A run with its answers as texts; empty where it has none. */
async function answersOf(environment: Environment, question: string, strategy: Strategy, policy: Policy) {
  const { outcome } = await runTask({
    ...{ environments: [environment], task: { question }, strategy, policy },
    ...{ store: memoryTrajectoryStore(), artifacts: memoryArtifactStore(), principal: { id: "bench" } },
  });
  if (outcome.type !== "answered") return { texts: [], problem: JSON.stringify(outcome) };
  return {
    texts: (outcome.answer.members ?? []).map(({ label, value }) => String(label ?? value)),
    problem: "",
  };
}

/** Chooses the candidate that the gold program begins with, and the best so far once it is the gold. */
function rankingOracle({ entity, relations }: PathQuestion): Policy {
  const gold = [JSON.stringify(entity)];
  for (const relation of relations) gold.push(`(JOIN (R ${relation}) ${gold.at(-1)})`);
  return scriptedPolicy((request) => {
    const { input } = request as RoleRequest;
    const lines = [...input.matchAll(/^([a-z]+)\. (.*?)( \[best so far\])?$/gmu)];
    const [letter, at] = lines.reduce<readonly [string, number]>(
      (best, [, each = "", text = ""]) => (gold.indexOf(text) > best[1] ? [each, gold.indexOf(text)] : best),
      ["", -1],
    );
    if (at < 0)
      return {
        unanswerable: { reason: "The gold is not among the candidates.", words: [] },
        output: { chosen: [] },
      };
    return { output: { chosen: [letter] } };
  }, "oracle");
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((each) => b.includes(each));

using scratch = scratchFolder("fuxi-baselines");
for (const set of (await readGoldSets(folder)).filter(({ name }) => name.startsWith("PathQuestion"))) {
  const environment = await openKnowledgeBase(set.file, scratch.path);
  const asked = set.questions.filter((_, at) => at % flags.every === 0);
  let ranked = 0;
  for (const gold of asked) {
    const strategy = pangu({ entities: [gold.entity] });
    const { texts, problem } = await answersOf(environment, gold.question, strategy, rankingOracle(gold));
    if (sameSet(texts, gold.answers)) ranked++;
    else if (flags.list)
      console.log(
        `[${gold.id}] ${gold.question}\n  ${gold.entity}: ${gold.relations.join(" ")}\n  ${texts.join(", ")} ${problem}`,
      );
  }
  console.log(
    `${set.name}: pangu hands in the gold program where an oracle ranks: ${share(ranked, asked.length)}`,
  );
  await environment.close();
}
