import { Command, InvalidArgumentError, Option } from "commander";
import { TOOL_SETS } from "../../../agent/tool-names.ts";
import { SWITCHES, type Switch } from "../../../config/strategies.ts";
import type { EgressLevel } from "../../../environment/egress/egress-level.ts";
import type { LoadOptions } from "../../../evaluation/benchmark/benchmark.ts";
import { given } from "../../../util/given.ts";
import { notNegative, positive, wholeNumber, wholeOrZero } from "../../option-values.ts";
import { egressOption } from "../../run-options.ts";

/** An option of a command, typed by its parsed value. */
interface Told<T> {
  readonly option: Option;
  readonly reads?: T;
}

type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Told<infer T> ? T : never;
};

/** An option whose text is parsed by `reader`. If not given, it is undefined, or parsed from `fallback`. */
function read<T>(flags: string, text: string, reader: (text: string) => T): Told<T | undefined>;
function read<T>(flags: string, text: string, reader: (text: string) => T, fallback: string): Told<T>;
function read<T>(flags: string, text: string, reader: (text: string) => T, fallback?: string): Told<unknown> {
  const option = new Option(flags, text).argParser(reader);
  return { option: fallback === undefined ? option : option.default(reader(fallback), fallback) };
}

const plain = (flags: string, text: string): Told<string | undefined> => ({
  option: new Option(flags, text),
});
const flag = (flags: string, text: string): Told<boolean | undefined> => ({
  option: new Option(flags, text),
});
/** A negated option, which is true unless given. */
const negated = (flags: string, text: string): Told<boolean> => ({ option: new Option(flags, text) });

function choice<T extends string>(flags: string, text: string, all: readonly T[]): Told<T | undefined>;
function choice<T extends string>(flags: string, text: string, all: readonly T[], fallback: T): Told<T>;
function choice(flags: string, text: string, all: readonly string[], fallback?: string): Told<unknown> {
  const option = new Option(flags, text).choices(all);
  return { option: fallback === undefined ? option : option.default(fallback) };
}

/** An option that may be repeated; the values accumulate. */
const repeated = <T>(flags: string, text: string, reader: (text: string) => readonly T[]) => ({
  option: new Option(flags, text).argParser((value: string, before: readonly T[] | undefined) => [
    ...(before ?? []),
    ...reader(value),
  ]),
  reads: undefined as readonly T[] | undefined,
});

const words = (text: string): readonly string[] => {
  const all = text.split(",").map((each) => each.trim());
  if (all.some((each) => each === ""))
    throw new InvalidArgumentError("Names with commas between are wanted.");
  return all;
};

function switchIn(text: string): readonly Switch[] {
  const found = SWITCHES.filter((each) => each === text);
  if (found.length === 0) throw new InvalidArgumentError(`One of ${SWITCHES.join(", ")} is wanted.`);
  return found;
}

const wholes = (text: string): readonly number[] => words(text).map(wholeNumber);
const wholesOrZero = (text: string): readonly number[] => words(text).map(wholeOrZero);

/** Common options of commands that call models. */
const ASKING = {
  modelUrl: plain(
    "--model-url <url>",
    "base URL of an OpenAI-compatible server (env FUXI_MODEL_URL, key in FUXI_API_KEY)",
  ),
  prices: plain(
    "--prices <file>",
    "YAML or JSON: per model, of a million tokens, input, output and cachedInput",
  ),
  json: flag("--json", "the report as JSON"),
  quiet: flag("-q, --quiet", "no progress"),
};

