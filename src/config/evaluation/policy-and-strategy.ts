import { builtInPolicy } from "../../agent/policies/built-in-policy.ts";
import { llmPolicy } from "../../agent/policies/llm-policy.ts";
import { oraclePolicy } from "../../agent/policies/oracle-policy.ts";
import type { Shot } from "../../agent/policies/shot-messages.ts";
import type { SolvedQuestion } from "../../agent/strategies/baselines/baseline.ts";
import type { Policy, Strategy } from "../../agent/strategy.ts";
import { nobody, type UserProxy } from "../../clarification/user-proxy.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkTask } from "../../evaluation/benchmark/benchmark.ts";
import { errorFeedbackOff, withoutTools } from "../../evaluation/run/ablation.ts";
import type { Configuration, DecideContext, Decision } from "../../evaluation/run/configuration.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { given } from "../../util/given.ts";
import {
  choicesOf,
  environmentsFor,
  type Switch,
  strategyNamed,
  switchesOf,
  whatGives,
} from "../strategies.ts";

/** What the program has at hand for whoever answers. */
export interface DecidingWith {
  /** By the names that configurations have. */
  readonly models: ReadonlyMap<string, LanguageModel>;
  /** Where the sample is kept that demonstrations are made on. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  /** Of the benchmark: examples for strategies that choose theirs. None unless given. */
  readonly tasks?: readonly BenchmarkTask[];
  /** Who is asked where a configuration asks; nobody unless given. */
  readonly userFor?: (task: BenchmarkTask) => UserProxy;
  readonly onNotice?: (notice: string) => void;
}

export type PolicyAndStrategy = (
  configuration: Configuration,
  task: BenchmarkTask,
  context: DecideContext,
) => Promise<Pick<Decision, "policy" | "strategy" | "userProxy" | "environments">>;

/**
 * Makes of a configuration who decides, by which strategy, and over which environments: with tools taken away, failures without advice,
 * and demonstrations, as it says. Environments and demonstrations are made once.
 *
 * @throws FuxiError, from what it makes: `usage` for a configuration that cannot be, `model-not-configured` for a model that was not opened
 */
export function policyAndStrategyFor(options: DecidingWith): PolicyAndStrategy {
  const changed = new WeakMap<Environment, Map<string, Environment>>();
  const demonstrations = new Map<string, Promise<readonly Shot[]>>();

  const environmentsOf = async (configuration: Configuration, own: readonly Environment[]) => {
    const { id, strategy, sampleRows } = configuration;
    const known = own.map((environment) => changed.get(environment)?.get(id));
    if (known.every((each) => each !== undefined)) return known;
    const made = ablated(configuration, await environmentsFor(strategy, own, { sampleRows }));
    for (const [at, environment] of own.entries()) {
      const byId = changed.get(environment) ?? new Map<string, Environment>();
      changed.set(environment, byId.set(id, made[at] ?? environment));
    }
    return made;
  };

  const shotsOf = async (count: number, [environment]: readonly Environment[]): Promise<readonly Shot[]> => {
    if (count === 0 || environment === undefined) return [];
    const { id, kind, tools } = environment;
    const key = [count, id, kind, ...tools.map(({ name }) => name)].join(" ");
    const made =
      demonstrations.get(key) ??
      import("./cinema-shots.ts").then(({ cinemaShots }) => cinemaShots(environment, count, options));
    demonstrations.set(key, made);
    try {
      return await made;
    } catch (error) {
      demonstrations.delete(key);
      throw error;
    }
  };

  return async (configuration, task, context) => {
    check(configuration);
    const environments = await environmentsOf(configuration, context.environments);
    const shots = await shotsOf(choosesExamples(configuration) ? 0 : configuration.shots, environments);
    const asked = configuration.ask ? options.userFor?.(task) : undefined;
    return {
      policy: policyFor(configuration, task, shots, options),
      strategy: await strategyFor(configuration, task, asked !== undefined, options.tasks),
      userProxy: asked ?? nobody,
      environments,
    };
  };
}

const choosesExamples = ({ strategy }: Configuration): boolean =>
  choicesOf(strategy).choosesExamples === true;

