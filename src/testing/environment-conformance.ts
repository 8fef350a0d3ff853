import assert from "node:assert/strict";
import { environmentFailureTests } from "./environment-failure-tests.ts";
import { environmentToolTests } from "./environment-tool-tests.ts";
import { type EnvironmentUnderTest, takeAll, testContext } from "./environment-under-test.ts";
import { environmentWorkspaceTests } from "./environment-workspace-tests.ts";
import { openedOnce } from "./opened-once.ts";
import { rejectsWith } from "./rejects-with.ts";
import type { TestRunner } from "./test-runner.ts";

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
