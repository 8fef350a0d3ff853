import { askPerson } from "../clarification/ask-person.ts";
import { gate } from "../clarification/gate.ts";
import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { observeConclude } from "../telemetry/observe-run.ts";
import type { RunEventBody } from "../trajectory/run-event.ts";
import { computeResults } from "./figures/evaluate-source.ts";
import { fairShare, permittedIn, withReferences } from "./permitted.ts";
import { referable } from "./references.ts";
import { rememberReply } from "./remember-reply.ts";
import type { PendingCommand } from "./run-fold.ts";
import { unanswered } from "./run-interruption.ts";
import type { ActiveRun } from "./run-options.ts";
import type { Command } from "./strategy.ts";
import { takeAction } from "./take-action.ts";

export interface Executed {
  readonly body: RunEventBody;
  readonly environment?: string;
}

/** Does what one command wants and says what happened. Nothing is written here. */
export async function executeCommand(
  { command }: PendingCommand,
  run: ActiveRun,
  signal: AbortSignal,
): Promise<Executed> {
  switch (command.type) {
    case "model":
      return await askPolicy(command, run, signal);
    case "act":
      return await act(command, run, signal);
    case "permit":
      return await permit(command, run, signal);
    case "conclude":
      return await conclude(command, run, signal);
    case "weigh":
      return await weigh(command, run, signal);
    case "compute":
      return { body: await computeResults(command, run, signal) };
    case "restore":
      return { body: { type: "workspaces-restored", command: command.id, asOf: command.asOf } };
    case "ask": {
      const reply = await askPerson(run.userProxy, command.clarification, signal);
      if (reply.type === "unavailable") throw unanswered(command.clarification);
      await rememberReply(command.clarification, reply, run);
      return { body: { type: "question-answered", command: command.id, reply } };
    }
  }
}

type Of<T extends Command["type"]> = Extract<Command, { type: T }>;

export const actContext = (run: ActiveRun, signal: AbortSignal): ActContext => ({
  principal: run.principal,
  signal,
  limits: run.actLimits,
  artifacts: run.artifacts,
  seen: (value, outside) => run.fold.knowledge.seen(value, outside),
  allowed: run.fold.knowledge.allowed,
});

async function askPolicy(command: Of<"model">, run: ActiveRun, signal: AbortSignal): Promise<Executed> {
  const { task, workspaces } = run.fold;
  if (task === undefined) throw new FuxiError("internal", "A command came before the run had started.");
  const reply = await run.policy.reply(command.request, {
    task,
    role: command.role,
    command: command.id,
    environments: run.environments,
    workspaces: new Map(workspaces),
    act: actContext(run, signal),
  });
  return { body: { type: "policy-replied", command: command.id, reply } };
}

async function act(command: Of<"act">, run: ActiveRun, signal: AbortSignal): Promise<Executed> {
  const place = { environments: run.environments, workspaces: run.fold.workspaces };
  const { environment, action, ...result } = await takeAction(command.action, place, actContext(run, signal));
  const where = environment === undefined ? {} : { environment };
  const body: RunEventBody =
    result.failure === undefined
      ? { type: "action-observed", command: command.id, action, ...result }
      : { type: "action-failed", command: command.id, action, failure: result.failure };
  return { body, ...where };
}

async function weigh({ id, wish }: Of<"weigh">, run: ActiveRun, signal: AbortSignal): Promise<Executed> {
  const { task, knowledge } = run.fold;
  if (task === undefined) throw new FuxiError("internal", "A command came before the run had started.");
  const given = { task, environments: run.environments, asked: knowledge.asked };
  const verdict = await gate(wish, given, actContext(run, signal));
  return { body: { type: "wish-weighed", command: id, wish, verdict } };
}

async function permit(
  { id, thought, limit }: Of<"permit">,
  run: ActiveRun,
  signal: AbortSignal,
): Promise<Executed> {
  const hint = { ...(run.fold.task === undefined ? {} : { task: run.fold.task }), thought, limit };
  const context = actContext(run, signal);
  const { environments } = run;
  const sources = { environments, workspaces: run.fold.workspaces };
  const lists = await Promise.all(
    environments.map(async (environment) => {
      const workspace = workspaceOf(run, environment);
      const options = await permittedIn(environment, workspace, { hint, environments, context });
      const known = environments.length > 1 ? await referable(environment.id, sources, context) : [];
      return withReferences(options, known);
    }),
  );
  return { body: { type: "actions-permitted", command: id, options: fairShare(lists, limit) } };
}

async function conclude(command: Of<"conclude">, run: ActiveRun, signal: AbortSignal): Promise<Executed> {
  const { id, claim } = command;
  const environment = run.environments.find((candidate) => candidate.id === command.environment);
  if (environment === undefined) {
    const names = run.environments.map((candidate) => candidate.id);
    const message = `There is no environment "${command.environment}". The environments are: ${names.join(", ")}.`;
    const suggestions = names.map((text) => ({ text }));
    return {
      body: {
        type: "claim-refused",
        command: id,
        claim,
        failure: { code: "no-answer", message, suggestions },
      },
    };
  }
  const result = await observeConclude(environment, () =>
    environment.conclude(workspaceOf(run, environment), claim, actContext(run, signal)),
  );
  const body: RunEventBody =
    result.failure === undefined
      ? {
          type: "claim-accepted",
          command: id,
          claim,
          answer: result.answer,
          evidence: result.evidence,
          ...(result.warnings === undefined ? {} : { warnings: result.warnings }),
          ...(result.notes === undefined ? {} : { notes: result.notes }),
        }
      : { type: "claim-refused", command: id, claim, failure: result.failure };
  return { body, environment: environment.id };
}

function workspaceOf(run: ActiveRun, environment: Environment): Workspace {
  const workspace = run.fold.workspaces.get(environment.id);
  if (workspace === undefined) {
    throw new FuxiError("internal", `The environment "${environment.id}" has no workspace in this run.`);
  }
  return workspace;
}