function check({ strategy, decider, shots, withoutTools: taken, ...configuration }: Configuration): void {
  const { errorFeedback, votes = 1, sampling } = configuration;
  const noModel = decider !== "model";
  // One round is zero-shot in the papers, and has no tools and no failures.
  const one = whatGives(strategy) === "reply";
  const isReport = whatGives(strategy) === "report";
  const other = "Name a model, or another strategy.";
  const refused: readonly (readonly [when: boolean, what: string, hint: string])[] = [
    [
      noModel && shots > 0,
      `Demonstrations are for language models, and ${decider} is none.`,
      "Leave --shots out.",
    ],
    [
      noModel && isReport,
      `${strategy} has a report written by a language model, and ${decider} is none.`,
      other,
    ],
    [noModel && one, `${strategy} puts one question to a language model, and ${decider} is none.`, other],
    [one && shots > 0, `${strategy} is asked without demonstrations.`, "Leave --shots out."],
    [
      one && taken.length > 0,
      `${strategy} has no tools that could be taken away.`,
      "Leave --without-tool out.",
    ],
    [
      votes > 1 && choicesOf(strategy).votes !== true,
      `In ${strategy} no replies vote.`,
      "Leave --votes out.",
    ],
    [
      votes > 1 && sampling["temperature"] === 0,
      "At temperature 0 all replies that vote are the same.",
      "Add --temperature 1.",
    ],
    [one && !errorFeedback, `${strategy} is told of no failure anyway.`, "Leave --error-feedback out."],
  ];
  const [, what, hint] = refused.find(([when]) => when) ?? [];
  if (what !== undefined) throw new FuxiError("usage", what, given({ hint }));
}

/** The place's own environments where nothing is changed. */
function ablated(
  { withoutTools: taken, errorFeedback }: Configuration,
  own: readonly Environment[],
): readonly Environment[] {
  const left = taken.length === 0 ? own : withoutTools(own, taken);
  return errorFeedback ? left : left.map(errorFeedbackOff);
}

async function strategyFor(
  { strategy, without, sampleRows, triples, entities, shots, votes }: Configuration,
  task: BenchmarkTask,
  asks: boolean,
  tasks: readonly BenchmarkTask[] = [],
): Promise<Strategy> {
  // Where nobody answers, a question would only end the run.
  const silent = !asks && switchesOf(strategy).includes("questions") && !without.includes("questions");
  const switches = [...(without as readonly Switch[]), ...(silent ? (["questions"] as const) : [])];
  const gold = entities === "gold" ? task.entities?.map(({ id, name }) => id ?? name) : undefined;
  const chosen = {
    entities: gold,
    votes,
    shots: shots === 0 ? undefined : shots,
    examples: choicesOf(strategy).choosesExamples && examplesFor(task, tasks),
  };
  return await strategyNamed(strategy, switches, { sampleRows, triples, ...given(chosen) });
}

/**
 * Solved questions to choose examples from: of other databases, as published (cross-domain), and of the same knowledge base. Never the question
 * itself, nor one in other words: on a knowledge base one with the same program.
 */
function examplesFor(asked: BenchmarkTask, tasks: readonly BenchmarkTask[]): readonly SolvedQuestion[] {
  const own = programIn(asked);
  return tasks.flatMap((task): SolvedQuestion[] => {
    const { id, place, question, oracle = { actions: [] } } = task;
    if (id === asked.id || question === asked.question) return [];
    if ("sql" in oracle) return place === asked.place ? [] : [{ question, place, sql: oracle.sql }];
    const program = place === asked.place ? programIn(task) : undefined;
    return program === undefined || program === own ? [] : [{ question, place, program }];
  });
}

/** The gold program with entities by their names, as questions write them; undefined where the data do not name one. */
function programIn({ oracle, entities = [] }: BenchmarkTask): string | undefined {
  if (oracle === undefined || !("program" in oracle)) return undefined;
  const names = new Map(entities.map(({ id, name }) => [id, JSON.stringify(name)]));
  const program = oracle.program
    .replace(/\(NAMED ("(?:[^"\\]|\\.)*")\)/gu, "$1")
    .replace(/"(?:[^"\\]|\\.)*"|[^\s()"]+/gu, (word) => names.get(word) ?? word);
  return /[(\s](?:<|[mg]\.\w)/u.test(program) ? undefined : program;
}

function policyFor(
  { decider, model, format, tools, steps, sampling }: Configuration,
  task: BenchmarkTask,
  shots: readonly Shot[],
  { models, onNotice }: DecidingWith,
): Policy {
  if (decider === "oracle") return oraclePolicy(() => task.oracle);
  if (decider === "built-in") return builtInPolicy();
  const found = models.get(model ?? "");
  if (found === undefined) {
    const message = `The model ${model ?? "without a name"} is not among those that were opened.`;
    throw new FuxiError("model-not-configured", message, { hint: "Name it with --model." });
  }
  return llmPolicy({
    model: found,
    sampling,
    stepLimit: steps,
    ...(shots.length === 0 ? {} : { shots }),
    ...given({ format, tools, onNotice }),
  });
}
