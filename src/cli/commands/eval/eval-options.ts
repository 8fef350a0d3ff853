import { Command, InvalidArgumentError, Option } from "commander";
import { SWITCHES, type Switch } from "../../../config/strategy-switches.ts";
import type { EgressLevel } from "../../../environment/egress/egress-level.ts";
import type { LoadOptions } from "../../../evaluation/benchmark/benchmark.ts";
import { given } from "../../../util/given.ts";
import { egressOption, positive } from "../../run-options.ts";

/** What `fuxi eval <benchmark>` is told. */
export interface EvalOptions {
  readonly data?: string;
  readonly split?: string;
  readonly dialect?: string;
  readonly server?: string;
  readonly endpoint?: string;
  readonly timings?: number;
  readonly strategy: readonly string[];
  readonly policy?: "built-in" | "oracle";
  readonly model?: readonly string[];
  readonly modelUrl?: string;
  readonly format?: "native" | "text";
  readonly temperature?: number;
  readonly sample?: number;
  readonly seed: number;
  readonly only?: readonly string[];
  readonly repeat: number;
  readonly concurrency: number;
  readonly maxSteps?: readonly number[];
  readonly withoutTool?: readonly string[];
  readonly without?: readonly Switch[];
  readonly sampleRows: readonly number[];
  readonly triples: readonly number[];
  readonly embeddingModel?: string;
  readonly shots: readonly number[];
  readonly entities: "gold" | "linked";
  readonly errorFeedback: "on" | "off";
  /** False with --no-oracle-knowledge. */
  readonly oracleKnowledge: boolean;
  readonly ask?: boolean;
  readonly askBoth?: boolean;
  readonly userModel?: string;
  readonly judgeModel?: string;
  readonly judgeModelUrl?: string;
  readonly egress?: EgressLevel;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxTime?: number;
  readonly retries: number;
  readonly prices?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly run?: string;
  readonly store?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What of the flags is about the data; as a manifest keeps it. */
export function loadOptionsOf(
  { data: folder, split, dialect, server, endpoint, timings }: EvalOptions,
  judge?: string,
): Omit<LoadOptions, "cacheFolder"> {
  return given({ folder, split, dialect, server, endpoint, timings, judge });
}

/** The options of one run; those that take lists make a configuration of each combination. */
export function addEvalOptions(command: Command): Command {
  return command
    .option("--data <folder>", "the benchmark's data, laid out as published")
    .option("--split <name>", "which part, where there are several: dev, mini-dev, 2hop, tmdb, …")
    .option("--dialect <name>", "of the gold SQL, where there are several (default sqlite)")
    .option("--server <url>", "where the databases of another dialect are, or the API")
    .option("--endpoint <url|file>", "the knowledge base, where the data have none")
    .option("--timings <n>", "time right queries this often beside their gold, for R-VES", whole)
    .addOption(
      swept(
        "--strategy <names>",
        "react, decoupled, api-docs-prompt, …: one or several, with commas",
        words,
        "react",
      ),
    )
    .addOption(choice("--policy <name>", "who decides in place of a model", ["built-in", "oracle"]))
    .option("--model <names>", "language models, with commas (env FUXI_MODEL)", words)
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .addOption(choice("--format <form>", "tool calls as the provider's own or as text", ["native", "text"]))
    .option("--temperature <t>", "of the model (default 0)", notNegative)
    .option("--sample <n>", "so many questions, drawn by --seed", whole)
    .option("--seed <n>", "of what is drawn", wholeOrZero, 1)
    .option("--only <ids>", "only these questions, with commas (repeatable)", moreWords)
    .option("--repeat <n>", "ask each question so often", whole, 1)
    .option("--concurrency <n>", "questions beside each other", whole, 4)
    .option("--max-steps <numbers>", "replies of the model at most (default 15; 60 for the oracle)", wholes)
    .option("--without-tool <name>", "take a tool away (repeatable)", moreWords)
    .option(
      "--without <part>",
      `switch a part of the strategy off: ${SWITCHES.join(", ")} (repeatable)`,
      moreSwitches,
    )
    .addOption(
      swept(
        "--sample-rows <numbers>",
        "rows of each table in the prompt of api-docs-prompt: 0,1,5,10,20",
        wholesOrZero,
        "0",
      ),
    )
    .addOption(
      swept("--triples <numbers>", "triples in the prompt of triples-prompt: 10,50,100,200", wholes, "100"),
    )
    .option(
      "--embedding-model <name>",
      "ranks those triples by likeness to the question (default: by their words)",
    )
    .addOption(swept("--shots <numbers>", "demonstrations before the question", wholesOrZero, "0"))
    .addOption(
      choice("--entities <how>", "whether questions come with their entities", ["gold", "linked"], "linked"),
    )
    .addOption(choice("--error-feedback <state>", "whether failures say what to do", ["on", "off"], "on"))
    .option("--no-oracle-knowledge", "leave out what the data know of a question (BIRD's evidence)")
    .option("--ask", "let it ask a simulated user, who knows what was meant")
    .option("--ask-both", "once without and once with asking that user, with both beside each other")
    .option("--user-model <name>", "plays that user where the data's own words do not settle a question")
    .option("--judge-model <name>", "holds long-form answers against their references (dbqa)")
    .option(
      "--judge-model-url <url>",
      "base URL of the judge's server (default: its provider's, or that of --model-url for a bare name)",
    )
    .addOption(egressOption())
    .option("--max-tokens <n>", "tokens of the whole run at most", whole)
    .option("--max-cost <n>", "cost of the whole run at most (needs prices)", notNegative)
    .option("--max-time <minutes>", "time of this call at most", positive)
    .option(
      "--retries <n>",
      "how often a question is asked again where the model could not be reached",
      wholeOrZero,
      3,
    )
    .option("--prices <file>", "YAML or JSON: per model, of a million tokens, input, output and cachedInput")
    .option("--record <file>", "record the model's replies")
    .option("--replay <file>", "replay recorded replies instead of calling the model")
    .option("--run <id>", "begin the run under this name, or go on with it, also beside another process")
    .option("--out <folder>", "write report.html, report.md and report.json there")
    .option("--json", "the report as JSON")
    .option("-q, --quiet", "no progress");
}

const swept = <T>(
  flags: string,
  description: string,
  read: (text: string) => readonly T[],
  fallback: string,
): Option => new Option(flags, description).argParser(read).default(read(fallback), fallback);

function choice(flags: string, description: string, all: readonly string[], fallback?: string): Option {
  const option = new Option(flags, description).choices(all);
  return fallback === undefined ? option : option.default(fallback);
}

const words = (text: string): readonly string[] => {
  const all = text.split(",").map((each) => each.trim());
  if (all.some((each) => each === ""))
    throw new InvalidArgumentError("Names with commas between are wanted.");
  return all;
};

const moreWords = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  ...words(text),
];

