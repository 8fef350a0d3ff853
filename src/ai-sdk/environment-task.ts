import type { ModelMessage } from "ai";
import { actionKey } from "../agent/action-key.ts";
import { mayRunInParallel, type Touch, touchesOfAction } from "../agent/command-order.ts";
import { RunKnowledge } from "../agent/run-fold.ts";
import { withinTime } from "../agent/run-interruption.ts";
import { notAllowed, permissionQuestion } from "../agent/strategies/permission.ts";
import { effectUnknown, type Taken, TaskSession } from "../agent/task-session.ts";
import type { ToolNames } from "../agent/tool-names.ts";
import { askPerson } from "../clarification/ask-person.ts";
import { allows } from "../clarification/settle.ts";
import type { UserProxy } from "../clarification/user-proxy.ts";
import { DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { ConcludeResult, Environment } from "../environment/environment.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import { given } from "../util/given.ts";
import { permittedEffects, seenIn } from "./task-knowledge.ts";
import type { TaskOptions } from "./task-options.ts";

/** Context of a tool call. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** The conversation so far. */
  readonly messages: readonly ModelMessage[];
}

export const NO_SIGNAL: AbortSignal = new AbortController().signal;

/** The workspaces and the knowledge of one task, shared by all of its tools. */
export class EnvironmentTask {
  readonly environments: readonly Environment[];
  readonly names: ToolNames;
  /** The task's question is empty if none was given. */
  readonly knowledge = new RunKnowledge();
  /** Undefined without a user proxy. */
  readonly questions: Questions | undefined;
  readonly #options: TaskOptions;
  readonly #workspaces: Map<string, Workspace>;
  readonly #turns = new Turns();
  #opening: Promise<void> | undefined;

  constructor(environments: readonly Environment[], names: ToolNames, options: TaskOptions) {
    const { question = "", oracleKnowledge, previous, settled, allow = [], userProxy } = options;
    this.environments = environments;
    this.names = names;
    this.#options = options;
    this.#workspaces = givenWorkspaces(options.workspaces);
    this.knowledge.begin({ question, ...given({ oracleKnowledge, previous, settled }) });
    this.knowledge.allowed.push(...permittedEffects(allow, environments));
    this.questions = userProxy && new Questions(userProxy, this.knowledge);
  }

  get hasQuestion(): boolean {
    return this.#options.question !== undefined;
  }

  /** The current workspaces, by environment. */
  async workspaces(signal: AbortSignal): Promise<ReadonlyMap<string, Workspace>> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    const opening = this.#opening;
    await unlessAborted(signal, () => opening);
    return this.#workspaces;
  }

  /**
   * Takes an action when its turn has come. If its effect is not permitted yet, asks the person first.
   * @throws FuxiError as `Environment.act` does, `cancelled`
   */
  async act(written: Action, place: CallContext): Promise<Taken> {
    const taken = await this.#take(written, place);
    if (taken.failure?.code !== "permission-needed" || this.questions === undefined) return taken;
    const { action, failure } = taken;
    const refusal = await this.questions.askPermission(action, failure, place.signal);
    return refusal === undefined
      ? await this.#take(written, place)
      : { action, environment: action.environment, failure: refusal };
  }

  /** @throws FuxiError as `Environment.conclude` does, `cancelled` */
  async conclude(environment: Environment, claim: Claim, signal: AbortSignal): Promise<ConcludeResult> {
    await this.workspaces(signal);
    const touches: readonly Touch[] = [{ environment: environment.id, kind: "reads" }];
    return await this.#turns.take(touches, signal, () =>
      unlessAborted(signal, (bounded) => this.session({ signal: bounded }).conclude(environment, claim)),
    );
  }

  /** A session on the task as it is now, for a call that ends with the signal. */
  session({ signal, messages = [] }: Pick<CallContext, "signal"> & Partial<CallContext>): TaskSession {
    const { principal, artifacts, limits } = this.#options;
    const { task, asked, allowed, isOpen } = this.knowledge;
    const state = { workspaces: this.#workspaces, asked, allowed, isOpen };
    const known = { task, seen: seenIn(this.knowledge, messages, this.names) };
    return new TaskSession(this.environments, this.hasQuestion ? { ...state, ...known } : state, {
      principal,
      artifacts,
      signal,
      limits: { ...DEFAULT_ACT_LIMITS, ...limits },
    });
  }

  async #take(written: Action, place: CallContext): Promise<Taken> {
    const { environments, knowledge } = this;
    const { signal } = place;
    const touches = () => touchesOfAction(written, { environments, allowed: knowledge.allowed });
    let effect = false;
    try {
      await this.workspaces(signal);
      return await this.#turns.take(touches(), signal, async () => {
        // The effect may have been permitted while the action waited.
        effect = touches().some(({ kind }) => kind === "effect");
        const taken = await unlessAborted(signal, (bounded) =>
          this.session({ ...place, signal: bounded }).act(written),
        );
        this.#keep(taken);
        return taken;
      });
    } catch (error) {
      const failure = signal.aborted ? abortFailure(written, { signal, effect }) : undefined;
      if (failure === undefined) throw error;
      return { action: written, environment: written.environment, failure };
    }
  }

  #keep({ action, environment, observation, failure, workspace }: Taken): void {
    if (workspace !== undefined) this.#workspaces.set(workspace.environment, workspace);
    const done = { command: "", action, ...given({ environment }) };
    this.knowledge.apply(
      failure === undefined
        ? { type: "action-observed", ...done, observation }
        : { type: "action-failed", ...done, failure },
    );
  }

  async #open(): Promise<void> {
    const opened = await this.session({ signal: NO_SIGNAL }).openMissing();
    for (const workspace of opened) this.#workspaces.set(workspace.environment, workspace);
  }
}

