import type { RunOptions, RunTaskOptions } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { BenchmarkTask, Judged, Scores } from "../benchmark/benchmark.ts";

/** What a model costs per million tokens, in the currency of the manifest. */
type Price = Manifest["prices"][string];

const MILLION = 1_000_000;

/** Cached input costs what other input does where its price is not known; absent where the provider did not tell the tokens. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Price): number | undefined {
  if (usage.calls === 0) return 0;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cachedInputTokens);
  return (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / MILLION;
}

/** What a usage cost under a configuration: nothing where no model decides, absent where the price of its model is not known. */
export function costUnder(
  { model }: Pick<Configuration, "model">,
  usage: Usage,
  prices: Manifest["prices"],
): number | undefined {
  if (usage.calls === 0) return 0;
  const price = model === undefined ? undefined : prices[model];
  return price === undefined ? undefined : costOf(usage, price);
}

/** Input and output together, as far as the provider tells. */
export function tokensOf({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens;
}

/** Who decides. */
export type Decider = "model" | "built-in" | "oracle";

/** One way to answer, of which a run compares several: a column of its table. Everything in it may change the answers; nothing else does. */
export interface Configuration {
  /** Made of what differs from the others of the run: "react", "api-docs-prompt rows=5", "react without get_distinct_values". No `/`. */
  readonly id: string;
  readonly decider: Decider;
  /** As named on the command line and in manifests: "openai/gpt-5-mini"; absent where no model decides. */
  readonly model?: string;
  readonly strategy: string;
  readonly format?: "native" | "text";
  /** Replies of the policy, 15 unless given (Middleware, Section 5). */
  readonly steps: number;
  /** Tools that are taken away, by name. */
  readonly withoutTools: readonly string[];
  /** Parts of the strategy that are switched off: "supervisor", "questions", "thoughts". */
  readonly without: readonly string[];
  /** Rows of each table in the prompt of `api-docs-prompt`; 0 for none (Middleware, Section 5.4). */
  readonly sampleRows: number;
  /** Triples in the prompt of `triples-prompt`. */
  readonly triples: number;
  /** The embedding model by which `triples-prompt` ranks them, as named on the command line; absent where likeness is of words. */
  readonly embedding?: string;
  /** Whether failures say what to do; off, they say only that the action failed. */
  readonly errorFeedback: boolean;
  /** Demonstrations before the question. */
  readonly shots: number;
  /** `gold`: the question comes with its entities. */
  readonly entities: "gold" | "linked";
  readonly oracleKnowledge: boolean;
  /** Whether a simulated user answers questions. */
  readonly ask: boolean;
  /** The model that plays the user; absent where the data's own words are said. */
  readonly userModel?: string;
  /** Temperature and such, as handed to the model. */
  readonly sampling: JsonObject;
}

/** Who answers a task, and how. */
export interface Decision
  extends Pick<
      RunOptions,
      "policy" | "strategy" | "userProxy" | "actLimits" | "stopConditions" | "glossary" | "price"
    >,
    Pick<RunTaskOptions, "limits" | "reopen"> {
  /** In place of the question with its oracle knowledge. */
  readonly task?: Task;
  /** The place's own, with what the configuration takes away of them; theirs where it takes nothing. They are not closed. */
  readonly environments?: readonly Environment[];
}

/** What a decision may depend on beside the configuration and the task. */
export interface DecideContext {
  readonly environments: readonly Environment[];
  /** From 0. */
  readonly repeat: number;
}

/** Given by whoever composes the program: it alone knows models and strategies by name. The same for the same arguments, in every process. */
export type Decide = (
  configuration: Configuration,
  task: BenchmarkTask,
  context: DecideContext,
) => Decision | Promise<Decision>;

/** What a run is, written once when it begins: with it and the data anybody can do it again. */
export interface Manifest {
  readonly benchmark: string;
  readonly options: JsonObject;
  readonly configurations: readonly Configuration[];
  readonly repeats: number;
  /** How the tasks were chosen. */
  readonly sample?: { readonly size: number; readonly seed: number };
  readonly only?: readonly string[];
  /** How many were chosen. */
  readonly tasks: number;
  readonly checksums: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly versions: {
    readonly fuxi: string;
    readonly node: string;
    /** Of the databases, by the engine's name, as the first place that was opened told; empty where none is one. */
    readonly engines: Readonly<Record<string, string>>;
  };
  /** Per million tokens, by model; a model that is absent has no known price. */
  readonly prices: Readonly<
    Record<string, { readonly input: number; readonly output: number; readonly cachedInput?: number }>
  >;
  readonly currency: string;
  /** Beside each other in one process. */
  readonly concurrency: number;
  readonly budget: { readonly tokens?: number; readonly cost?: number; readonly milliseconds?: number };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** Everything that reports need of one answered task, so that they can be rebuilt without a model: the result of one item of work. */
export interface ItemRecord {
  /** `configuration/task/repeat`. */
  readonly item: string;
  readonly configuration: string;
  readonly task: string;
  /** From 0. */
  readonly repeat: number;
  /** Of its trajectory. */
  readonly run: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly question: string;
  /** `answered`, `needs-clarification`, `unanswerable`, `stopped`, `failed`. */
  readonly outcome: string;
  /** The stop reason, or the code of the failure. */
  readonly reason?: string;
  readonly answer?: string;
  readonly predicted?: string;
  readonly gold?: string;
  readonly remark?: string;
  readonly scores: Scores;
  /** Code of what kept it from being scored. It is in no mean then, and whoever shows means says how many such items there are. */
  readonly unscored?: string;
  /** Where a judge was asked; what it took is not in `usage`. */
  readonly judged?: Judged;
  readonly usage: Usage;
  /** In the currency of the prices; absent where a price is not known. */
  readonly cost?: number;
  /** Replies of the policy. */
  readonly rounds: number;
  readonly actions: number;
  /** Failures of actions and refused answers, by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Of the failures, those after which the next action of the same tool went through. */
  readonly repaired: number;
  /** The same by code. */
  readonly repairedByCode: Readonly<Record<string, number>>;
  /** Replies that were neither an action nor an answer. */
  readonly unusable: number;
  /** Of the run, without scoring and without waiting for a person. */
  readonly milliseconds: number;
  /** What kind of error it is, of the closed table of the environment's kind; absent where the item is right. */
  readonly error?: string;
  /** Present where a simulated user could be asked. */
  readonly asked?: {
    readonly questions: number;
    readonly needed: number;
    readonly relevant: number;
    /** Those that the user could answer. */
    readonly answered: number;
  };
}
