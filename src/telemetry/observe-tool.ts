import { type Attributes, SpanKind } from "@opentelemetry/api";
import { contentText, keepingStatements } from "./contents.ts";
import { errorType } from "./error-type.ts";
import { count } from "./instruments.ts";
import { observe } from "./observe.ts";
import { observed } from "./observed.ts";

export interface ObservedTool {
  /** Absent where no tool has the name that was written: what a model writes is no closed set. */
  readonly tool?: {
    readonly name: string;
    readonly environment: string;
    readonly kind: string;
    /** Values of the environment are kept from the model. */
    readonly withholds: boolean;
  };
  readonly arguments: unknown;
}

export interface ToolEnd {
  /** Code of the failure. */
  readonly failure?: string | undefined;
  /** What the model reads. */
  readonly text: string;
}

/** The conventions tell tools that look something up from those that call an API; of a user's own kind neither is known. */
const TYPES: Readonly<Record<string, string>> = {
  database: "datastore",
  "knowledge-base": "datastore",
  "rest-api": "extension",
};

/** `execute_tool {tool}`, with what the tool does in it. */
export function observeTool<T>(
  { tool, arguments: given }: ObservedTool,
  ended: (result: T) => ToolEnd,
  work: () => Promise<T>,
): Promise<T> {
  if (!observed()) return work();
  const where: Attributes =
    tool === undefined
      ? {}
      : {
          "gen_ai.tool.name": tool.name,
          "gen_ai.tool.type": TYPES[tool.kind] ?? "function",
          "fuxi.environment.id": tool.environment,
          "fuxi.environment.kind": tool.kind,
        };
  const failed = (code: string): void =>
    count("fuxi.tool.failures", {
      "error.type": code,
      ...(tool === undefined ? {} : { "fuxi.environment.kind": tool.kind }),
    });
  return observe<T>(
    {
      name: tool === undefined ? "execute_tool" : `execute_tool ${tool.name}`,
      kind: SpanKind.INTERNAL,
      attributes: { "gen_ai.operation.name": "execute_tool", ...where },
      contents: () => ({ "gen_ai.tool.call.arguments": contentText(given) }),
      thrown: (error) => {
        const code = errorType(error);
        failed(code);
        return code;
      },
      ended: (result) => {
        const { failure, text } = ended(result);
        if (failure !== undefined) failed(failure);
        return { error: failure, contents: () => ({ "gen_ai.tool.call.result": contentText(text) }) };
      },
    },
    () => keepingStatements(tool?.withholds === true, work),
  );
}
