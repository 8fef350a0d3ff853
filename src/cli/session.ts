import { resumeRun, runTask } from "../agent/run-loop.ts";
import type { RunResult } from "../agent/run-options.ts";
import { openQuestion as openIn, type WrittenAnswer, writtenAnswer } from "../clarification/ask-person.ts";
import { settle, settledBefore } from "../clarification/settle.ts";
import { nobody, type UserProxy } from "../clarification/user-proxy.ts";

import { openPolicy } from "../config/open-policy.ts";
import { openArtifactStore, openGlossary, openTrajectoryStore } from "../config/open-stores.ts";
import { LOCAL_PRINCIPAL } from "../config/shared-store.ts";
import { environmentsFor, strategyNamed, whatGives } from "../config/strategies.ts";
import { withoutCredentials } from "../config/target-names.ts";
import type { Environment } from "../environment/environment.ts";
import type { Settled } from "../environment/glossary.ts";
import type { PreviousRun } from "../environment/task.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent, type RunLimits } from "../trajectory/run-event.ts";

import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import { given } from "../util/given.ts";
import type { CliIo } from "./cli-io.ts";
import { checkSamePolicies, outputToKeep, policiesOf, type StoredPolicies } from "./kept-policies.ts";
import { actLimits, type OpenedTargets, openTargets } from "./open-targets.ts";
import { checkOutput, formOf } from "./output/output-form.ts";
import { printOutcome } from "./output/print-outcome.ts";
import { checkWritable } from "./output/write-whole-file.ts";
import { traceTo } from "./render/trace.ts";
import type { RunOptions } from "./run-options.ts";

/**
 * The run that a follow-up question refers to; `last` is the newest that ended with an answer.
 * @throws FuxiError `run-not-found`, `usage` when it has no answer
 */
async function previousRun(
  store: TrajectoryStore,
  name: string | undefined,
): Promise<PreviousRun | undefined> {
  if (name === undefined) return undefined;
  const id = name === "last" ? await newestAnswered(store) : name;
  const events = await store.read(id, LOCAL_PRINCIPAL);
  const started = events.find((event) => event.type === "run-started");
  const finished = events.findLast((event) => event.type === "run-finished");
  if (started === undefined || finished?.outcome.type !== "answered") {
    throw new FuxiError("usage", `The run ${id} has no answer to follow up on.`, {
      hint: "See: fuxi runs list",
    });
  }
  const { answer, evidence, report } = finished.outcome;
  const sources = evidence.flatMap(
    ({ sql, program, calls }) => sql ?? program ?? (calls && JSON.stringify(calls)) ?? [],
  );
  // A report is based on all of its queries equally.
  const rests = report === undefined ? sources[0] : sources.join("\n\n").slice(0, LONGEST_SOURCES);
  const settled = settledIn(events);
  return {
    run: id,
    question: started.task.question,
    answer: answer.text,
    ...(rests === undefined ? {} : { evidence: rests }),
    ...(settled.length === 0 ? {} : { settled }),
  };
}

/** Characters of a report's queries in a prompt. */
const LONGEST_SOURCES = 8000;

async function newestAnswered(store: TrajectoryStore): Promise<string> {
  const runs = await store.list({ principal: LOCAL_PRINCIPAL, limit: 100 });
  const run = runs.find(({ outcome }) => outcome === "answered");
  if (run === undefined) {
    throw new FuxiError("run-not-found", "There is no answered run to follow up on.", {
      hint: "Ask a first question.",
    });
  }
  return run.id;
}

/** Replies of the person in the previous run: those known at its start, and answers to its questions. */
function settledIn(events: readonly RunEvent[]): readonly Settled[] {
  const asked = new Map<string, Clarification>();
  const settled: Settled[] = [];
  for (const event of events) {
    if (event.type === "run-started") settled.push(...(event.task.settled ?? []));
    if (event.type === "question-asked") asked.set(event.command, event.clarification);
    if (event.type !== "question-answered" || event.reply.type !== "answered") continue;
    const clarification = asked.get(event.command);
    if (clarification !== undefined && clarification.permission === undefined) {
      settled.push(settle(clarification, event.reply));
    }
  }
  return settled;
}

/**
 * Without a model, reports before a run which targets the built-in rules cannot read.
 * @throws FuxiError `model-not-configured` if they can read none of the targets, which are then closed
 */
