import type { RunOptions, RunTaskOptions } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { BenchmarkTask, Judged, Scores } from "../benchmark/benchmark.ts";

/** Price of a model per million tokens, in the manifest's currency. */
type Price = Manifest["prices"][string];

const MILLION = 1_000_000;

/** The cost of a usage. Cached input without its own price costs as other input. Undefined if the provider did not report tokens. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Price): number | undefined {
  if (usage.calls === 0) return 0;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cachedInputTokens);
  return (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / MILLION;
}

/** The cost of a usage under a configuration: 0 without calls, undefined if the model's price is unknown. */
export function costUnder(
  { model }: Pick<Configuration, "model">,
  usage: Usage,
  prices: Manifest["prices"],
): number | undefined {
  if (usage.calls === 0) return 0;
  const price = model === undefined ? undefined : prices[model];
  return price === undefined ? undefined : costOf(usage, price);
}

/** Input and output tokens, as far as the provider reports them. */
export function tokensOf({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens;
}

/** Who chooses the actions. */
export type Decider = "model" | "built-in" | "oracle";

/** Settings of an agent, of which a run compares several. They contain all that may change the answers. */
export interface Configuration {
  /** Names the differences from the run's other configurations: "react", "api-docs-prompt rows=5", "react without get_distinct_values". No `/`. */
  readonly id: string;
  readonly decider: Decider;
  /** Name on the command line and in manifests: "openai/gpt-5-mini". Absent if no model decides. */
  readonly model?: string;
  readonly strategy: string;
  readonly format?: "native" | "text";
  /** Tools of a database that a model sees: `lean` unless given (`LlmPolicyOptions.tools`). */
  readonly tools?: "lean" | "all";
  /** Maximum replies of the policy, 15 by default (Middleware, Section 5). */
  readonly steps: number;
  /** Names of removed tools. */
  readonly withoutTools: readonly string[];
  /** Parts of the strategy that are switched off: "supervisor", "questions", "thoughts". */
  readonly without: readonly string[];
  /** Rows of each table in the prompt of `api-docs-prompt`; 0 for none (Middleware, Section 5.4). */
  readonly sampleRows: number;
  /** Triples in the prompt of `triples-prompt`. */
  readonly triples: number;
  /** Whether failures contain reason and advice. */
  readonly errorFeedback: boolean;
  /** Demonstrations before the question, or examples of a strategy that chooses them: as many as were published if 0. */
  readonly shots: number;
  /** Replies that vote on the answer, in strategies where they can; 1 unless given. */
  readonly votes?: number;
  /** `gold`: the question comes with its entities. */
  readonly entities: "gold" | "linked";
  readonly oracleKnowledge: boolean;
  /** Whether a simulated user answers questions. */
  readonly ask: boolean;
  /** The model that plays the user. Absent if the user replies in the data's own words. */
  readonly userModel?: string;
  /** Sampling parameters for the model, such as temperature. */
  readonly sampling: JsonObject;
}

/** Policy, strategy and limits for a task. */
export interface Decision
  extends Pick<
      RunOptions,
      "policy" | "strategy" | "userProxy" | "actLimits" | "stopConditions" | "glossary" | "price"
    >,
    Pick<RunTaskOptions, "limits" | "reopen"> {
  /** Replaces the question with its oracle knowledge. */
  readonly task?: Task;
  /** The place's environments, without what the configuration removes. They are not closed. */
  readonly environments?: readonly Environment[];
}

/** Further inputs of a decision. */
export interface DecideContext {
  readonly environments: readonly Environment[];
  /** From 0. */
  readonly repeat: number;
}

/** Provided by the composition root, which knows models and strategies by name. Equal arguments must give equal results in every process. */
export type Decide = (
  configuration: Configuration,
  task: BenchmarkTask,
  context: DecideContext,
) => Decision | Promise<Decision>;

/** The definition of a run, written when it starts. With it and the data, anybody can repeat the run. */
export interface Manifest {
  readonly benchmark: string;
  readonly options: JsonObject;
  readonly configurations: readonly Configuration[];
  readonly repeats: number;
  /** Selection of the tasks. */
  readonly sample?: { readonly size: number; readonly seed: number };
  readonly only?: readonly string[];
  /** Number of chosen tasks. */
  readonly tasks: number;
  readonly checksums: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly versions: {
    readonly fuxi: string;
    readonly node: string;
    /** Versions of the database engines of the first opened place, by name. */
    readonly engines: Readonly<Record<string, string>>;
  };
  /** Per million tokens, by model. The price of an absent model is unknown. */
  readonly prices: Readonly<
    Record<string, { readonly input: number; readonly output: number; readonly cachedInput?: number }>
  >;
  readonly currency: string;
  /** Concurrent items in one process. */
  readonly concurrency: number;
  readonly budget: { readonly tokens?: number; readonly cost?: number; readonly milliseconds?: number };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** The result of an item: all that reports need, so that they can be rebuilt without a model. */
export interface ItemRecord {
  /** `configuration/task/repeat`. */
  readonly item: string;
  readonly configuration: string;
  readonly task: string;
  /** From 0. */
  readonly repeat: number;
  /** Id of its trajectory. */
  readonly run: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly question: string;
  /** `answered`, `needs-clarification`, `unanswerable`, `stopped`, `failed`. */
  readonly outcome: string;
  /** The stop reason, or the failure's code. */
  readonly reason?: string;
  readonly answer?: string;
  readonly predicted?: string;
  readonly gold?: string;
  readonly remark?: string;
  readonly scores: Scores;
  /** Code of the error that prevented scoring. Such items are in no mean; reports count them. */
  readonly unscored?: string;
  /** The judge's verdict. Its usage is not in `usage`. */
  readonly judged?: Judged;
  readonly usage: Usage;
  /** In the currency of the prices. Absent if a price is unknown. */
  readonly cost?: number;
  /** Replies of the policy. */
  readonly rounds: number;
  readonly actions: number;
  /** Failures of actions and refused answers, by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Number of failures after which the next action of the same tool succeeded. */
  readonly repaired: number;
  /** `repaired` by failure code. */
  readonly repairedByCode: Readonly<Record<string, number>>;
  /** Replies that were neither an action nor an answer. */
  readonly unusable: number;
  /** Duration of the run, without scoring and without waiting for a person. */
  readonly milliseconds: number;
  /** Kind of error, from the closed table for the environment's kind. Absent for a right answer. */
  readonly error?: string;
  /** Present if a simulated user could be asked. */
  readonly asked?: {
    readonly questions: number;
    readonly needed: number;
    readonly relevant: number;
    /** Number of questions that the user could answer. */
    readonly answered: number;
  };
}
