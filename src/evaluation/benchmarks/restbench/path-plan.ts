import { z } from "zod";
import type { GoldPlan } from "../../../agent/policies/oracle-policy.ts";
import type { PolicyContext } from "../../../agent/strategy.ts";
import type { ApiCapability, ApiNeed } from "../../../environment/capabilities.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { scalarAt, scalarCalled } from "./value-in-response.ts";

const calls = z.object({
  calls: z.array(z.object({ operation: z.string(), body: z.object({ sha256: z.string() }) })),
});

interface Response {
  readonly operation: string;
  readonly body: Json;
}

/**
 * A gold path as calls, for an API whose answers are made up: RestBench tells the operations and no arguments. What must be given is a value of its
 * declared type; an identifier is taken from a response before it, of an operation that returns such ones if there is one, else whatever is called as
 * the argument is, or `id`. Which thing it stands for is not known, and without meaning here. One that no response has is not made up: the call goes
 * without it, and the tools say what is missing.
 */
export function pathPlan(path: readonly string[]): (context: PolicyContext) => Promise<GoldPlan> {
  return async (context) => {
    const found = context.environments.find(({ capabilities }) => capabilities.api !== undefined);
    const environment = found?.id ?? context.environments[0]?.id ?? "";
    const api = found?.capabilities.api;
    const responses = await responsesOf(environment, context);
    const actions = path.map((operation, at) => ({
      environment,
      tool: "call_operation",
      // Those that were made stand only for their place.
      arguments: {
        operation,
        arguments: at < responses.length ? {} : argumentsOf(operation, responses, api),
      },
    }));
    return { actions, claim: { text: "Each operation of the path was called." }, environment };
  };
}

function argumentsOf(
  operation: string,
  responses: readonly Response[],
  api: ApiCapability | undefined,
): JsonObject {
  const needs = api?.needs?.(operation) ?? [];
  const given = needs.flatMap((need) => {
    if (!need.isIdentifier) return [[need.name, need.example] as const];
    const value = identifierIn(responses, need, api?.origins(operation, need.name) ?? []);
    return value === undefined ? [] : [[need.name, inFormOf(need.example, value)] as const];
  });
  return Object.fromEntries(given);
}

/** The latest response is looked at first. */
function identifierIn(
  responses: readonly Response[],
  { name }: ApiNeed,
  origins: ReturnType<ApiCapability["origins"]>,
): Json | undefined {
  const latest = responses.toReversed();
  for (const { operation, field } of origins) {
    const source = latest.find((each) => each.operation === operation);
    const value = source && scalarAt(source.body, field);
    if (value !== undefined) return value;
  }
  for (const { body } of latest) {
    const value = scalarCalled(body, name) ?? scalarCalled(body, "id");
    if (value !== undefined) return value;
  }
  return undefined;
}

function inFormOf(example: Json, value: Json): Json {
  if (Array.isArray(example)) return [value];
  return typeof example === "string" ? String(value) : value;
}

async function responsesOf(
  environment: string,
  { workspaces, act }: PolicyContext,
): Promise<readonly Response[]> {
  const made = calls.safeParse(workspaces.get(environment)?.state).data?.calls ?? [];
  return await Promise.all(
    made.map(async ({ operation, body: { sha256 } }) => ({
      operation,
      body: bodyOf(await act.artifacts.get(sha256, act.principal)),
    })),
  );
}

/** Null where there is none, as after a change. */
function bodyOf(content: Uint8Array): Json {
  const text = new TextDecoder().decode(content);
  return text.trim() === "" ? null : (JSON.parse(text) as Json);
}
