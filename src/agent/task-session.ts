import { gate } from "../clarification/gate.ts";
import type { AskedBefore } from "../clarification/settle.ts";
import type { ActContext } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import { boundedFailure, tooLarge } from "../environment/bounds.ts";
import { toldAnswer, toldEvidence } from "../environment/egress/told-answer.ts";
import type { ConcludeResult, Environment } from "../environment/environment.ts";
import type { Observation } from "../environment/observation.ts";
import type { Task } from "../environment/task.ts";
import type { OrFailure, ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { observeConclude, observeTool } from "../telemetry/observe-run.ts";
import type { Wish, WishVerdict } from "../trajectory/clarification.ts";
import { given } from "../util/given.ts";
import { hasEffect } from "./command-order.ts";
import { resolveReferences, withPlainReferences } from "./references.ts";
import { type ResolvedAction, resolveAction } from "./tool-names.ts";

/** State of a task: a run folds it from its events, tools of the AI SDK keep it in memory, MCP keeps it in a store. */
export interface TaskState extends Pick<ActContext, "allowed" | "seen"> {
  readonly task?: Task | undefined;
  /** All workspaces of the task, by environment, since an action's references may name any. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** Questions that were put to the person, with the replies. */
  readonly asked?: readonly AskedBefore[];
  /** True if a check has shown that another reading of the question gives another result. */
  readonly isOpen?: boolean;
}

/** `workspace` is set where the action wrote. */
export type Taken = { readonly action: Action; readonly environment?: string } & OrFailure<{
  readonly observation: Observation;
  readonly workspace?: Workspace;
}>;

type Accepted = Extract<ConcludeResult, { readonly failure?: never }>;

/**
 * Operations on one task at one moment, for the run loop, tools of the AI SDK and MCP. A session is not updated: changes by an action or an
 * answer are returned, and the next session begins with them.
 */
export class TaskSession {
  readonly environments: readonly Environment[];
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly context: ActContext;
  readonly #state: TaskState;

  constructor(
    environments: readonly Environment[],
    state: TaskState,
    bounds: Pick<ActContext, "principal" | "signal" | "limits" | "artifacts">,
  ) {
    this.environments = environments;
    this.workspaces = state.workspaces;
    this.context = { ...bounds, ...given({ allowed: state.allowed, seen: state.seen }) };
    this.#state = state;
  }

  /** Empty workspaces for the environments that have none. @throws FuxiError as `Environment.openWorkspace` does */
  async openMissing(): Promise<readonly Workspace[]> {
    const missing = this.environments.filter(({ id }) => !this.workspaces.has(id));
    return await Promise.all(missing.map((environment) => this.open(environment)));
  }

  /** @throws FuxiError as `Environment.openWorkspace` does */
  open(environment: Environment): Promise<Workspace> {
    return environment.openWorkspace(this.#state.task, this.context);
  }

  /** @throws FuxiError `internal` where the environment has no workspace in this task */
  workspaceOf({ id }: Pick<Environment, "id">): Workspace {
    const workspace = this.workspaces.get(id);
    if (workspace !== undefined) return workspace;
    throw new FuxiError("internal", `The environment "${id}" has no workspace in this task.`);
  }

  /** True if the action would have an external effect now: permission may have been given while it waited. */
  hasEffect(action: Action): boolean {
    return hasEffect(action, { environments: this.environments, allowed: this.context.allowed ?? [] });
  }

  /**
   * Takes one action in the environment that it means: the tool is found by the name as written, references are resolved first.
   * @throws FuxiError as `Environment.act` does
   */
  async act(written: Action): Promise<Taken> {
    const resolved = resolveAction(this.environments, written);
    const { environment: where } = resolved;
    const tool = where && observedTool(where, resolved.tool.name);
    return await observeTool(
      { arguments: written.arguments, ...given({ tool }) },
      ({ failure, observation }: Taken) => ({
        failure: failure?.code,
        text: failure?.message ?? observation?.text ?? "",
      }),
      () => this.#take(written, resolved),
    );
  }

  async #take(written: Action, resolved: ResolvedAction): Promise<Taken> {
    if (resolved.failure !== undefined) return { action: written, failure: boundedFailure(resolved.failure) };
    const { environment, tool } = resolved;
    const large = tooLarge(tool.name, written.arguments);
    if (large !== undefined) return { action: resolved.action, environment: environment.id, failure: large };
    const action = withPlainReferences(resolved.action, tool);
    const taken = { action, environment: environment.id };
    const before = this.workspaceOf(environment);
    const { references, failure } = await resolveReferences(action, tool, this, this.context);
    if (failure !== undefined) return { ...taken, failure: boundedFailure(failure) };
    const result = await environment.act(before, action, { ...this.context, ...given({ references }) });
    if (result.failure !== undefined) return { ...taken, failure: boundedFailure(result.failure) };
    const { observation, workspace } = result;
    return { ...taken, observation, ...(workspace.version === before.version ? {} : { workspace }) };
  }

  /** @throws FuxiError as `Environment.conclude` does */
  async conclude(environment: Environment, claim: Claim): Promise<ConcludeResult> {
    const workspace = this.workspaceOf(environment);
    return await observeConclude(environment, () => environment.conclude(workspace, claim, this.context));
  }

  /** An accepted answer redacted for the model that handed it in: below the level `all`, without values that nobody wrote. */
  async told(environment: Environment, { text = "" }: Claim, accepted: Accepted): Promise<Accepted> {
    const { egress: level, egressWords: words } = environment;
    if (level === undefined) return accepted;
    const written = [text, ...(words?.written(this.workspaceOf(environment)) ?? [])];
    return {
      ...accepted,
      answer: toldAnswer(accepted.answer, level, await words?.names(this.context)),
      evidence: toldEvidence(accepted.evidence, written, level),
    };
  }

  /** Puts a wish to ask before the gate (docs/asking.md). @param task in place of the task's own */
  async weigh(wish: Wish, task = this.#state.task): Promise<WishVerdict> {
    if (task === undefined)
      throw new FuxiError("internal", "A question was weighed before there was a task.");
    const { asked = [], isOpen = false } = this.#state;
    return await gate(wish, { task, environments: this.environments, asked, isOpen }, this.context);
  }
}

/** The failure for an external effect that was started and whose result is unknown. */
export function effectUnknown({ tool }: Pick<Action, "tool">): ToolFailure {
  const message = `${tool} was begun and its result never arrived: it may or may not have taken effect. Check before doing it again.`;
  return { code: "effect-unknown", message, suggestions: [] };
}

/** Attributes of a tool for spans. */
export function observedTool({ id, kind, egress, capabilities }: Environment, name: string) {
  const { api, sql, graph } = capabilities;
  const type = api !== undefined ? "extension" : (sql ?? graph) === undefined ? "function" : "datastore";
  return { name, environment: id, kind, type, withholds: egress !== undefined } as const;
}
