import type { ModelMessage, ToolSet } from "ai";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import type { CreateToolsOptions, ToolOutput } from "../../src/ai-sdk/task-options.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly messages?: ModelMessage[];
}

/** Calls a tool as the AI SDK does. */
export async function callTool(
  tools: ToolSet,
  name: string,
  input: unknown,
  { signal, messages = [] }: CallOptions = {},
): Promise<ToolOutput> {
  const tool = tools[name];
  if (tool?.execute === undefined) throw new Error(`There is no tool ${name}.`);
  return (await tool.execute(input as never, {
    toolCallId: `call-${name}`,
    messages,
    context: undefined as never,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  })) as ToolOutput;
}

/** What the model reads of an output. */
export async function read(tools: ToolSet, name: string, output: ToolOutput) {
  return await tools[name]?.toModelOutput?.({ toolCallId: "1", input: {} as never, output });
}

export const fileTools = (
  options?: CreateToolsOptions,
  environment: Environment = fileTreeEnvironment(FILES),
) => createTools(environment, options);
