import assert from "node:assert/strict";
import type { Environment } from "../environment/environment.ts";
import { FAILURE_CODES } from "../environment/failure-codes.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { type EnvironmentUnderTest, failureOf, testContext } from "./environment-under-test.ts";

type InEnvironment = (name: string, body: (environment: Environment) => Promise<void>) => void;

/** What a model does wrong is told to it by a code of the closed table, never thrown. */
export function environmentFailureTests(
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

  inEnvironment(
    "refuses an answer that is none, and an empty workspace as an answer",
    async (environment) => {
      const workspace = await environment.openWorkspace(task, testContext());
      for (const claim of [nonsense, {}]) {
        const result = await environment.conclude(workspace, claim, testContext());
        assert.ok(result.failure !== undefined, `${JSON.stringify(claim)} was accepted`);
        told(result.failure);
      }
    },
  );
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