/** @throws FuxiError `usage` for anything but workspaces */
function givenWorkspaces(given: TaskOptions["workspaces"] = []): Map<string, Workspace> {
  // A promise written as JSON is an object as well, `{}`.
  const list: readonly unknown[] = Array.isArray(given) ? given : [undefined];
  const entries = list.map((workspace): [string, Workspace] => {
    const { environment } = (workspace ?? {}) as Partial<Workspace>;
    if (typeof environment === "string") return [environment, workspace as Workspace];
    throw new FuxiError("usage", "The option workspaces holds no workspaces.", {
      hint: "Give what `await taskOf(tools).workspaces()` gave, or that as read back from JSON.",
    });
  });
  return new Map(entries);
}

/** Puts questions to the person, one at a time even if several tools ask at once. */
export class Questions {
  readonly #userProxy: UserProxy;
  readonly #knowledge: RunKnowledge;
  readonly #turns = new Turns();
  /** Keys of the actions that the person did not permit. */
  readonly #refused = new Set<string>();

  constructor(userProxy: UserProxy, knowledge: RunKnowledge) {
    this.#userProxy = userProxy;
    this.#knowledge = knowledge;
  }

  /**
   * Does work that asks the person (deciding on the question included), while no other call may ask.
   * @throws FuxiError `cancelled`
   */
  async inTurn<T>(
    signal: AbortSignal,
    work: (put: (clarification: Clarification) => Promise<ClarificationReply>) => Promise<T>,
  ): Promise<T> {
    const person = [{ environment: "", kind: "writes" }] as const;
    return await this.#turns.take(person, signal, () => work((question) => this.#put(question, signal)));
  }

  /**
   * Asks permission for an external effect. A yes holds for the operation from then on; a no only for the same action.
   * @param failure of the code `permission-needed`
   * @returns undefined if the action may be taken now, else the failure for the model
   */
  async askPermission(
    action: Action,
    failure: ToolFailure,
    signal: AbortSignal,
  ): Promise<ToolFailure | undefined> {
    const key = actionKey(action);
    const question = permissionQuestion(action, failure);
    const effect = `${action.environment} ${question.permission?.operation}`;
    return await this.inTurn(signal, async (put) => {
      // Another call may have asked for the same permission meanwhile.
      if (this.#knowledge.allowed.includes(effect)) return undefined;
      if (this.#refused.has(key)) return notAllowed({ type: "declined" });
      const reply = await put(question);
      if (reply.type === "unavailable") return failure;
      if (reply.type === "answered" && allows(reply)) return undefined;
      this.#refused.add(key);
      return notAllowed(reply);
    });
  }

  async #put(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply> {
    const reply = await unlessAborted(signal, (bounded) =>
      askPerson(this.#userProxy, clarification, bounded),
    );
    if (reply.type !== "unavailable") this.#knowledge.answered(clarification, reply);
    return reply;
  }
}

/** The error of work ended by an aborted signal. */
function cancelledBy(signal: AbortSignal): FuxiError {
  return new FuxiError("cancelled", "The call of the tool was cancelled.", { cause: signal.reason });
}

/** Does the work until the signal is aborted; work that ignores the signal is abandoned. @throws FuxiError `cancelled`, or what the work throws */
async function unlessAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withinTime(signal, undefined, work);
  } catch (error) {
    throw signal.aborted ? cancelledBy(signal) : error;
  }
}

/**
 * The failure for an aborted action, if a model can react to it: an external effect that may have happened, or a time limit of the application,
 * which a smaller request may meet. Undefined otherwise.
 */
function abortFailure(
  { tool }: Action,
  { signal, effect }: { readonly signal: AbortSignal; readonly effect: boolean },
): ToolFailure | undefined {
  if (effect) return effectUnknown({ tool });
  if (!(signal.reason instanceof Error) || signal.reason.name !== "TimeoutError") return undefined;
  const message = `${tool} ran into the time limit that the application sets for a call, and was stopped. Ask for less at once.`;
  return { code: "time-limit", message, suggestions: [] };
}

interface Turn {
  readonly touches: readonly Touch[];
  readonly begins: PromiseWithResolvers<void>;
  begun: boolean;
}

/** Starts concurrent calls in the order in which they came: reads in parallel, writes one after the other, calls with an external effect alone. */
class Turns {
  /** Turns begun or waiting, in the order in which they came. */
  #turns: readonly Turn[] = [];

  /** @throws FuxiError `cancelled` where the signal is aborted before the turn has come; the turn is then given up */
  async take<T>(touches: readonly Touch[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn: Turn = { touches, begins: Promise.withResolvers(), begun: false };
    this.#turns = [...this.#turns, turn];
    const leave = (): void => turn.begins.reject(cancelledBy(signal));
    signal.addEventListener("abort", leave, { once: true });
    this.#advance();
    try {
      if (signal.aborted) throw cancelledBy(signal);
      await turn.begins.promise;
      return await work();
    } finally {
      signal.removeEventListener("abort", leave);
      this.#turns = this.#turns.filter((other) => other !== turn);
      this.#advance();
    }
  }

  #advance(): void {
    for (const [at, turn] of this.#turns.entries()) {
      if (turn.begun) continue;
      const before = this.#turns.slice(0, at);
      if (
        at > 0 &&
        !mayRunInParallel(
          turn.touches,
          before.flatMap(({ touches }) => touches),
        )
      )
        continue;
      turn.begun = true;
      turn.begins.resolve();
    }
  }
}
