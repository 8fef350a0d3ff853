import type { ModelMessage } from "ai";
import { type Touch, touchesOfAction } from "../agent/command-order.ts";
import { type Taken, takeAction } from "../agent/take-action.ts";
import type { ToolNames } from "../agent/tool-names.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { ConcludeResult, Environment } from "../environment/environment.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { observeConclude } from "../telemetry/observe-run.ts";
import { brokenOff, unlessAborted } from "./interrupted-call.ts";
import { Leave } from "./leave.ts";
import { Questions } from "./questions.ts";
import { TaskKnowledge } from "./task-knowledge.ts";
import type { TaskOptions } from "./task-options.ts";
import { Turns } from "./turns.ts";

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
  readonly knowledge: TaskKnowledge;
  /** Undefined where nobody can be asked. */
  readonly questions: Questions | undefined;
  readonly #leave: Leave | undefined;
  readonly #options: TaskOptions;
  readonly #workspaces: Map<string, Workspace>;
  readonly #turns = new Turns();
  #opening: Promise<void> | undefined;

  constructor(environments: readonly Environment[], names: ToolNames, options: TaskOptions) {
    const { question = "", oracleKnowledge, previous, settled, allow = [], userProxy } = options;
    const given = Object.entries({ oracleKnowledge, previous, settled }).filter(
      ([, value]) => value !== undefined,
    );
    this.environments = environments;
    this.names = names;
    this.#options = options;
    this.#workspaces = givenWorkspaces(options.workspaces);
    this.knowledge = new TaskKnowledge({ question, ...Object.fromEntries(given) }, allow, environments);
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
  async act(given: Action, place: CallPlace): Promise<Taken> {
    const taken = await this.#take(given, place);
    if (taken.failure?.code !== "permission-needed" || this.#leave === undefined) return taken;
    const { action, failure } = taken;
    const refusal = await this.#leave.askFor(action, failure, place.signal);
    return refusal === undefined
      ? await this.#take(given, place)
      : { action, environment: action.environment, failure: refusal };
  }

  /** @throws FuxiError as `Environment.conclude` does, `cancelled` */
  async conclude(environment: Environment, claim: Claim, signal: AbortSignal): Promise<ConcludeResult> {
    const workspaces = await this.workspaces(signal);
    const touches: readonly Touch[] = [{ environment: environment.id, kind: "reads" }];
    return await this.#turns.take(touches, signal, async () => {
      const workspace = workspaces.get(environment.id);
      if (workspace === undefined) {
        throw new FuxiError("internal", `The environment "${environment.id}" has no workspace.`);
      }
      return await unlessAborted(signal, (bounded) =>
        observeConclude(environment, () =>
          environment.conclude(workspace, claim, this.context({ signal: bounded, messages: [] })),
        ),
      );
    });
  }

  context({ signal, messages }: CallPlace): ActContext {
    const { principal, artifacts, limits } = this.#options;
    return {
      principal,
      artifacts,
      signal,
      limits: { ...DEFAULT_ACT_LIMITS, ...limits },
      allowed: this.knowledge.allowed,
      ...(this.hasQuestion ? { seen: this.knowledge.seenIn(messages, this.names) } : {}),
    };
  }

  async #take(given: Action, place: CallPlace): Promise<Taken> {
    const { environments, knowledge } = this;
    const { signal } = place;
    const touches = () => touchesOfAction(given, { environments, allowed: knowledge.allowed });
    let effect = false;
    try {
      const workspaces = await this.workspaces(signal);
      return await this.#turns.take(touches(), signal, async () => {
        // It may have been allowed while it waited.
        effect = touches().some(({ kind }) => kind === "effect");
        const taken = await unlessAborted(signal, (bounded) =>
          takeAction(given, { environments, workspaces }, this.context({ ...place, signal: bounded })),
        );
        this.#keep(taken);
        return taken;
      });
    } catch (error) {
      const failure = signal.aborted ? brokenOff(given, { signal, effect }) : undefined;
      if (failure === undefined) throw error;
      return { action: given, environment: given.environment, failure };
    }
  }

  #keep({ action, environment, observation, failure, workspace }: Taken): void {
    if (workspace !== undefined) this.#workspaces.set(workspace.environment, workspace);
    const done = { command: "", action };
    if (failure === undefined)
      this.knowledge.note({ type: "action-observed", ...done, observation }, environment);
    else this.knowledge.note({ type: "action-failed", ...done, failure }, environment);
  }

  async #open(): Promise<void> {
    const task = this.hasQuestion ? this.knowledge.task : undefined;
    const context = this.context({ signal: NO_SIGNAL, messages: [] });
    const missing = this.environments.filter(({ id }) => !this.#workspaces.has(id));
    const opened = await Promise.all(missing.map((environment) => environment.openWorkspace(task, context)));
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