async function checkRulesSuffice(opened: OpenedTargets, io: CliIo): Promise<void> {
  const unread = opened.environments.filter(({ capabilities }) => capabilities.heuristics === undefined);
  if (unread.length === 0) return;
  const names = unread.map(({ id, kind }) => `${id} (${kind})`).join(" and ");
  if (unread.length < opened.environments.length) {
    io.err(`${io.colors.yellow("warning:")} without a model, ${names} is left out: name one with --model\n`);
    return;
  }
  await opened[Symbol.asyncDispose]();
  throw new FuxiError(
    "model-not-configured",
    `${names} cannot be asked without a language model, and none is named.`,
    {
      hint: `${NAME_ONE}; tools can be used without: fuxi tools.`,
    },
  );
}

const NAME_ONE =
  "Add --model openai/gpt-5 or the like, or --model-url http://127.0.0.1:11434/v1 --model qwen3";

/**
 * Refuses reports without a model: the rules answer with a value or rows only.
 * @throws FuxiError `model-not-configured`
 */
function checkRulesWrite(strategy: string): void {
  if (whatGives(strategy) !== "report") return;
  throw new FuxiError(
    "model-not-configured",
    "A report is planned and written by a language model, and none is named.",
    { hint: `${NAME_ONE}; fuxi ask answers simple questions without one.` },
  );
}

export interface SessionOptions {
  readonly targets: readonly string[];
  readonly options: RunOptions;
  readonly io: CliIo;
}

export interface AskDetails {
  readonly oracleKnowledge?: string;
  /** Id of the run to follow up on, or "last". */
  readonly follows?: string;
}

export interface ResumeDetails {
  /** The answer in words, or the number of a choice from 1. */
  readonly answer?: string;
  /** True if the person does not want to answer, or cannot. */
  readonly declined?: boolean;
  /** Keeps the answer for later questions. */
  readonly remember?: boolean;
}

/** Targets, policy and stores, open for one command. Each call runs one question, prints its outcome and returns the exit code. */
export interface Session {
  ask(question: string, details?: AskDetails): Promise<number>;
  resume(runId: string, details: ResumeDetails): Promise<number>;
  close(): Promise<void>;
}

/** Limits given as options. Others keep their default, or on resuming the value that the run had. */
function namedLimits(options: RunOptions): Partial<RunLimits> {
  const { maxSteps, maxTokens, timeout } = options;
  return given({
    steps: maxSteps === undefined ? undefined : Math.ceil(maxSteps),
    tokens: maxTokens,
    milliseconds: timeout === undefined ? undefined : timeout * 1000,
  });
}

/** What `resume` needs to open the same things again. */
export interface Reopen {
  readonly targets: readonly string[];
  readonly options: Partial<RunOptions>;
  /** Privacy policies at that time. */
  readonly policies?: StoredPolicies;
}

const KEPT: readonly (keyof RunOptions)[] = [
  "model",
  "modelUrl",
  "strategy",
  "without",
  "format",
  "tools",
  "rows",
  "queryTimeout",
  "temperature",
  "vocabulary",
  "encoding",
  "server",
  "headerFile",
  "allow",
  "readOnly",
  "deny",
  "mask",
  "egress",
  "only",
  "dryRun",
  "followOutside",
  "allowFunction",
  "allowForeign",
  "trustHost",
];

/** Options to store: without headers, and with addresses without secrets. */
function reopenText({ targets, options }: SessionOptions, environments: readonly Environment[]): string {
  const kept = Object.fromEntries(
    KEPT.filter((name) => options[name] !== undefined).map((name) => {
      const value = options[name];
      return [name, typeof value === "string" ? withoutCredentials(value) : value];
    }),
  );
  const reopen: Reopen = {
    targets: targets.map(withoutCredentials),
    options: { ...kept, ...outputToKeep(options) },
    policies: policiesOf(environments),
  };
  return JSON.stringify(reopen);
}

async function personAt(io: CliIo): Promise<UserProxy> {
  const { terminalUser } = await import("./terminal-user.ts");
  return terminalUser(io, { remembers: true });
}