/** Options of `fuxi eval <benchmark>`, in the order of its help. Each combination of listed values becomes a configuration. */
const RUN = {
  data: plain("--data <folder>", "the benchmark's data, laid out as published"),
  split: plain("--split <name>", "which part, where there are several: dev, mini-dev, 2hop, tmdb, …"),
  dialect: plain("--dialect <name>", "of the gold SQL, where there are several (default sqlite)"),
  server: plain("--server <url>", "where the databases of another dialect are, or the API"),
  endpoint: plain("--endpoint <url|file>", "the knowledge base, where the data have none"),
  timings: read("--timings <n>", "time right queries this often beside their gold, for R-VES", wholeNumber),
  strategy: read(
    "--strategy <names>",
    "react, decoupled, api-docs-prompt, …: one or several, with commas",
    words,
    "react",
  ),
  policy: choice("--policy <name>", "who decides in place of a model", ["built-in", "oracle"]),
  model: read("--model <names>", "language models, with commas (env FUXI_MODEL)", words),
  modelUrl: ASKING.modelUrl,
  format: choice("--format <form>", "tool calls as the provider's own or as text", ["native", "text"]),
  tools: choice(
    "--tools <set>",
    "tools of a database that a model sees (default lean; all where --without-tool takes one away)",
    TOOL_SETS,
  ),
  temperature: read("--temperature <t>", "of the model (default 0)", notNegative),
  sample: read("--sample <n>", "so many questions, drawn by --seed", wholeNumber),
  seed: read("--seed <n>", "of what is drawn", wholeOrZero, "1"),
  only: repeated("--only <ids>", "only these questions, with commas (repeatable)", words),
  repeat: read("--repeat <n>", "ask each question so often", wholeNumber, "1"),
  concurrency: read("--concurrency <n>", "questions beside each other", wholeNumber, "4"),
  maxSteps: read(
    "--max-steps <numbers>",
    "replies of the model at most (default 15; 60 for the oracle)",
    wholes,
  ),
  withoutTool: repeated("--without-tool <name>", "take a tool away (repeatable)", words),
  without: repeated(
    "--without <part>",
    `switch a part of the strategy off: ${SWITCHES.join(", ")} (repeatable)`,
    switchIn,
  ),
  sampleRows: read(
    "--sample-rows <numbers>",
    "rows of each table in the prompts of api-docs-prompt and din-sql: 0,1,5,10,20",
    wholesOrZero,
    "0",
  ),
  triples: read(
    "--triples <numbers>",
    "triples in the prompt of triples-prompt: 10,50,100,200",
    wholes,
    "100",
  ),
  shots: read(
    "--shots <numbers>",
    "demonstrations before a question on a knowledge base; of dail-sql and kb-binder their examples (0: as published)",
    wholesOrZero,
    "0",
  ),
  votes: read("--votes <n>", "replies that vote on the answer, in dail-sql and kb-binder", wholeNumber),
  entities: choice(
    "--entities <how>",
    "whether questions come with their entities",
    ["gold", "linked"],
    "linked",
  ),
  errorFeedback: choice("--error-feedback <state>", "whether failures say what to do", ["on", "off"], "on"),
  oracleKnowledge: negated(
    "--no-oracle-knowledge",
    "leave out what the data know of a question (BIRD's evidence)",
  ),
  ask: flag("--ask", "let it ask a simulated user, who knows what was meant"),
  askBoth: flag("--ask-both", "once without and once with asking that user, with both beside each other"),
  userModel: plain(
    "--user-model <name>",
    "plays that user where the data's own words do not settle a question",
  ),
  judgeModel: plain("--judge-model <name>", "holds long-form answers against their references (dbqa)"),
  judgeModelUrl: plain(
    "--judge-model-url <url>",
    "base URL of the judge's server (default: its provider's, or that of --model-url for a bare name)",
  ),
  egress: { option: egressOption() } as Told<EgressLevel | undefined>,
  maxTokens: read("--max-tokens <n>", "tokens of the whole run at most", wholeNumber),
  maxCost: read("--max-cost <n>", "cost of the whole run at most (needs prices)", notNegative),
  maxTime: read("--max-time <minutes>", "time of this call at most", positive),
  retries: read(
    "--retries <n>",
    "how often a question is asked again where the model could not be reached",
    wholeOrZero,
    "3",
  ),
  prices: ASKING.prices,
  record: plain("--record <file>", "record the model's replies"),
  replay: plain("--replay <file>", "replay recorded replies instead of calling the model"),
  run: plain("--run <id>", "begin the run under this name, or go on with it, also beside another process"),
  out: plain("--out <folder>", "write report.html, report.md and report.json there"),
  json: ASKING.json,
  quiet: ASKING.quiet,
};

