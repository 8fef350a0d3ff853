import { randomInt } from "node:crypto";
import { usableReply, usableWrittenAnswer } from "../clarification/ask-person.ts";
import { rememberReply } from "../clarification/settle.ts";
import { nobody } from "../clarification/user-proxy.ts";
import { DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import { taskUnderEgress } from "../environment/egress/told-answer.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Usage } from "../model/usage.ts";
import { observeRun } from "../telemetry/observe-run.ts";
import type { ClarificationReply } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent } from "../trajectory/run-event.ts";
import { given } from "../util/given.ts";
import { driveRun } from "./drive-run.ts";
import {
  checkActLimits,
  checkEnvironments,
  checkPrice,
  checkResumable,
  checkRunLimits,
  checkStart,
  withLimits,
} from "./run-checks.ts";
import { RunFold } from "./run-fold.ts";
import { JournalFailure } from "./run-interruption.ts";
import {
  type ActiveRun,
  type ResumeRunOptions,
  RunJournal,
  type RunResult,
  type RunTaskOptions,
} from "./run-options.ts";
import {
  firstOf,
  outOfMoney,
  outOfSteps,
  outOfTime,
  outOfTokens,
  repeating,
  withoutAction,
} from "./stop-conditions.ts";
import type { Command } from "./strategy.ts";
import { TaskSession } from "./task-session.ts";

type Options = RunTaskOptions | ResumeRunOptions;

/** The third time in a row that the same actions are chosen, or that a reply cannot be used, ends the run. */
const PATIENCE = 3;

/**
 * Runs a strategy on a task until it ends. Every event is stored before the run acts on it, so that `resumeRun` can resume from wherever the
 * process ends. Errors in the run become its outcome; only invalid options and failures of the record are thrown.
 *
 * @throws FuxiError `usage`, `configuration-invalid`, `store-conflict`, `store-corrupt`
 */
export async function runTask(options: RunTaskOptions): Promise<RunResult> {
  const { task, limits = DEFAULT_RUN_LIMITS, reopen } = options;
  checkEnvironments(options);
  checkRunLimits(limits);
  checkActLimits(options.actLimits ?? {});
  checkPrice(options, limits);
  if (task.question.trim() === "") {
    throw new FuxiError("usage", "The question is empty.", { hint: "Ask something about the data." });
  }
  const runId = options.runId ?? newRunId();
  const { principal } = options;
  await options.store.create({ id: runId, principal, ...(reopen === undefined ? {} : { reopen }) });
  return await whileHeld({ ...options, runId }, beginRun);
}

async function beginRun(options: RunTaskOptions & { readonly runId: string }): Promise<RunResult> {
  const { environments, strategy, policy, limits = DEFAULT_RUN_LIMITS, runId } = options;
  const task = taskUnderEgress(options.task, environments);
  const run = activate(options, runId, []);
  return await recordAndDrive(runId, run, options, () =>
    run.journal.write(
      {
        type: "run-started",
        task,
        strategy: strategy.name,
        strategyOptions: strategy.options ?? {},
        policy: policy.id,
        environments: environments.map(({ id, kind, egress, capabilities }) => ({
          ...{ id, kind },
          ...given({ egress, api: capabilities.api?.tools }),
        })),
        limits,
      },
      { parentSeq: null },
    ),
  );
}

/**
 * Resumes a run that was stopped (with higher limits), asked a question (with its answer), failed, or whose process ended.
 *
 * @throws FuxiError `run-not-found`, `run-not-resumable`, `store-conflict` (somebody else resumed it), `store-corrupt`, `usage` (wrong options,
 * and an unusable answer: the question stays open)
 */
export async function resumeRun(options: ResumeRunOptions): Promise<RunResult> {
  checkEnvironments(options);
  return await whileHeld(options, resumeHeld);
}

async function resumeHeld(options: ResumeRunOptions): Promise<RunResult> {
  const { runId, store, principal, answer } = options;
  const events = await store.read(runId, principal);
  checkStart(events[0], options);
  const run = activate(options, runId, events);
  for (const event of events) run.fold.apply(event);
  const limits = withLimits(run.fold.progress.limits, options.limits);
  checkRunLimits(limits);
  checkActLimits(options.actLimits ?? {});
  checkPrice(options, limits);
  checkResumable(run, limits);
  const question = run.fold.queue.find(({ command }) => command.type === "ask");
  const asked = question && run.fold.asked.get(question.command.id);
  if (answer !== undefined && asked === undefined) {
    throw new FuxiError("usage", "The run waits for no answer.", { hint: "Resume it without one." });
  }
  if (answer?.to !== undefined && answer.to !== question?.command.id) {
    throw new FuxiError("usage", "The run waits for the answer to another question.", {
      hint: "Look what it asks now.",
    });
  }
  const reply = answer && replyOf(answer, question?.command);
  return await recordAndDrive(runId, run, options, async () => {
    if (run.fold.finished !== undefined || options.limits !== undefined) {
      await run.journal.write({ type: "run-resumed", limits }, { parentSeq: run.fold.lastSeq });
    }
    if (reply !== undefined && question !== undefined && asked !== undefined) {
      const { id, role } = question.command;
      if (question.command.type === "ask") await rememberReply(question.command.clarification, reply, run);
      await run.journal.write({ type: "question-answered", command: id, reply }, { parentSeq: asked, role });
    }
  });
}

