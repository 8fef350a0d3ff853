import { runInNewContext } from "node:vm";
import jsonata from "jsonata";
import { z } from "zod";
import type { ActContext } from "../../../src/environment/act-context.ts";
import { unknownTool } from "../../../src/environment/define-environment.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { readArguments } from "../../../src/environment/read-arguments.ts";
import { readState } from "../../../src/environment/read-state.ts";
import type { Tool } from "../../../src/environment/tool.ts";
import type { FailureCode, FindingCode, ToolFailure } from "../../../src/environment/tool-failure.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";
import { nearestNames } from "../../../src/util/nearest-names.ts";
import { type FilmOperation, NAMES, OPERATIONS } from "./film-catalogue.ts";

const STATE = z.object({ calls: z.array(z.object({ operation: z.string(), body: z.json() })) });
type State = z.infer<typeof STATE>;

const text = { type: "string" };
const tool = (
  name: string,
  properties: JsonObject,
  required: readonly string[],
  more: Partial<Tool>,
): Tool => ({
  name,
  description: name,
  group: "navigational",
  inputSchema: { type: "object", properties, required, additionalProperties: false },
  outputSchema: { type: "object" },
  prerequisites: [],
  workspace: "reads",
  effect: "none",
  ...more,
});
const tools: readonly Tool[] = [
  tool("find_operations", { text }, ["text"], {}),
  tool("describe_operation", { operation: text }, ["operation"], {}),
  tool(
    "call_operation",
    { operation: text, arguments: { type: "object" }, pages: { type: "integer" } },
    ["operation"],
    {
      group: "functional",
      workspace: "writes",
      effect: "by-action",
    },
  ),
  tool("extract", { response: text, expression: text, program: text }, ["response"], { group: "functional" }),
];

const fail = (code: FailureCode, message: string): { readonly failure: ToolFailure } => ({
  failure: { code, message, suggestions: [] },
});
const seeing = (said: string, data: JsonObject, warning?: { code: FindingCode; message: string }) => ({
  text: said,
  data,
  warnings: warning === undefined ? [] : [{ ...warning, suggestions: [] }],
  notes: [],
});

/** The REST API of a small film catalogue with the tools of the real environment, in memory. */
export function filmApi({ id = "films", readings = false } = {}): Environment {
  const kind = "rest-api";
  return {
    ...{ id, kind, tools, instructions: "" },
    capabilities: {
      api: {
        operations: [],
        search: () => [],
        tools: {
          find: "find_operations",
          describe: "describe_operation",
          call: "call_operation",
          extract: "extract",
        },
      },
      ...(readings && { readings: { find: async (words: string) => namesLike(words) } }),
    },
    close: async () => {},
    describe: async () => ({ text: "" }),
    openWorkspace: async () => ({ environment: id, kind, version: 1, state: { calls: [] } }),
    effectOf: ({ arguments: given }) => (found(given["operation"])?.effect ? "external" : "none"),
    act: async (workspace, action, context) => {
      const state = readState(STATE, workspace, id, context);
      const tool = tools.find(({ name }) => name === action.tool);
      if (tool === undefined) return { failure: unknownTool(action.tool, tools) };
      const { failure } = readArguments(tool, action.arguments);
      if (failure) return { failure };
      const given = action.arguments;
      switch (action.tool) {
        case "find_operations":
          return { workspace, observation: findOperations(String(given["text"])) };
        case "describe_operation": {
          const operation = found(given["operation"]);
          if (operation === undefined) return unknown(given["operation"]);
          const { summary, parameters } = operation;
          const said = `${operation.operation}: ${summary}\nparameters: ${parameters.join(", ")} (required)`;
          return { workspace, observation: seeing(said, { operation: operation.operation }) };
        }
        case "call_operation": {
          const called = call(given, context, id);
          if ("failure" in called) return called;
          const calls = [...state.calls, called];
          const response = `r${calls.length}`;
          const sample = JSON.stringify(called.body);
          const schema = schemaOf(called.body as Json);
          const observation = seeing(sample, { response, operation: called.operation, schema, sample });
          return {
            workspace: { ...workspace, version: workspace.version + 1, state: { calls } },
            observation,
          };
        }
        default: {
          const result = await extract(given, state);
          return "failure" in result ? result : { workspace, observation: result };
        }
      }
    },
    conclude: async (workspace, claim, context) => {
      const { calls } = readState(STATE, workspace, id, context);
      if (calls.length === 0) return fail("no-answer", "Nothing was called, so the answer rests on nothing.");
      const made = calls.map(({ operation }) => ({ operation }));
      return { answer: { text: claim.text ?? "" }, evidence: { environment: id, kind, calls: made } };
    },
  };
}

