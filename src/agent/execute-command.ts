import { askPerson } from "../clarification/ask-person.ts";
import { rememberReply } from "../clarification/settle.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { PolicyReply } from "../trajectory/policy-reply.ts";
import type { RunEventBody } from "../trajectory/run-event.ts";
import { given } from "../util/given.ts";
import { computeResults } from "./figures/source.ts";
import { fairShare, permittedIn, withReferences } from "./permitted.ts";
import { referable } from "./references.ts";
import type { PendingCommand } from "./run-fold.ts";
import { unanswered } from "./run-interruption.ts";
import type { ActiveRun } from "./run-options.ts";
import type { Command } from "./strategy.ts";
import type { TaskSession } from "./task-session.ts";

export interface Executed {
  readonly body: RunEventBody;
  readonly environment?: string;
}

/** Executes one command and returns the event that records it, without writing the event. */
export async function executeCommand(
  { command }: PendingCommand,
  run: ActiveRun,
  signal: AbortSignal,
): Promise<Executed> {
  const session = run.session(signal);
  const { id } = command;
  switch (command.type) {
    case "model":
      return { body: { type: "policy-replied", command: id, reply: await askPolicy(command, run, session) } };
    case "act":
      return await act(command, session);
    case "permit":
      return await permit(command, run, session);
    case "conclude":
      return await conclude(command, session);
    case "weigh": {
      const { wish } = command;
      return { body: { type: "wish-weighed", command: id, wish, verdict: await session.weigh(wish) } };
    }
    case "compute":
      return { body: await computeResults(command, run, signal) };
    case "restore":
      return { body: { type: "workspaces-restored", command: id, asOf: command.asOf } };
    case "ask": {
      const reply = await askPerson(run.userProxy, command.clarification, signal);
      if (reply.type === "unavailable") throw unanswered(command.clarification);
      await rememberReply(command.clarification, reply, run);
      return { body: { type: "question-answered", command: id, reply } };
    }
  }
}

type Of<T extends Command["type"]> = Extract<Command, { type: T }>;

async function askPolicy(
  { request, role, id: command }: Of<"model">,
  { policy, fold }: ActiveRun,
  { environments, workspaces, context: act }: TaskSession,
): Promise<PolicyReply> {
  const { task } = fold;
  if (task === undefined) throw new FuxiError("internal", "A command came before the run had started.");
  return await policy.reply(request, {
    ...{ task, role, command, environments, act },
    workspaces: new Map(workspaces),
  });
}

async function act(command: Of<"act">, session: TaskSession): Promise<Executed> {
  const { environment, ...taken } = await session.act(command.action);
  const done = { command: command.id, ...taken };
  const body: RunEventBody =
    done.failure === undefined ? { type: "action-observed", ...done } : { type: "action-failed", ...done };
  return { body, ...given({ environment }) };
}

async function permit(
  { id, thought, written, limit }: Of<"permit">,
  { fold: { task } }: ActiveRun,
  session: TaskSession,
): Promise<Executed> {
  const hint = { ...given({ task, written }), thought, limit };
  const { environments, context } = session;
  const lists = await Promise.all(
    environments.map(async (environment) => {
      const workspace = session.workspaceOf(environment);
      const options = await permittedIn(environment, workspace, { hint, environments, context });
      const known = environments.length > 1 ? await referable(environment.id, session, context) : [];
      return withReferences(options, known);
    }),
  );
  return { body: { type: "actions-permitted", command: id, options: fairShare(lists, limit) } };
}

async function conclude(
  { id: command, claim, environment: named }: Of<"conclude">,
  session: TaskSession,
): Promise<Executed> {
  const environment = session.environments.find(({ id }) => id === named);
  if (environment === undefined) {
    const names = session.environments.map(({ id }) => id);
    const message = `There is no environment "${named}". The environments are: ${names.join(", ")}.`;
    const failure = { code: "no-answer", message, suggestions: names.map((text) => ({ text })) } as const;
    return { body: { type: "claim-refused", command, claim, failure } };
  }
  const result = await session.conclude(environment, claim);
  const { answer, evidence, warnings, notes, failure } = result;
  const body: RunEventBody =
    failure === undefined
      ? { type: "claim-accepted", command, claim, answer, evidence, ...given({ warnings, notes }) }
      : { type: "claim-refused", command, claim, failure };
  return { body, environment: environment.id };
}