/** `store` is an option of every command. `table`: the paper's table whose rows the configurations are. */
export type EvalOptions = ValuesOf<typeof RUN> & { readonly store?: string; readonly table?: string };

/** Options of a run that `fuxi eval table --fill` takes, too. The table determines the others. */
export const OF_FILL = [
  ...(["data", "server", "endpoint", "model", "modelUrl", "temperature"] as const),
  ...(["sample", "seed", "only", "concurrency", "maxSteps", "egress"] as const),
  ...(["maxTokens", "maxCost", "maxTime", "retries", "prices", "record", "replay", "run", "quiet"] as const),
] satisfies readonly (keyof typeof RUN)[];

/** Options of `fuxi eval table`. */
const TABLE = {
  format: choice("--format <form>", "of the table", ["text", "md", "json"], "text"),
  fill: flag("--fill", "run the table's strategies, or go on with it, and print the table with their rows"),
  on: plain("--on <benchmark>", "with --fill: questions in place of the table's own, such as fuxi-cinema"),
  yes: flag("--yes", "with --fill: begin without asking, after telling what it is expected to take"),
};

export type TableOptions = ValuesOf<typeof TABLE> & Pick<EvalOptions, (typeof OF_FILL)[number] | "store">;

/** Options of `fuxi eval judges`. */
const JUDGES = {
  reviewers: read("--reviewers <n>", "of each sub-task", wholeNumber, "3"),
  meta: read("--meta <n>", "meta-reviewers, who read the reviews and decide", wholeNumber, "3"),
  model: read("--model <names>", "that judge, with commas: they take turns (env FUXI_MODEL)", words),
  modelUrl: ASKING.modelUrl,
  temperature: read("--temperature <t>", "of reviewers and meta-reviewers", notNegative, "0.7"),
  description: negated(
    "--no-description",
    "judge without what the data are like, where they cannot be opened",
  ),
  only: read("--only <tasks>", "only these questions, with commas", words),
  concurrency: read("--concurrency <n>", "verdicts beside each other", wholeNumber, "4"),
  prices: ASKING.prices,
  record: plain("--record <file>", "record the judges' replies"),
  replay: {
    option: new Option("--replay <file>", "replay recorded replies").conflicts("record"),
  } as Told<string | undefined>,
  out: plain("--out <file>", "write the report there as JSON, with every rationale"),
  json: ASKING.json,
  quiet: ASKING.quiet,
};

export type JudgesOptions = ValuesOf<typeof JUDGES>;

const withOptions = (command: Command, table: Readonly<Record<string, Told<unknown>>>): Command =>
  Object.values(table).reduce((added, { option }) => added.addOption(option), command);

export const runCommand = (): Command => withOptions(new Command("run"), RUN);
export const tableCommand = (): Command =>
  withOptions(new Command("table"), {
    ...TABLE,
    ...Object.fromEntries(OF_FILL.map((name) => [name, RUN[name]])),
  });
export const judgesCommand = (): Command =>
  withOptions(new Command("judges").argument("<run>", "an evaluation"), JUDGES);

/** The flags about the data, as a manifest stores them. */
export function loadOptionsOf(
  { data: folder, split, dialect, server, endpoint, timings }: EvalOptions,
  judge?: string,
): Omit<LoadOptions, "cacheFolder"> {
  return given({ folder, split, dialect, server, endpoint, timings, judge });
}

/** Forms in which a report can be written. */
export const PAGE_FORMS = ["html", "md", "json"] as const;
export type PageForm = (typeof PAGE_FORMS)[number];

export function pageFormsIn(text: string): readonly PageForm[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !(PAGE_FORMS as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no form: some of ${PAGE_FORMS.join(", ")} are wanted.`);
  return PAGE_FORMS.filter((form) => named.includes(form));
}