const found = (name: Json | undefined): FilmOperation | undefined =>
  OPERATIONS.find(({ operation }) => operation === name);

const unknown = (name: Json | undefined) => fail("unknown-operation", `There is no operation "${name}".`);

function findOperations(wanted: string) {
  const words = wanted.toLowerCase().match(/[a-z]{4,}/gu) ?? [];
  const operations = OPERATIONS.filter(({ summary }) =>
    words.some((word) => summary.toLowerCase().includes(word.replace(/s$/u, ""))),
  ).map(({ operation, summary }) => ({ operation, summary }));
  const lines = operations.map(({ operation, summary }) => `${operation}: ${summary}`);
  return seeing(lines.join("\n") || "none", { operations });
}

function call({ operation: name, arguments: input }: JsonObject, context: ActContext, id: string) {
  const operation = found(name);
  if (operation === undefined) return unknown(name);
  const given = Object.fromEntries(Object.entries(input ?? {}).map(([key, value]) => [key, String(value)]));
  const missing = operation.parameters.find((parameter) => given[parameter] === undefined);
  if (missing !== undefined) return fail("invalid-arguments", `${missing} is required.`);
  const madeUp = Object.entries(given).find(
    ([key, value]) => key.endsWith("_id") && context.seen?.(value) === false,
  );
  if (madeUp)
    return fail("untraced-argument", `${madeUp[0]} ${madeUp[1]} comes from nowhere; search for it.`);
  if (operation.effect && !context.allowed?.includes(`${id} ${operation.operation}`)) {
    const { failure } = fail("permission-needed", `${operation.operation} needs leave.`);
    return { failure: { ...failure, part: { text: operation.operation } } };
  }
  const body = operation.answer(given);
  return body === undefined
    ? fail("response-error", "404: The resource you requested could not be found.")
    : {
        operation: operation.operation,
        body: JSON.parse(JSON.stringify(body)) as State["calls"][number]["body"],
      };
}

/** The one that is stopped. A bound in real time would on a busy machine stop any other as well, and no run would be like the one before. */
export const ENDLESS_PROGRAM = "for (;;);";

async function extract({ response, expression, program }: JsonObject, { calls }: State) {
  const data = calls[Number(String(response).slice(1)) - 1]?.body;
  if (data === undefined) return fail("unknown-response", `There is no response ${response}.`);
  if (program === ENDLESS_PROGRAM) return fail("program-stopped", "The program ran over its time.");
  try {
    const value: unknown =
      expression === undefined
        ? runInNewContext(String(program), { data })
        : await jsonata(String(expression)).evaluate(data);
    const said = JSON.stringify(value) ?? "nothing";
    const empty = value === undefined || said === "[]";
    const warning = { code: "no-match" as const, message: "The extraction found nothing." };
    return seeing(said, { extraction: "e1" }, empty ? warning : undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String((error as { message?: string }).message);
    return fail("program-failed", message);
  }
}

function schemaOf(body: Json): string {
  if (Array.isArray(body)) return `[${body[0] === undefined ? "" : schemaOf(body[0])}]`;
  if (typeof body !== "object" || body === null) return typeof body;
  return `{${Object.entries(body).map(([key, value]) => `${key}: ${schemaOf(value ?? null)}`)}}`;
}

function namesLike(words: string) {
  return nearestNames(words, NAMES, { limit: 8 }).map(({ name, score, why }) => ({
    text: `"${name}"`,
    kind: "value",
    likeness: why === "partial" ? ("part" as const) : why === "typo" ? ("near" as const) : ("same" as const),
    score,
    replacement: name,
  }));
}