/** @throws FuxiError `usage` for an answer that does not fit the question */
function replyOf(
  { to: _, ...given }: NonNullable<ResumeRunOptions["answer"]>,
  question: Command | undefined,
): ClarificationReply {
  if (given.declined === true) return { type: "declined" };
  const { inOwnWords = false, ...said } = given;
  const answered = { type: "answered" as const, ...said };
  if (question?.type !== "ask") return answered;
  return (inOwnWords ? usableReply : usableWrittenAnswer)(answered, question.clarification);
}

async function recordAndDrive(
  runId: string,
  run: ActiveRun,
  options: Options,
  begin: () => Promise<unknown>,
): Promise<RunResult> {
  const { question } = "task" in options ? options.task : (run.fold.task ?? {});
  return await observedRun({ runId, run, strategy: options.strategy.name, question }, async () => {
    try {
      await begin();
      const outcome = await driveRun(run);
      return { runId, outcome, usage: run.fold.progress.usage, events: run.journal.events };
    } catch (error) {
      throw error instanceof JournalFailure ? error.cause : error;
    }
  });
}

function activate(options: Options, runId: string, events: readonly RunEvent[]): ActiveRun {
  const { environments, policy, principal, artifacts, store, strategy, onEvent, price } = options;
  const { actLimits: limits = DEFAULT_ACT_LIMITS } = options;
  const clock = options.clock ?? (() => new Date());
  const fold = new RunFold(strategy);
  return {
    environments,
    policy,
    principal,
    artifacts,
    clock,
    fold,
    userProxy: options.userProxy ?? nobody,
    glossary: options.glossary,
    signal: options.signal ?? new AbortController().signal,
    session: (signal) => {
      const { workspaces, knowledge } = fold;
      const { task, asked, allowed, seen, isOpen } = knowledge;
      const state = { task, workspaces, asked, allowed, seen, isOpen };
      return new TaskSession(environments, state, { principal, artifacts, limits, signal });
    },
    journal: new RunJournal({ runId, principal, store, fold, clock, onEvent, events }),
    beforeModel: firstOf(
      withoutAction(PATIENCE),
      outOfSteps,
      outOfTime,
      outOfTokens,
      ...(price === undefined ? [] : [outOfMoney(price)]),
      ...(options.stopConditions ?? []),
    ),
    beforeAct: firstOf(repeating(PATIENCE), outOfTime),
  };
}

/** Without letters that look like digits, because people type these ids. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 12;

/** An id for a run, short enough to be typed: 12 letters and digits, 59 bits. */
function newRunId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

type Held = Pick<RunTaskOptions, "store" | "principal" | "signal"> & { readonly runId: string };

/** Does `work` while holding the run, so that nobody else resumes it; cancels `work` if the hold is lost. */
async function whileHeld<Options extends Held, T>(
  options: Options,
  work: (options: Options) => Promise<T>,
): Promise<T> {
  const hold = await options.store.hold?.(options.runId, options.principal);
  if (hold === undefined) return await work(options);
  const signals = options.signal === undefined ? [hold.signal] : [options.signal, hold.signal];
  try {
    return await work({ ...options, signal: AbortSignal.any(signals) });
  } finally {
    await hold.release();
  }
}

interface Carried {
  readonly runId: string;
  readonly run: ActiveRun;
  readonly strategy: string;
  readonly question: string | undefined;
}

/** Does the work within a span. */
function observedRun(
  { runId, run, strategy, question }: Carried,
  work: () => Promise<RunResult>,
): Promise<RunResult> {
  const before = run.fold.progress.usage;
  return observeRun(
    {
      runId,
      strategy,
      policy: run.policy.id,
      kinds: run.environments.map(({ kind }) => kind),
      withholds: run.environments.some(({ egress }) => egress !== undefined),
      question,
      resumed: run.journal.events.length > 0,
    },
    ({ outcome, usage }: RunResult) => ({ ...endOf(outcome), ...added(usage, before) }),
    work,
  );
}

function endOf(outcome: Outcome) {
  return {
    outcome: outcome.type,
    reason: outcome.type === "stopped" ? outcome.reason : undefined,
    code: outcome.type === "failed" ? outcome.code : undefined,
  };
}

/** Tokens of this call alone: those of an earlier one are in its own span. */
function added(usage: Usage, before: Usage) {
  const more = (name: "inputTokens" | "outputTokens" | "cachedInputTokens") => {
    const all = usage[name];
    return all === undefined ? undefined : all - (before[name] ?? 0);
  };
  return {
    inputTokens: more("inputTokens"),
    outputTokens: more("outputTokens"),
    cachedInputTokens: more("cachedInputTokens"),
  };
}
