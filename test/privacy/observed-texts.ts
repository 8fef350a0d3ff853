import { renderFailure, renderObservation } from "../../src/agent/render-result.ts";
import type { ActContext } from "../../src/environment/act-context.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Task } from "../../src/environment/task.ts";
import type { JsonObject } from "../../src/util/json.ts";

/** One thing that a model may come to see. */
export interface Seen {
  readonly what: string;
  readonly text: string;
}

/** Everything that a model may see of an environment over these actions: texts, data, findings, failures, what is offered and what is held. */
export async function observedTexts(
  environment: Environment,
  task: Task,
  actions: readonly (readonly [tool: string, given: JsonObject])[],
  context: ActContext,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [{ what: "instructions", text: environment.instructions }];
  const see = (what: string, ...parts: readonly unknown[]) =>
    seen.push({
      what,
      text: parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("\n"),
    });
  for (const part of ["schema", "task"] as const) {
    see(part, await environment.describe(part, task, context));
  }
  const definitions = await environment.capabilities.sql?.definitions?.({ sampleRows: 2 }, context);
  see("definitions", definitions ?? []);
  let workspace = await environment.openWorkspace(task, context);
  for (const [tool, given] of actions) {
    const what = `${tool} ${JSON.stringify(given)}`;
    const action = { environment: environment.id, tool, arguments: given };
    const result = await environment.act(workspace, action, context);
    if (result.failure === undefined) {
      workspace = result.workspace;
      see(what, renderObservation(result.observation), result.observation);
    } else see(what, renderFailure(result.failure), result.failure);
    see(
      `offers after ${what}`,
      (await environment.permittedActions?.(workspace, { task, limit: 30 }, context)) ?? [],
    );
    see(`held after ${what}`, environment.workspaceText?.(workspace) ?? "");
    // Names by which results are handed over stand in failures and among what is offered elsewhere.
    const handed = (await environment.capabilities.references?.list(workspace, context)) ?? [];
    see(`handed over after ${what}`, handed);
  }
  return seen;
}
