import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import type { Task } from "../environment/task.ts";
import type { Workspace } from "../environment/workspace.ts";
import type { PolicyReply } from "../trajectory/policy-reply.ts";
import type { PolicyRequest } from "./policy-request.ts";

/** What a policy may look at beside the request. */
export interface PolicyContext {
  readonly task: Task;
  /** The part of the strategy that asks: "agent", "planner", … */
  readonly role: string;
  /** Id of the command, stable over replays. */
  readonly command: string;
  readonly environments: readonly Environment[];
  /** The newest workspace of each environment, by its id. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** For calls into the environments. */
  readonly act: ActContext;
}

/**
 * What decides the next step: a language model, the built-in rules, a script, a recording, an oracle. Apart from caches a policy keeps no
 * state between calls: whatever it needs to know of the run is in the request, so that a run can go on in another process.
 *
 * @throws FuxiError where the run cannot go on (`model-unavailable`, `model-refused`, `context-too-long`, `replay-miss`, `cancelled`)
 */
export interface Policy {
  /** Kept with the run: "built-in", "oracle", "llm:provider/model". */
  readonly id: string;
  /** Decides one step. */
  reply(request: PolicyRequest, context: PolicyContext): Promise<PolicyReply>;
}
