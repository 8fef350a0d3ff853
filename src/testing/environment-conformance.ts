import assert from "node:assert/strict";
import type { Environment } from "../environment/environment.ts";
import { FAILURE_CODES, type ToolFailure } from "../environment/tool-failure.ts";

import type { Json, JsonObject } from "../util/json.ts";
import { environmentToolTests } from "./environment-tool-tests.ts";
import { type EnvironmentUnderTest, failureOf, takeAll, testContext } from "./environment-under-test.ts";
import { environmentWorkspaceTests } from "./environment-workspace-tests.ts";
import { openedOnce, rejectsWith, type TestRunner } from "./test-runner.ts";

/** What every environment must hold to, whatever kind it is of (docs/ports). */
export function environmentConformance(runner: TestRunner, setup: EnvironmentUnderTest): void {
  const inEnvironment = openedOnce(runner, () => setup.open());

  environmentToolTests(inEnvironment, setup);
  environmentWorkspaceTests(inEnvironment, setup);
  environmentFailureTests(inEnvironment, setup);

  inEnvironment("describes itself in the same words each time", async (environment) => {
    const first = await environment.describe("schema", undefined, testContext());
    const workspace = await environment.openWorkspace(setup.task, testContext());
    assert.ok(workspace.version >= 0);
    const second = await environment.describe("schema", setup.task, testContext());
    assert.deepEqual(second, first);
    assert.notEqual(first.text.trim(), "");
    assert.notEqual(environment.instructions.trim(), "");
    const task = await environment.describe("task", setup.task, testContext());
    assert.notEqual(task.text.trim(), "");
  });

  inEnvironment("answers with evidence that names it", async (environment) => {
    const workspace = (await takeAll(environment, setup)).at(-1)?.after;
    assert.ok(workspace !== undefined);
    const before = JSON.stringify(workspace);
    const result = await environment.conclude(workspace, setup.claim ?? {}, testContext());
    assert.ok(result.failure === undefined, JSON.stringify(result.failure));
    assert.equal(result.evidence.environment, environment.id);
    assert.equal(result.evidence.kind, environment.kind);
    assert.deepEqual(JSON.parse(JSON.stringify(result)), result, "answer and evidence are JSON");
    assert.equal(JSON.stringify(workspace), before, "conclude left the workspace alone");
  });

  inEnvironment("stops when it is cancelled", async (environment) => {
    const taken = await takeAll(environment, setup);
    const aborted = testContext({ signal: AbortSignal.abort() });
    for (const { action, before } of taken) {
      await rejectsWith("cancelled", environment.act(before, action, aborted));
    }
    const last = taken.at(-1)?.after;
    assert.ok(last !== undefined);
    await rejectsWith("cancelled", environment.conclude(last, setup.claim ?? {}, aborted));
  });

  inEnvironment("refuses a workspace that is not its own, or is damaged", async (environment) => {
    const [first] = setup.actions;
    assert.ok(first !== undefined);
    const action = { environment: environment.id, tool: first.tool, arguments: first.arguments };
    const own = await environment.openWorkspace(setup.task, testContext());
    const foreign = { ...own, environment: `${own.environment}-other` };
    await rejectsWith("workspace-invalid", environment.act(foreign, action, testContext()));
    const damaged = { ...own, state: { unheard: ["of", 1, null] } };
    await rejectsWith("workspace-invalid", environment.act(damaged, action, testContext()));
    if (environment.workspaceText === undefined) return;
    for (const other of [foreign, damaged])
      await rejectsWith("workspace-invalid", (async () => environment.workspaceText?.(other))());
  });

  runner.it("can be closed twice", async () => {
    const environment = await setup.open();
    await environment.close();
    await environment.close();
  });
}

type InEnvironment = (name: string, body: (environment: Environment) => Promise<void>) => void;

/** What a model does wrong is told to it by a code of the closed table, never thrown. */
function environmentFailureTests(
  inEnvironment: InEnvironment,
  { actions, task, nonsense }: EnvironmentUnderTest,
): void {
  inEnvironment("answers an unknown tool with the nearest one", async (environment) => {
    for (const { name } of environment.tools) {
      const failure = await failureOf(environment, task, `${name}x`, {});
      told(failure, "unknown-tool");
      assert.ok(
        failure.suggestions.some(({ text }) => text.includes(name)),
        `${name}x does not lead to ${name}`,
      );
    }
  });

  inEnvironment("answers an unknown, a missing and a wrong argument", async (environment) => {
    for (const { tool, arguments: given } of actions) {
      const { inputSchema } = environment.tools.find(({ name }) => name === tool) ?? {};
      told(await failureOf(environment, task, tool, { ...given, unheard_of: 1 }), "invalid-arguments");
      const required = (inputSchema?.required ?? []) as readonly string[];
      for (const name of required) {
        const { [name]: _, ...rest } = given;
        const failure = await failureOf(environment, task, tool, rest);
        told(failure, "invalid-arguments");
        assert.match(JSON.stringify(failure), new RegExp(name), `the failure does not name ${name}`);
        const wrong: Json = { an: ["object"] };
        if (!takesObjects(inputSchema, name)) {
          told(await failureOf(environment, task, tool, { ...given, [name]: wrong }), "invalid-arguments");
        }
      }
    }
  });

  inEnvironment("refuses a tool before its prerequisites", async (environment) => {
    for (const { tool, arguments: given } of actions) {
      const declared = environment.tools.find(({ name }) => name === tool);
      const [first] = declared?.prerequisites ?? [];
      if (first === undefined) continue;
      const failure = await failureOf(environment, task, tool, given);
      told(failure, "prerequisite-missing");
      assert.match(JSON.stringify(failure), new RegExp(first), `${tool} does not say that it needs ${first}`);
    }
  });

  inEnvironment("refuses an answer that is none, and an empty workspace", async (environment) => {
    const workspace = await environment.openWorkspace(task, testContext());
    for (const claim of [nonsense, {}]) {
      const result = await environment.conclude(workspace, claim, testContext());
      assert.ok(result.failure !== undefined, `${JSON.stringify(claim)} was accepted`);
      told(result.failure);
    }
  });
}

function told(failure: ToolFailure, code?: string): void {
  assert.ok(failure.code in FAILURE_CODES, failure.code);
  if (code !== undefined) assert.equal(failure.code, code, failure.message);
  assert.notEqual(failure.message.trim(), "");
  assert.deepEqual(JSON.parse(JSON.stringify(failure)), failure);
  assert.doesNotMatch(failure.message, /\n\s+at |node_modules|file:\/\//, "no stack traces and paths");
}

function takesObjects(schema: JsonObject | undefined, name: string): boolean {
  const property = (schema?.properties as JsonObject | undefined)?.[name] as JsonObject | undefined;
  return property?.type === undefined || property.type === "object";
}
