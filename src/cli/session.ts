import { resumeRun, runTask } from "../agent/run-loop.ts";
import type { RunResult } from "../agent/run-options.ts";
import { nobody } from "../clarification/nobody.ts";
import { settledBefore } from "../clarification/settled-before.ts";
import type { UserProxy } from "../clarification/user-proxy.ts";
import { LOCAL_PRINCIPAL } from "../config/local-principal.ts";
import { openPolicy } from "../config/open-policy.ts";
import { openArtifactStore, openGlossary, openTrajectoryStore } from "../config/open-stores.ts";
import { strategyNamed } from "../config/strategies.ts";
import { withoutCredentials } from "../config/without-credentials.ts";
import { DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { DEFAULT_RUN_LIMITS, type RunLimits } from "../trajectory/run-limits.ts";
import { checkRulesSuffice, checkRulesWrite } from "./check-rules-suffice.ts";
import type { CliIo } from "./cli-io.ts";
import { givenAnswer, openQuestion } from "./given-answer.ts";
import { outputToKeep } from "./kept-output.ts";
import { checkSamePolicies, type KeptPolicies, policiesOf } from "./kept-policies.ts";
import { openTargets } from "./open-targets.ts";
import { checkOutput, formOf } from "./output/output-form.ts";
import { printOutcome } from "./output/print-outcome.ts";
import { checkWritable } from "./output/write-whole-file.ts";
import { previousRun } from "./previous-run.ts";
import { traceTo } from "./render/trace.ts";
import type { RunOptions } from "./run-options.ts";

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
  /** In words, or the number of a choice from 1. */
  readonly answer?: string;
  /** The person does not want to say, or cannot. */
  readonly declined?: boolean;
  /** Keeps the answer for later questions. */
  readonly remember?: boolean;
}

/** Targets, policy and stores opened for one command; each call runs one question, prints its outcome and returns the exit code. */
export interface Session {
  ask(question: string, details?: AskDetails): Promise<number>;
  resume(runId: string, details: ResumeDetails): Promise<number>;
  close(): Promise<void>;
}

/** Limits that were named; what was not named keeps its default, or on resuming what the run had. */
function namedLimits(options: RunOptions): Partial<RunLimits> {
  return {
    ...(options.maxSteps === undefined ? {} : { steps: Math.ceil(options.maxSteps) }),
    ...(options.maxTokens === undefined ? {} : { tokens: options.maxTokens }),
    ...(options.timeout === undefined ? {} : { milliseconds: options.timeout * 1000 }),
  };
}

/** What `resume` needs to open the same things again. */
export interface Reopen {
  readonly targets: readonly string[];
  readonly options: Partial<RunOptions>;
  /** What could be seen then. */
  readonly policies?: KeptPolicies;
}

const KEPT: readonly (keyof RunOptions)[] = [
  "model",
  "modelUrl",
  "strategy",
  "without",
  "format",
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
  "trustHost",
];

/** Options as they may be stored: headers are not kept at all, and addresses without what is secret in them. */
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
  const strategy = strategyNamed(options.strategy, options.without);
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
    environments: opened.environments,
    strategy,
    policy,
    store,
    artifacts,
    glossary,
    userProxy: prompts ? await personAt(io) : nobody,
    principal: LOCAL_PRINCIPAL,
    signal: io.signal,
    onEvent: trace,
    actLimits: {
      rows: options.rows ?? DEFAULT_ACT_LIMITS.rows,
      characters: DEFAULT_ACT_LIMITS.characters,
      milliseconds:
        options.queryTimeout === undefined ? DEFAULT_ACT_LIMITS.milliseconds : options.queryTimeout * 1000,
    },
  };
  const report = (result: RunResult): Promise<number> => {
    if (!json && options.quiet !== true) io.err("\n");
    const events = () => store.read(result.runId, LOCAL_PRINCIPAL);
    return printOutcome({ ...result, events }, options, { artifacts, principal: LOCAL_PRINCIPAL }, io);
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
        ...(details.oracleKnowledge === undefined ? {} : { oracleKnowledge: details.oracleKnowledge }),
        ...(previous === undefined ? {} : { previous }),
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