function moreSwitches(text: string, before: readonly Switch[] | undefined): readonly Switch[] {
  const known: readonly string[] = SWITCHES;
  if (!known.includes(text)) throw new InvalidArgumentError(`One of ${SWITCHES.join(", ")} is wanted.`);
  return [...(before ?? []), text as Switch];
}

function counted(text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidArgumentError(`A whole number of ${least} or more is wanted.`);
}

export const whole = (text: string): number => counted(text, 1);
const wholeOrZero = (text: string): number => counted(text, 0);
const wholes = (text: string): readonly number[] => words(text).map(whole);
const wholesOrZero = (text: string): readonly number[] => words(text).map(wholeOrZero);

function notNegative(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("A number of 0 or more is wanted.");
}

/** What `fuxi eval judges` is told. */
export interface JudgesOptions {
  readonly reviewers: number;
  readonly meta: number;
  readonly model?: readonly string[];
  readonly modelUrl?: string;
  readonly temperature: number;
  readonly reference?: boolean;
  readonly human?: string;
  /** False with --no-description. */
  readonly description: boolean;
  readonly only?: readonly string[];
  readonly concurrency: number;
  readonly prices?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function judgesOptions(): Command {
  return new Command("judges")
    .argument("<run>", "an evaluation")
    .option("--reviewers <n>", "of each sub-task", whole, 3)
    .option("--meta <n>", "meta-reviewers, who read the reviews and decide", whole, 3)
    .option("--model <names>", "that judge, with commas: they take turns (env FUXI_MODEL)", words)
    .option(
      "--model-url <url>",
      "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
    )
    .option("--temperature <t>", "of reviewers and meta-reviewers", notNegative, 0.7)
    .option("--reference", "also hold answers against the references of the benchmark")
    .option("--human <file>", "CSV with task, sub-task (or reference) and verdict: agreement with people")
    .option("--no-description", "judge without what the data are like, where they cannot be opened")
    .option("--only <tasks>", "only these questions, with commas", words)
    .option("--concurrency <n>", "verdicts beside each other", whole, 4)
    .option("--prices <file>", "YAML or JSON: per model, of a million tokens, input, output and cachedInput")
    .option("--record <file>", "record the judges' replies")
    .addOption(new Option("--replay <file>", "replay recorded replies").conflicts("record"))
    .option("--out <file>", "write the report there as JSON, with every rationale")
    .option("--json", "the report as JSON")
    .option("-q, --quiet", "no progress");
}

/** Forms in which a report can be written. */
const REPORT_FORMS = ["html", "md", "json", "inspect"] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export const DEFAULT_FORMS: readonly ReportForm[] = ["html", "md", "json"];

/** Forms in which two runs beside each other, and a study, can be written. */
export const PAGE_FORMS = ["html", "md", "json"] as const;
export type PageForm = (typeof PAGE_FORMS)[number];

export const formsIn = (text: string): readonly ReportForm[] => someOf(REPORT_FORMS, text);
export const pageFormsIn = (text: string): readonly PageForm[] => someOf(PAGE_FORMS, text);

function someOf<T extends string>(forms: readonly T[], text: string): readonly T[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !(forms as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no form: some of ${forms.join(", ")} are wanted.`);
  return forms.filter((form) => named.includes(form));
}
