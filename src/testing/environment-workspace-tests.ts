import assert from "node:assert/strict";
import { DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { WORKSPACE_LIMIT_BYTES, WORKSPACE_TEXT_CHARACTERS } from "../environment/workspace.ts";

import { type EnvironmentUnderTest, frozenCopy, takeAll, testContext } from "./environment-under-test.ts";

type InEnvironment = (name: string, body: (environment: Environment) => Promise<void>) => void;

const FEW_CHARACTERS = 400;
/** What a text may need beyond its limit to say that it was cut off, and how to see the rest. */
const ROOM_TO_SAY_SO = 300;

/** Workspaces are immutable versions of plain JSON; results keep to their bounds. */
export function environmentWorkspaceTests(inEnvironment: InEnvironment, setup: EnvironmentUnderTest): void {
  inEnvironment("opens a workspace of its own, anew each time", async (environment) => {
    const [a, b] = [
      await environment.openWorkspace(setup.task, testContext()),
      await environment.openWorkspace(setup.task, testContext()),
    ];
    assert.deepEqual(a, b);
    assert.equal(a.environment, environment.id);
    assert.equal(a.kind, environment.kind);
  });

  inEnvironment("keeps workspaces to plain JSON of at most 64 kB", async (environment) => {
    for (const { action, after } of await takeAll(environment, setup)) {
      assert.deepEqual(JSON.parse(JSON.stringify(after)), after, `workspace after ${action.tool}`);
      assert.ok(Buffer.byteLength(JSON.stringify(after)) <= WORKSPACE_LIMIT_BYTES);
    }
  });

  inEnvironment("counts the version up by one where a tool writes, and only there", async (environment) => {
    for (const { action, before, after } of await takeAll(environment, setup)) {
      const tool = environment.tools.find(({ name }) => name === action.tool);
      if (tool?.workspace === "writes") assert.equal(after.version, before.version + 1, action.tool);
      else assert.deepEqual(after, before, `${action.tool} reads`);
    }
  });

  inEnvironment("gives the same result again from the same version", async (environment) => {
    for (const { action, before, after, observation } of await takeAll(environment, setup)) {
      const again = await environment.act(before, action, testContext());
      assert.ok(again.failure === undefined, `${action.tool} failed when taken again`);
      assert.deepEqual(again.workspace, after, action.tool);
      assert.deepEqual(again.observation.data, observation.data, action.tool);
    }
  });

  inEnvironment("takes an action that only adds in a later version as well", async (environment) => {
    const taken = await takeAll(environment, setup);
    const last = taken.at(-1)?.after;
    assert.ok(last !== undefined);
    for (const { action } of taken) {
      const tool = environment.tools.find(({ name }) => name === action.tool);
      if (tool?.adds !== true) continue;
      assert.equal(tool.workspace, "writes", `${action.tool} only reads and cannot add`);
      const later = await environment.act(last, action, testContext());
      assert.ok(later.failure === undefined, `${action.tool} fails later: ${JSON.stringify(later.failure)}`);
    }
  });

  inEnvironment("tells a workspace in a few lines, and nothing of an empty one", async (environment) => {
    if (environment.workspaceText === undefined) return;
    const empty = await environment.openWorkspace(setup.task, testContext());
    assert.equal(environment.workspaceText(empty), "");
    for (const { action, after } of await takeAll(environment, setup)) {
      const text = environment.workspaceText(frozenCopy(after));
      assert.equal(environment.workspaceText(after), text, "the same of the same workspace");
      assert.ok(
        text.length <= WORKSPACE_TEXT_CHARACTERS,
        `the workspace after ${action.tool} is told in ${text.length} characters`,
      );
      const tool = environment.tools.find(({ name }) => name === action.tool);
      if (tool?.workspace === "writes") assert.notEqual(text, "", `nothing is said after ${action.tool}`);
    }
  });

  inEnvironment("takes actions at the same time without mixing them up", async (environment) => {
    const taken = await takeAll(environment, setup);
    const again = await Promise.all(
      taken.map(({ action, before }) => environment.act(before, action, testContext())),
    );
    assert.deepEqual(
      again.map((result) => result.workspace),
      taken.map(({ after }) => after),
    );
  });

  inEnvironment("keeps to the limit of characters, and says what it cut", async (environment) => {
    const limits = { ...DEFAULT_ACT_LIMITS, characters: FEW_CHARACTERS };
    const whole = await takeAll(environment, setup);
    const cut = await takeAll(environment, setup, testContext({ limits }));
    for (const [index, { action, observation }] of cut.entries()) {
      const { length } = observation.text;
      assert.ok(length <= FEW_CHARACTERS + ROOM_TO_SAY_SO, `${action.tool} returned ${length} characters`);
      const full = whole[index]?.observation.text ?? "";
      if (full.length > FEW_CHARACTERS + ROOM_TO_SAY_SO) {
        assert.ok(
          observation.truncation !== undefined,
          `${action.tool} does not say that it cut something off`,
        );
        assert.notEqual(observation.truncation.howToSeeMore.trim(), "");
      }
    }
  });
}
