/**
 * The mechanics of the papers' baselines without a language model, where an oracle decides. On PathQuestion: is the gold program among what
 * `pangu` enumerates, and handed in? Does `kb-binder` bind a right draft to the gold program, whose relations are renamed by a rule for all
 * (`birthPlace` for `__people__person__place_of_birth`), or by a list of paraphrases, written from the names alone? Does `structgpt` read the
 * gold's triples, hop by hop, and hand in the set at their end? On Spider and BIRD: how
 * many of the examples that `dail-sql` shows have the skeleton of the gold query, against examples at random?
 *
 * node bench/baselines.ts <data-folder> [--every N] [--list]
 */
import { scriptedPolicy } from "../src/agent/policies/scripted-policy.ts";
import type { RoleRequest } from "../src/agent/policy-request.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { kbBinder } from "../src/agent/strategies/baselines/kb-binder/kb-binder.ts";
import { pangu } from "../src/agent/strategies/baselines/pangu.ts";
import { structGpt } from "../src/agent/strategies/baselines/structgpt.ts";
import type { Policy, Strategy } from "../src/agent/strategy.ts";
import type { Environment } from "../src/environment/environment.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../src/store/trajectories.ts";
import { nameWords } from "../src/util/name-words.ts";
import { alikeExamples } from "./baseline-examples.ts";
import { ended, scratchFolder, share, typed } from "./common.ts";
import { openKnowledgeBase } from "./environments.ts";
import { type GoldSet, readGoldSets } from "./kb-oracle/replay-path.ts";

const { flags, words } = typed({ every: 1, list: false });
const folder = words[0] ?? ended("node bench/baselines.ts <data-folder>");

type Gold = GoldSet["questions"][number];

/** The relations of the program that is handed in, from the inside out. */
async function handedIn(environment: Environment, question: string, strategy: Strategy, policy: Policy) {
  const { outcome } = await runTask({
    ...{ environments: [environment], task: { question }, strategy, policy },
    ...{ store: memoryTrajectoryStore(), artifacts: memoryArtifactStore(), principal: { id: "bench" } },
  });
  if (outcome.type !== "answered") return JSON.stringify(outcome);
  const program = String(outcome.evidence[0]?.["program"]);
  return [...program.matchAll(/\(R (?:<urn:[^>]*:)?([^()>]+)>?\)/gu)]
    .map(([, relation]) => relation)
    .toReversed()
    .join(" ");
}

function programOf({ entity, relations }: Gold, renamed = (relation: string) => relation): readonly string[] {
  const parts = [JSON.stringify(entity)];
  for (const relation of relations) parts.push(`(JOIN (R ${renamed(relation)}) ${parts.at(-1)})`);
  return parts;
}

/** Chooses the longest of the candidates that the gold program begins with. */
function rankingOracle(gold: Gold): Policy {
  const parts = programOf(gold);
  return scriptedPolicy((request) => {
    const { input } = request as RoleRequest;
    const lines = [...input.matchAll(/^([a-z]+)\. (.*?)(?: \[best so far\])?$/gmu)];
    const [best] = lines.toSorted((a, b) => parts.indexOf(b[2] ?? "") - parts.indexOf(a[2] ?? ""));
    return { output: { chosen: [parts.includes(best?.[2] ?? "") ? (best?.[1] ?? "") : "none"] } };
  }, "oracle");
}

const drafting = (gold: Gold, renamed: (relation: string) => string): Policy =>
  scriptedPolicy(() => ({ output: { program: programOf(gold, renamed).at(-1) ?? "" } }), "oracle");

/** Chooses the gold's relations one after another, and answers with all objects of the last one. */
function readingOracle({ relations }: Gold): Policy {
  return scriptedPolicy((request) => {
    const { input, form } = request as RoleRequest;
    const readings = [...input.matchAll(/^#\d+ \((.*)\)$/gmu)].map(([, triples = ""]) => triples);
    const next = relations[readings.length];
    if (form.name === "relations") return { output: { relations: next === undefined ? [] : [next] } };
    const names = readings
      .at(-1)
      ?.split(`, ${relations.at(-1)}, `)[1]
      ?.split(" | ");
    const answer = next === undefined ? (names?.filter((name) => !/^\d+ more$/u.test(name)) ?? []) : [];
    return { output: { answer, more: next !== undefined } };
  }, "oracle");
}

/** The last two parts of the name without small words, turned around, in camel case, with the last word's number changed. */
function byRule(relation: string): string {
  const parts = relation.split("__").slice(-2).flatMap(nameWords);
  const [first = "", ...rest] = parts
    .filter((word) => !["of", "by", "in", "the", "and", "or"].includes(word))
    .toReversed();
  const last = rest.pop() ?? "";
  const turned = [first, ...rest, last === "" ? "" : last.endsWith("s") ? last.slice(0, -1) : `${last}s`];
  return turned.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

const PARAPHRASES: Readonly<Record<string, string>> = {
  cause_of_death: "died_of",
  children: "child",
  ethnicity: "ethnic_group",
  gender: "sex",
  institution: "educated_at",
  location: "located_in",
  nationality: "country_of_citizenship",
  parents: "has_parent",
  place_of_birth: "birthplace",
  place_of_death: "died_in",
  profession: "occupation",
  religion: "religious_belief",
  spouse: "married_to",
};

using scratch = scratchFolder("fuxi-baselines");
for (const set of (await readGoldSets(folder)).filter(({ name }) => name.startsWith("PathQuestion"))) {
  const environment = await openKnowledgeBase(set.file, scratch.path);
  const asked = set.questions.filter((_, at) => at % flags.every === 0);
  const tell = async (
    what: string,
    strategyFor: (gold: Gold) => Strategy,
    policyFor: (gold: Gold) => Policy,
  ) => {
    let right = 0;
    for (const gold of asked) {
      const made = await handedIn(environment, gold.question, strategyFor(gold), policyFor(gold));
      const wanted = gold.relations.join(" ");
      if (made === wanted) right++;
      else if (flags.list) console.log(`[${gold.id}] ${gold.question}\n  ${wanted}\n  ${made}`);
    }
    console.log(`${set.name}: ${what}: ${share(right, asked.length)}`);
  };
  const binder = ({ entity }: Gold) => kbBinder({ entities: [entity] });
  await tell(
    "pangu hands in the gold program where an oracle ranks",
    ({ entity }) => pangu({ entities: [entity] }),
    rankingOracle,
  );
  await tell(
    "structgpt hands in the set that an oracle reads",
    ({ entity }) => structGpt({ entities: [entity] }),
    readingOracle,
  );
  await tell("kb-binder binds a draft renamed by rule", binder, (gold) => drafting(gold, byRule));
  if (set.questions.every(({ relations }) => relations.every((each) => each in PARAPHRASES)))
    await tell("kb-binder binds a draft in paraphrases", binder, (gold) =>
      drafting(gold, (each) => PARAPHRASES[each] ?? each),
    );
  await environment.close();
}
alikeExamples(folder, flags.every);
