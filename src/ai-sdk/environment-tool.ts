import type { Tool as AiTool, Schema } from "ai";
import { toolDescription } from "../agent/prompts/rules.ts";
import { endedFromOutside } from "../agent/run-interruption.ts";
import type { NamedTool } from "../agent/tool-names.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { type CallContext, type EnvironmentTask, NO_SIGNAL } from "./environment-task.ts";
import { modelOutput, type TaskOptions, type ToolOutput } from "./task-options.ts";

interface TaskTool {
  readonly description: string;
  readonly inputSchema: object;
  readonly metadata?: Record<string, string>;
  execute(given: JsonObject, call: CallContext & { readonly toolCallId: string }): Promise<ToolOutput>;
}

/** A tool in the form of the AI SDK; the environment checks arguments, because its failures say more than a validator's. */
export function aiTool({ description, inputSchema, metadata, execute }: TaskTool): AiTool {
  return {
    type: "dynamic",
    description,
    inputSchema: publishedSchema(inputSchema),
    ...(metadata === undefined ? {} : { metadata }),
    toModelOutput: ({ output }) => modelOutput(output as ToolOutput),
    async execute(input, { toolCallId, abortSignal = NO_SIGNAL, messages }) {
      const given = input as Json | undefined;
      try {
        return await execute(isObject(given) ? given : { input: given ?? null }, {
          toolCallId,
          signal: abortSignal,
          messages,
        });
      } catch (error) {
        if (!FuxiError.isInstance(error)) throw defect(error);
        throw error.code === "cancelled" && !abortSignal.aborted ? endedFromOutside(error) : error;
      }
    },
  };
}

/** A tool of an environment. */
export function environmentTool(
  named: NamedTool,
  task: EnvironmentTask,
  { onAction }: Pick<TaskOptions, "onAction">,
): AiTool {
  const { environment, tool, name } = named;
  return aiTool({
    description: toolDescription(named, task.names),
    inputSchema: tool.inputSchema,
    metadata: { environment, tool: tool.name, group: tool.group },
    async execute(given, { toolCallId, ...place }) {
      const since = performance.now();
      const taken = await task.act({ environment, tool: tool.name, arguments: given }, place);
      const { action, failure, observation } = taken;
      const output = failure === undefined ? { observation } : { failure };
      onAction?.({
        ...output,
        toolCallId,
        toolName: name,
        action,
        milliseconds: performance.now() - since,
      });
      return output;
    },
  });
}

function defect(error: unknown): FuxiError {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new FuxiError("internal", words.replace(/\s+/gu, " ").slice(0, 500), { cause: error });
}

/** Symbol that marks schemas of the AI SDK, in every copy and version of it. */
const SCHEMA = Symbol.for("vercel.ai.schema");

/**
 * A JSON Schema as `jsonSchema()` of the AI SDK makes it. Built here so that this package does not load the AI SDK, whose version the application
 * chooses. A Standard Schema would not do: the AI SDK closes each of its objects.
 */
export function publishedSchema(jsonSchema: object): Schema<unknown> {
  const made = { [SCHEMA]: true, _type: undefined, jsonSchema, validate: undefined };
  return made as unknown as Schema<unknown>;
}
