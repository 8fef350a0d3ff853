import type { z } from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import { given } from "../util/given.ts";
import type { JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import type { ActContext } from "./act-context.ts";
import type { Claim, Evidence } from "./answer.ts";
import { boundedObservation, fitsWorkspace, workspaceFull } from "./bounds.ts";
import type { RunnableTool, StateCall } from "./define-tool.ts";
import type { EgressWords, Withheld } from "./egress/egress-level.ts";
import { egressLevel, isTellableHere, ownText, say, schemaName, written } from "./egress/marks.ts";
import type { ActResult, ConcludeResult, Description, Environment, PermittedHint } from "./environment.ts";
import type { PermittedAction, PermittedSlot } from "./permitted-action.ts";
import { readArguments } from "./read-arguments.ts";
import { readState } from "./read-state.ts";
import type { Task } from "./task.ts";
import type { Tool } from "./tool.ts";
import type { MarkedFailure, OrFailure, ToolFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

/** Result of a claim: an answer with its evidence, or a failure that says what to write instead. */
export type Concluded<Text extends string = string> = OrFailure<
  Omit<Extract<ConcludeResult<Text>, { readonly failure?: never }>, "evidence" | "failure"> & {
    readonly evidence: Omit<Evidence, "environment" | "kind"> & Partial<Evidence>;
  },
  Text
>;

/**
 * The parts that differ between environments; `defineEnvironment` adds the rest of an `Environment`. Fuxi's own environments mark their texts
 * (`Text`), so that a model may read them below the egress level `all`, too.
 */
export interface EnvironmentDefinition<State, Call = StateCall<State>, Text extends string = string>
  extends Pick<
    Environment,
    "id" | "kind" | "targetKey" | "policyKey" | "instructions" | "instructionsFor" | "effectOf"
  > {
  /** Only for marked texts: plain ones are withheld whole. */
  readonly egressWords?: string extends Text ? never : EgressWords;
  /** In the order in which a model reads them. */
  readonly tools: readonly RunnableTool<Call, State, Text>[];
  /** None unless given. */
  readonly capabilities?: Environment["capabilities"];
  /** The shape of a workspace's state: plain JSON. */
  readonly state: z.ZodType<State>;
  /** The state of a new workspace. */
  empty(task: Task | undefined, context: ActContext): State | Promise<State>;
  /** Creates the object passed to tools, claims and permitted actions, for one action's context. `StateCall` unless given. */
  open?(state: State, context: ActContext): Call | Promise<Call>;
  /** Describes the schema, the same for every question. */
  describe(context: ActContext): Promise<Description<Text>>;
  /** Cache key of `describe`: a new object whenever the description would change. */
  described?(): object;
  /** The part of the schema that a question needs, if `describe` had to cut. */
  about?(question: string, context: ActContext): Promise<Description<Text>>;
  workspaceText?(state: State): Text;
  permittedActions?(call: Call, hint: PermittedHint): Promise<readonly (PermittedAction | PermittedSlot)[]>;
  /** The answer with its evidence; `defineEnvironment` adds id and kind. */
  conclude(claim: Claim, call: Call): Promise<Concluded<Text>>;
  /** Advice for an observation that was cut off at the limit: "Ask for fewer rows." */
  readonly seeMore?: Text;
  /** Turns an error of a tool or claim into a failure that a model can correct; undefined rethrows it. */
  failureOf?(error: unknown): ToolFailure<Text> | undefined;
  /** Called once. */
  close?(): Promise<void>;
}

/**
 * Creates an environment from its definition: reads and bounds workspaces and arguments, names the nearest tool, keeps observations to the
 * limits, counts versions, and turns errors into failures.
 * @throws FuxiError `configuration-invalid` for an id with other characters than letters, digits, `_` and `-`
 */
export function defineEnvironment<State, Call = StateCall<State>, Text extends string = string>(
  definition: EnvironmentDefinition<State, Call, Text>,
): Environment {
  const { id, kind, tools: runnable, state: shape, seeMore = say`Ask for less.` } = definition;
  checkEnvironmentId(id);
  const tools = runnable.map(({ tool }) => tool);
  const stateOf = (workspace: Workspace, context?: ActContext): State =>
    readState(shape, workspace, id, context);
  const open = async (state: State, given: ActContext): Promise<Call> => {
    const context = { ...given };
    return (await definition.open?.(state, context)) ?? ({ state, context } as Call);
  };
  const failureOrThrow = async <Result>(
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
        return { text: say`The schema shows everything that there is.` };
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
      return await failureOrThrow(async () => {
        const outcome = await found.run(read.input, await open(state, context));
        if (outcome.failure !== undefined) return { failure: outcome.failure };
        const observation = boundedObservation(outcome.observation, context.limits.characters, seeMore);
        if (outcome.state === undefined || found.tool.workspace === "reads")
          return { workspace, observation };
        const next = { ...workspace, version: workspace.version + 1, state: plain(outcome.state) };
        return fitsWorkspace(next) ? { workspace: next, observation } : { failure: workspaceFull() };
      });
    },
    async conclude(workspace, claim, context): Promise<ConcludeResult> {
      const state = stateOf(workspace, context);
      const concluded = await failureOrThrow(async () =>
        definition.conclude(claim, await open(state, context)),
      );
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

function shared<State, Call, Text extends string>(definition: EnvironmentDefinition<State, Call, Text>) {
  const { id, kind, targetKey, policyKey, egressWords, instructions, instructionsFor, effectOf } = definition;
  const { capabilities = {} } = definition;
  return {
    ...{ id, kind, instructions, capabilities },
    ...given({ targetKey, policyKey, egressWords, instructionsFor, effectOf }),
  };
}

/** Caches the schema description per egress level, since levels withhold different texts. Stable texts let providers cache prompts. */
function oncePerLevel<Text extends string>(
  definition: Pick<EnvironmentDefinition<unknown, unknown, Text>, "describe" | "described">,
) {
  const made = new WeakMap<object, Map<Withheld | undefined, Description<Text>>>();
  return async (context: ActContext): Promise<Description> => {
    const key = definition.described?.() ?? definition;
    const texts = made.get(key) ?? new Map<Withheld | undefined, Description<Text>>();
    made.set(key, texts);
    const level = egressLevel();
    const before = texts.get(level);
    // Marks are valid for one call only.
    if (before !== undefined) return { ...before, text: ownText(before.text) };
    const described = await definition.describe(context);
    if (isTellableHere(described.text)) texts.set(level, described);
    return described;
  };
}

function plain(state: unknown): JsonObject {
  return JSON.parse(JSON.stringify(state)) as JsonObject;
}

/** A failure, not an error: the model can narrow what is too large to store. */
export function tooLargeToKeep(error: unknown): MarkedFailure | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-too-large") return undefined;
  return {
    code: "too-large",
    message: say`This is more than can be kept.`,
    suggestions: [{ text: say`narrow it`, reason: say`fewer items first` }],
  };
}

/** Tools of use only beside other environments are suggested as near names, but not listed. */
export function unknownTool(name: string, tools: readonly Tool[]): MarkedFailure {
  const listed = tools.filter(({ onlyBesideOthers = false }) => !onlyBesideOthers).map((tool) => tool.name);
  const near = nearestNames(
    name,
    tools.map((tool) => tool.name),
    { limit: 3 },
  );
  return {
    code: "unknown-tool",
    message: say`There is no tool "${written(name)}". Tools: ${ownText(listed.join(", "))}.`,
    part: { text: name },
    suggestions: near.map((each) => ({ text: schemaName(each.name), replaces: name })),
  };
}
