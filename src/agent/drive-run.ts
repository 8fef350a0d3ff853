import type { Observation } from "../environment/observation.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import { externalEffect, mayStart, type Place } from "./command-order.ts";
import { type Executed, executeCommand } from "./execute-command.ts";
import type { PendingCommand } from "./run-fold.ts";
import { cancelled, JournalFailure, outcomeOfError, stopped, withinTime } from "./run-interruption.ts";
import type { ActiveRun } from "./run-options.ts";
import type { Stop } from "./stop-conditions.ts";
import { effectUnknown } from "./task-session.ts";

interface Running {
  readonly since: number;
  readonly work: Promise<Executed & { readonly milliseconds: number }>;
}

/**
 * Drives a run to its end. Executes the strategy's commands, in parallel where their order allows, and writes the results in the order of the
 * commands, so that the trajectory does not depend on timing.
 */
export async function driveRun(run: ActiveRun): Promise<Outcome> {
  const running = new Map<string, Running>();
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  try {
    await openWorkspaces(run, signal);
    while (run.fold.finish === undefined) await step(run, running, signal);
    const { outcome, parentSeq } = run.fold.finish;
    await run.journal.write({ type: "run-finished", outcome }, { parentSeq });
    return outcome;
  } catch (error) {
    if (error instanceof JournalFailure) throw error;
    const outcome = run.signal.aborted ? cancelled() : outcomeOfError(error);
    const since = Math.min(...[...running.values()].map((entry) => entry.since));
    const worked = Number.isFinite(since) ? { milliseconds: run.clock().getTime() - since } : {};
    const parentSeq = run.fold.lastSeq;
    await run.journal.write({ type: "run-finished", outcome }, { parentSeq, ...worked });
    return outcome;
  } finally {
    ended.abort();
  }
}

async function openWorkspaces(run: ActiveRun, signal: AbortSignal): Promise<void> {
  const { fold } = run;
  for (const environment of run.environments) {
    if (fold.workspaces.has(environment.id)) continue;
    const workspace = await withinTime(signal, timeLeft(run), (bounded) =>
      run.session(bounded).open(environment),
    );
    await run.journal.write(
      { type: "workspace-opened", workspace },
      { parentSeq: 1, environment: environment.id },
    );
  }
}

async function step(run: ActiveRun, running: Map<string, Running>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const [head] = run.fold.queue;
  if (head === undefined) {
    throw new FuxiError("internal", "The strategy gave no further command and did not finish.");
  }
  if (!running.has(head.command.id) && (await announce(head, run))) return;
  for (const [index, entry] of run.fold.queue.entries()) {
    if (running.has(entry.command.id)) continue;
    const before = run.fold.queue.slice(0, index);
    if (!mayStart(entry, before, placeOf(run))) continue;
    const stop = stopBefore(entry, before, run);
    if (stop === undefined) running.set(entry.command.id, start(entry, run, signal));
    else if (index === 0) throw stopped(stop);
  }
  await finishHead(head, run, running);
}

/**
 * Records questions and external effects before the command starts. True if the command is thereby done: an effect that an earlier process
 * started, and whose result never arrived, is not started again.
 */
async function announce(head: PendingCommand, run: ActiveRun): Promise<boolean> {
  const { command, parentSeq } = head;
  const { id, role } = command;
  if (command.type === "ask" && !run.fold.asked.has(id)) {
    const { clarification } = command;
    await run.journal.write({ type: "question-asked", command: id, clarification }, { parentSeq, role });
  }
  const action = externalEffect(head, placeOf(run));
  if (action === undefined) return false;
  const intent = run.fold.intended.get(id);
  if (intent === undefined) {
    const stop = stopBefore(head, [], run);
    if (stop !== undefined) throw stopped(stop);
    const frame = { parentSeq, role, environment: action.environment };
    await run.journal.write({ type: "effect-intended", command: id, action }, frame);
    return false;
  }
  await run.journal.write(
    { type: "action-failed", command: id, action, failure: effectUnknown(action) },
    { parentSeq: intent, role, environment: action.environment },
  );
  return true;
}

function placeOf({ environments, fold }: ActiveRun): Place {
  return { environments, allowed: fold.knowledge.allowed };
}

function stopBefore(
  entry: PendingCommand,
  before: readonly PendingCommand[],
  run: ActiveRun,
): Stop | undefined {
  const { type } = entry.command;
  if (type === "ask") return undefined;
  if (type !== "model") return run.beforeAct(run.fold.progress);
  const ahead = before.filter(({ command }) => command.type === "model").length;
  return run.beforeModel({ ...run.fold.progress, steps: run.fold.progress.steps + ahead });
}

function start(entry: PendingCommand, run: ActiveRun, signal: AbortSignal): Running {
  const since = run.clock().getTime();
  // A person may take their time.
  const limit = entry.command.type === "ask" ? undefined : timeLeft(run);
  const work = withinTime(signal, limit, (bounded) => executeCommand(entry, run, bounded)).then(
    (executed) => ({
      ...executed,
      milliseconds: run.clock().getTime() - since,
    }),
  );
  // Awaited once the command is the head; until then a rejection must not count as unhandled.
  work.catch(() => undefined);
  return { since, work };
}

async function finishHead(
  { command, parentSeq }: PendingCommand,
  run: ActiveRun,
  running: Map<string, Running>,
): Promise<void> {
  const entry = running.get(command.id);
  if (entry === undefined) throw new FuxiError("internal", `The command ${command.id} was never begun.`);
  const { body, environment, milliseconds } = await entry.work;
  running.delete(command.id);
  const cause = run.fold.intended.get(command.id) ?? run.fold.asked.get(command.id) ?? parentSeq;
  const frame = { parentSeq: cause, role: command.role, environment };
  const timed = command.type === "ask" ? frame : { ...frame, milliseconds };
  await run.journal.write(comparedWithBefore(body, run), timed);
}

function comparedWithBefore(body: Executed["body"], { fold }: ActiveRun): Executed["body"] {
  if (body.type === "action-observed" && fold.history.gave(body.action, body.observation)) {
    return { ...body, observation: asRepeated(body.observation) };
  }
  if (body.type === "action-failed" && fold.history.refused(body.action, body.failure)) {
    return { ...body, failure: asRepeatedFailure(body.failure) };
  }
  return body;
}

function timeLeft({ fold }: ActiveRun): number | undefined {
  const { limits, milliseconds } = fold.progress;
  return limits.milliseconds === undefined ? undefined : Math.max(0, limits.milliseconds - milliseconds);
}

/** Note on an action that gave nothing new. */
const REPEATED =
  "This is the same call as before with the same result. Take another action or give the final answer.";

/** Notes on an observation that the same action gave the same result before. */
function asRepeated(observation: Observation): Observation {
  return {
    ...observation,
    notes: [...observation.notes, { code: "repeated-action", message: REPEATED, suggestions: [] }],
  };
}

/** Rewords the failure of an action that failed the same way before: the first advice has not helped. */
function asRepeatedFailure(failure: ToolFailure): ToolFailure {
  const message = `This is the same call that already failed. Change its arguments, or call another tool. (${failure.message})`;
  return { ...failure, message };
}
