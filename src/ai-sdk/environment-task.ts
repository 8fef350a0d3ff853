import type { ModelMessage } from "ai";
import { actionKey } from "../agent/action-key.ts";
import { mayGoBeside, type Touch, touchesOfAction } from "../agent/command-order.ts";
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
import { allowedEffects, seenIn } from "./task-knowledge.ts";
import type { TaskOptions } from "./task-options.ts";

/** Where a call of a tool comes from. */
export interface CallPlace {
  readonly signal: AbortSignal;
  /** The conversation so far. */
  readonly messages: readonly ModelMessage[];
}

export const NO_SIGNAL: AbortSignal = new AbortController().signal;

/** The workspaces of one task, and what all of its tools go through. */
export class EnvironmentTask {
  readonly environments: readonly Environment[];
  readonly names: ToolNames;
  /** Its task has an empty question where none was given. */
  readonly knowledge = new RunKnowledge();
  /** Undefined where nobody can be asked. */
  readonly questions: Questions | undefined;
  readonly #leave: Leave | undefined;
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
    this.knowledge.allowed.push(...allowedEffects(allow, environments));
    this.questions = userProxy && new Questions(userProxy, this.knowledge);
    this.#leave = this.questions && new Leave(this.questions, this.knowledge);
  }

  get hasQuestion(): boolean {
    return this.#options.question !== undefined;
  }

  /** As they are now, by environment. */
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
   * Takes an action when its turn has come; one with an effect that is not allowed, after the person has allowed it.
   * @throws FuxiError as `Environment.act` does, `cancelled`
   */
  async act(written: Action, place: CallPlace): Promise<Taken> {
    const taken = await this.#take(written, place);
    if (taken.failure?.code !== "permission-needed" || this.#leave === undefined) return taken;
    const { action, failure } = taken;
    const refusal = await this.#leave.askFor(action, failure, place.signal);
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

  /** The task as it is now, for a call that ends with the signal. */
  session({ signal, messages = [] }: Pick<CallPlace, "signal"> & Partial<CallPlace>): TaskSession {
    const { principal, artifacts, limits } = this.#options;
    const { task, asked, allowed } = this.knowledge;
    const state = { workspaces: this.#workspaces, asked, allowed };
    const known = { task, seen: seenIn(this.knowledge, messages, this.names) };
    return new TaskSession(this.environments, this.hasQuestion ? { ...state, ...known } : state, {
      principal,
      artifacts,
      signal,
      limits: { ...DEFAULT_ACT_LIMITS, ...limits },
    });
  }

  async #take(written: Action, place: CallPlace): Promise<Taken> {
    const { environments, knowledge } = this;
    const { signal } = place;
    const touches = () => touchesOfAction(written, { environments, allowed: knowledge.allowed });
    let effect = false;
    try {
      await this.workspaces(signal);
      return await this.#turns.take(touches(), signal, async () => {
        // It may have been allowed while it waited.
        effect = touches().some(({ kind }) => kind === "effect");
        const taken = await unlessAborted(signal, (bounded) =>
          this.session({ ...place, signal: bounded }).act(written),
        );
        this.#keep(taken);
        return taken;
      });
    } catch (error) {
      const failure = signal.aborted ? brokenOff(written, { signal, effect }) : undefined;
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
  // What JSON makes of a promise is an object as well.
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

/** Leave for effects outside that nobody has allowed yet. A yes holds for the operation from then on; a no for the same action. */
class Leave {
  readonly #questions: Questions;
  readonly #knowledge: RunKnowledge;
  readonly #refused = new Set<string>();

  constructor(questions: Questions, knowledge: RunKnowledge) {
    this.#questions = questions;
    this.#knowledge = knowledge;
  }

  /**
   * Undefined where the action may be taken now, else what the model is told instead.
   * @param failure of the code `permission-needed`
   */
  async askFor(action: Action, failure: ToolFailure, signal: AbortSignal): Promise<ToolFailure | undefined> {
    const key = actionKey(action);
    const question = permissionQuestion(action, failure);
    const effect = `${action.environment} ${question.permission?.operation}`;
    return await this.#questions.inTurn(signal, async (put) => {
      // Somebody may have asked for the same while this one waited.
      if (this.#knowledge.allowed.includes(effect)) return undefined;
      if (this.#refused.has(key)) return notAllowed({ type: "declined" });
      const reply = await put(question);
      if (reply.type === "unavailable") return failure;
      if (reply.type === "answered" && allows(reply)) return undefined;
      this.#refused.add(key);
      return notAllowed(reply);
    });
  }
}

/** Puts questions to the person, one after the other however many tools ask at the same time. */
export class Questions {
  readonly #userProxy: UserProxy;
  readonly #knowledge: RunKnowledge;
  readonly #turns = new Turns();

  constructor(userProxy: UserProxy, knowledge: RunKnowledge) {
    this.#userProxy = userProxy;
    this.#knowledge = knowledge;
  }

  /**
   * Does what decides on a question, asks it and makes something of the answer, with nobody else asking meanwhile.
   * @throws FuxiError `cancelled`
   */
  async inTurn<T>(
    signal: AbortSignal,
    work: (put: (clarification: Clarification) => Promise<ClarificationReply>) => Promise<T>,
  ): Promise<T> {
    const person = [{ environment: "", kind: "writes" }] as const;
    return await this.#turns.take(person, signal, () => work((question) => this.#put(question, signal)));
  }

  async #put(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply> {
    const reply = await unlessAborted(signal, (bounded) =>
      askPerson(this.#userProxy, clarification, bounded),
    );
    if (reply.type !== "unavailable") this.#knowledge.answered(clarification, reply);
    return reply;
  }
}

/** The error of work that an aborted signal has ended. */
function cancelledBy(signal: AbortSignal): FuxiError {
  return new FuxiError("cancelled", "The call of the tool was cancelled.", { cause: signal.reason });
}

/** Leaves work behind that does not listen to its signal. @throws FuxiError `cancelled`, or what the work throws */
async function unlessAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withinTime(signal, undefined, work);
  } catch (error) {
    throw signal.aborted ? cancelledBy(signal) : error;
  }
}

/**
 * What a model is told of an action that was broken off, where it can make something of that: an effect outside that may have happened, and
 * a time limit of the application, which a smaller request keeps to.
 */
function brokenOff(
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

/**
 * Lets calls that come at the same time begin in the order in which they came: reads beside each other, writes one after the other, what has
 * an effect outside alone.
 */
class Turns {
  /** Begun or waiting, in the order in which they came. */
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
        !mayGoBeside(
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