export async function startSession(start: SessionOptions): Promise<Session> {
  const { options, io } = start;
  checkOutput(options, io.outIsTerminal === true);
  if (options.out !== undefined && options.out !== "-") checkWritable(options.out, start.targets);
  const json = formOf(options) === "json";
  const strategy = await strategyNamed(options.strategy, options.without);
  const policy = await openPolicy({
    ...options,
    stepLimit: options.maxSteps ?? DEFAULT_RUN_LIMITS.steps,
    env: io.env,
    onNotice: (notice) => io.err(`${io.colors.dim(notice)}\n`),
  });
  if (policy.id === "built-in") checkRulesWrite(options.strategy);
  const opened = await openTargets(start.targets, io, options);
  if (policy.id === "built-in") await checkRulesSuffice(opened, io);
  const store = await openTrajectoryStore(opened.folders);
  const artifacts = await openArtifactStore(opened.folders);
  const glossary = await openGlossary(opened.folders);
  const prompts = io.answers && options.ask !== false && !json;
  const trace = options.quiet === true ? () => {} : traceTo(io, { prompts });
  const common = {
    environments: await environmentsFor(options.strategy, opened.environments),
    strategy,
    policy,
    store,
    artifacts,
    glossary,
    userProxy: prompts ? await personAt(io) : nobody,
    principal: LOCAL_PRINCIPAL,
    signal: io.signal,
    onEvent: trace,
    actLimits: actLimits(options),
  };
  const report = (result: RunResult): Promise<number> => {
    if (!json && options.quiet !== true) io.err("\n");
    const events = () => store.read(result.runId, LOCAL_PRINCIPAL);
    const printed = { ...result, events, warnings: opened.warnings };
    return printOutcome(printed, options, { artifacts, principal: LOCAL_PRINCIPAL }, io);
  };
  const checkKept = async (run: string): Promise<void> => {
    const { reopen } = await store.summary(run, LOCAL_PRINCIPAL);
    const { policies } = reopen === undefined ? {} : (JSON.parse(reopen) as Partial<Reopen>);
    checkSamePolicies(run, policies, opened.environments);
  };
  return {
    async ask(question, details = {}) {
      const previous = await previousRun(store, details.follows);
      if (previous !== undefined) await checkKept(previous.run);
      if (previous !== undefined && options.quiet !== true)
        io.err(`${io.colors.dim(`following up on: ${previous.question}`)}\n`);
      const task = {
        question,
        ...given({ oracleKnowledge: details.oracleKnowledge, previous }),
        ...(await settledBefore(glossary, opened.environments, LOCAL_PRINCIPAL)),
      };
      const limits = { ...DEFAULT_RUN_LIMITS, ...namedLimits(options) };
      return await report(
        await runTask({ ...common, task, limits, reopen: reopenText(start, opened.environments) }),
      );
    },
    async resume(runId, { answer, declined = false, remember = false }) {
      await checkKept(runId);
      const limits = namedLimits(options);
      const question = openQuestion(await store.read(runId, LOCAL_PRINCIPAL));
      const given = answer === undefined ? undefined : givenAnswer(answer, question);
      if (remember && (question?.words.length === 0 || question?.permission !== undefined))
        io.err(`${io.colors.dim("Nothing to remember: the question was not about words of yours.")}\n`);
      const named = Object.keys(limits).length > 0;
      return await report(
        await resumeRun({
          ...common,
          runId,
          ...(named ? { limits } : {}),
          ...(given === undefined ? {} : { answer: { ...given, ...(remember ? { remember } : {}) } }),
          ...(declined ? { answer: { declined } } : {}),
        }),
      );
    },
    async close() {
      await opened[Symbol.asyncDispose]();
      await glossary.close();
      await artifacts.close();
      await store.close();
    },
  };
}

/** The unanswered question of a run. */
function openQuestion(events: readonly RunEvent[]): Clarification | undefined {
  return openIn(events)?.clarification;
}

/**
 * Parses a written answer: the number of a choice, or words.
 * @throws FuxiError `usage` for an empty answer, and for a number that no choice has
 */
function givenAnswer(written: string, question: Clarification | undefined): WrittenAnswer {
  if (written.trim() === "") {
    throw new FuxiError("usage", "The answer is empty.", { hint: 'Write: --answer "…"' });
  }
  const readings = question?.readings ?? [];
  const answer = writtenAnswer(written, readings);
  if (answer !== undefined) return answer;
  throw new FuxiError("usage", `There is no choice ${written.trim()}.`, {
    hint: `Name one from 1 to ${readings.length}, or answer in words.`,
  });
}
