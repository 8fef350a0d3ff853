import assert from "node:assert/strict";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { Environment } from "../environment/environment.ts";
import type { Observation } from "../environment/observation.ts";
import type { Task } from "../environment/task.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { memoryArtifactStore } from "../store/artifacts.ts";
import type { JsonObject } from "../util/json.ts";

/** An environment, and actions in it that are known to work. */
export interface EnvironmentUnderTest {
  /** Called once for most tests; closed after them. */
  open(): Promise<Environment>;
  /** Given to `openWorkspace` and `describe`. */
  readonly task: Task;
  /** Succeed one after another from a fresh workspace, and use every tool at least once. */
  readonly actions: readonly { readonly tool: string; readonly arguments: JsonObject }[];
  /** Accepted after those actions; without it the workspace itself is the claim. */
  readonly claim?: Claim;
  /** Names nothing that could be an answer. */
  readonly nonsense: Claim;
}

/** What one call keeps another may need: artifacts are named by their content, so one store does for all. */
const artifacts = memoryArtifactStore();

/** A context of its own for each call of a test. */
export function testContext(more: Partial<ActContext> = {}): ActContext {
  return {
    principal: { id: "tester" },
    signal: new AbortController().signal,
    limits: DEFAULT_ACT_LIMITS,
    artifacts,
    ...more,
  };
}

export interface Taken {
  readonly action: Action;
  readonly before: Workspace;
  readonly after: Workspace;
  readonly observation: Observation;
}

/** Takes all of the actions in order, each on a frozen copy of the workspace as it comes back from JSON. */
export async function takeAll(
  environment: Environment,
  { actions, task }: EnvironmentUnderTest,
  context = testContext(),
): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  let workspace = await environment.openWorkspace(task, context);
  for (const { tool, arguments: given } of actions) {
    const action = frozenCopy({ environment: environment.id, tool, arguments: given });
    const before = frozenCopy(workspace);
    const result = await environment.act(before, action, context);
    if (result.failure !== undefined) assert.fail(`${tool} failed: ${JSON.stringify(result.failure)}`);
    workspace = result.workspace;
    taken.push({ action, before, after: workspace, observation: result.observation });
  }
  return taken;
}

/** Takes one action in a fresh workspace that has to fail. */
export async function failureOf(
  environment: Environment,
  task: Task,
  tool: string,
  given: JsonObject,
): Promise<ToolFailure> {
  const context = testContext();
  const workspace = await environment.openWorkspace(task, context);
  const result = await environment.act(
    workspace,
    { environment: environment.id, tool, arguments: given },
    context,
  );
  assert.ok(result.failure !== undefined, `${tool} ${JSON.stringify(given)} did not fail`);
  return result.failure;
}

/** A copy that has been through JSON and cannot be changed, so that whoever tries is caught. */
export function frozenCopy<T>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}
