import type { z } from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import { given } from "../util/given.ts";
import type { JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import type { ActContext } from "./act-context.ts";
import type { Claim, Evidence } from "./answer.ts";
import { boundedObservation, fitsWorkspace, WORKSPACE_FULL } from "./bounds.ts";
import type { RunnableTool, StateCall } from "./define-tool.ts";
import type { Withheld } from "./egress/egress-level.ts";
import { egressScope } from "./egress/egress-scope.ts";
import type { ActResult, ConcludeResult, Description, Environment, PermittedHint } from "./environment.ts";
import type { PermittedAction, PermittedSlot } from "./permitted-action.ts";
import { readArguments } from "./read-arguments.ts";
import { readState } from "./read-state.ts";
import type { Task } from "./task.ts";
import type { Tool } from "./tool.ts";
import type { OrFailure, ToolFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

/** What a claim comes to: an answer with what it rests on, or a failure that says what to write instead. */
export type Concluded = OrFailure<
  Omit<Extract<ConcludeResult, { readonly failure?: never }>, "evidence" | "failure"> & {
    readonly evidence: Omit<Evidence, "environment" | "kind"> & Partial<Evidence>;
  }
>;

/** What tells one environment from another. Everything else that an `Environment` has to do is the same for all. */
export interface EnvironmentDefinition<State, Call = StateCall<State>>
  extends Pick<
    Environment,
    | "id"
    | "kind"
    | "targetKey"
    | "policyKey"
    | "egressWords"
    | "instructions"
    | "instructionsFor"
    | "effectOf"
  > {
  /** In the order in which a model reads them. */
  readonly tools: readonly RunnableTool<Call, State>[];
  /** None unless given. */
  readonly capabilities?: Environment["capabilities"];
  /** The shape of a workspace's state: plain JSON. */
  readonly state: z.ZodType<State>;
  /** The state of a new workspace. */
  empty(task: Task | undefined, context: ActContext): State | Promise<State>;
  /** What tools, claims and permitted actions work with; the context is the action's own. `StateCall` unless given. */
  open?(state: State, context: ActContext): Call | Promise<Call>;
  /** What is there, the same for every question. */
  describe(context: ActContext): Promise<Description>;
  /** What `describe` tells of: another object where it would say something else than before. */
  described?(): object;
  /** What of it a question needs, where `describe` had to cut. */
  about?(question: string, context: ActContext): Promise<Description>;
  workspaceText?(state: State): string;
  permittedActions?(call: Call, hint: PermittedHint): Promise<readonly (PermittedAction | PermittedSlot)[]>;
  /** An answer with what it rests on; the frame adds whose evidence it is. */
  conclude(claim: Claim, call: Call): Promise<Concluded>;
  /** What to do where an observation was cut off at the limit: "Ask for fewer rows." */
  readonly seeMore?: string;
  /** What a model can mend of an error that a tool or a claim threw; the others are thrown on. */
  failureOf?(error: unknown): ToolFailure | undefined;
  /** Called once. */
  close?(): Promise<void>;
}

/**
 * Makes an environment of its definition: reads and bounds workspaces and arguments, names the nearest tool, keeps observations to the limits,
 * counts versions, and turns errors into failures.
 * @throws FuxiError `configuration-invalid` for an id with other characters than letters, digits, `_` and `-`
 */
export function defineEnvironment<State, Call = StateCall<State>>(
  definition: EnvironmentDefinition<State, Call>,
): Environment {
  const { id, kind, tools: runnable, state: shape, seeMore = "Ask for less." } = definition;
  checkEnvironmentId(id);
  const tools = runnable.map(({ tool }) => tool);
  const stateOf = (workspace: Workspace, context?: ActContext): State =>
    readState(shape, workspace, id, context);
  const open = async (state: State, given: ActContext): Promise<Call> => {
    const context = { ...given };
    return (await definition.open?.(state, context)) ?? ({ state, context } as Call);
  };
  const mendable = async <Result>(
    work: () => Promise<Result>,
  ): Promise<Result | { failure: ToolFailure }> => {
    try {
      return await work();
    } catch (error) {
      const failure = tooLargeToKeep(error) ?? definition.failureOf?.(error);
      if (failure === undefined) throw error;
      return { failure };
    }
  };
  const schemaText = oncePerLevel(definition);
  const { permittedActions, about, workspaceText } = definition;
  let closing: Promise<void> | undefined;
  return {
    ...shared(definition),
    tools,
    async describe(part, task, context) {
      const schema = await schemaText(context);
      if (part === "schema") return schema;
      if (task === undefined || schema.truncation === undefined || about === undefined)
        return { text: "The schema shows everything that there is." };
      return about(`${task.question} ${task.oracleKnowledge ?? ""}`, context);
    },
    async openWorkspace(task, context) {
      return { environment: id, kind, version: 0, state: plain(await definition.empty(task, context)) };
    },
    ...(workspaceText && { workspaceText: (workspace: Workspace) => workspaceText(stateOf(workspace)) }),
    ...(permittedActions && {
      permittedActions: async (workspace: Workspace, hint: PermittedHint, context: ActContext) =>
        permittedActions(await open(stateOf(workspace, context), context), hint),
    }),
    async act(workspace, action, context): Promise<ActResult> {
      const state = stateOf(workspace, context);
      const found = runnable.find(({ tool }) => tool.name === action.tool);
      if (found === undefined) return { failure: unknownTool(action.tool, tools) };
      const read = readArguments(found.tool, action.arguments);
      if (read.failure !== undefined) return { failure: read.failure };
      return await mendable(async () => {
        const outcome = await found.run(read.input, await open(state, context));
        if (outcome.failure !== undefined) return { failure: outcome.failure };
        const observation = boundedObservation(outcome.observation, context.limits.characters, seeMore);
        if (outcome.state === undefined || found.tool.workspace === "reads")
          return { workspace, observation };
        const next = { ...workspace, version: workspace.version + 1, state: plain(outcome.state) };
        return fitsWorkspace(next) ? { workspace: next, observation } : { failure: WORKSPACE_FULL };
      });
    },
    async conclude(workspace, claim, context): Promise<ConcludeResult> {
      const state = stateOf(workspace, context);
      const concluded = await mendable(async () => definition.conclude(claim, await open(state, context)));
      if (concluded.failure !== undefined) return concluded;
      return { ...concluded, evidence: { environment: id, kind, ...concluded.evidence } };
    },
    close() {
      closing ??= definition.close?.() ?? Promise.resolve();
      return closing;
    },
  };
}

/** @throws FuxiError `configuration-invalid` */
export function checkEnvironmentId(id: string): void {
  if (/^[\w-]+$/u.test(id)) return;
  throw new FuxiError("configuration-invalid", `"${id}" cannot name an environment.`, {
    hint: "Use letters, digits, _ and -.",
  });
}

function shared<State, Call>(definition: EnvironmentDefinition<State, Call>) {
  const { id, kind, targetKey, policyKey, egressWords, instructions, instructionsFor, effectOf } = definition;
  const { capabilities = {} } = definition;
  return {
    ...{ id, kind, instructions, capabilities },
    ...given({ targetKey, policyKey, egressWords, instructionsFor, effectOf }),
  };
}

/** Stable text, so that providers can cache what begins with it; what is withheld from a model is withheld in it, too. */
function oncePerLevel(definition: Pick<EnvironmentDefinition<unknown>, "describe" | "described">) {
  const made = new WeakMap<object, Map<Withheld | undefined, Description>>();
  return async (context: ActContext): Promise<Description> => {
    const key = definition.described?.() ?? definition;
    const texts = made.get(key) ?? new Map<Withheld | undefined, Description>();
    made.set(key, texts);
    const level = egressScope()?.level;
    const text = texts.get(level) ?? (await definition.describe(context));
    texts.set(level, text);
    return text;
  };
}

function plain(state: unknown): JsonObject {
  return JSON.parse(JSON.stringify(state)) as JsonObject;
}

/** What is too large for the artifact store is the model's to narrow. */
export function tooLargeToKeep(error: unknown): ToolFailure | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-too-large") return undefined;
  return {
    code: "too-large",
    message: "This is more than can be kept.",
    suggestions: [{ text: "narrow it", reason: "fewer items first" }],
  };
}

/** Tools that are of use only beside other environments are suggested where they are nearly written, and not listed. */
export function unknownTool(name: string, tools: readonly Tool[]): ToolFailure {
  const listed = tools.filter(({ onlyBesideOthers = false }) => !onlyBesideOthers).map((tool) => tool.name);
  const near = nearestNames(
    name,
    tools.map((tool) => tool.name),
    { limit: 3 },
  );
  return {
    code: "unknown-tool",
    message: `There is no tool "${name}". Tools: ${listed.join(", ")}.`,
    part: { text: name },
    suggestions: near.map((each) => ({ text: each.name, replaces: name })),
  };
}
