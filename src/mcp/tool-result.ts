import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderFailure } from "../agent/render-result.ts";
import { boundedFailure } from "../environment/bounds.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { visibleBlock } from "../util/visible-text.ts";
import type { ToolReply } from "./tools/mcp-tool.ts";

type ResultReply = Extract<ToolReply, { type: "result" }>;

/** Where a program finds a failure as data: structured content belongs to results, whose schema it has to match. */
export const FAILURE_META = "fuxi/failure";

export function replyResult({ text, data, links = [] }: ResultReply): CallToolResult {
  return {
    content: [
      { type: "text", text },
      ...links.map(({ uri, name, mediaType, bytes }) => ({
        type: "resource_link" as const,
        uri,
        name,
        mimeType: mediaType,
        size: bytes,
      })),
    ],
    structuredContent: { ...data },
  };
}

/** What the model can mend: the advice as text. */
export function failureResult(given: ToolFailure): CallToolResult {
  const failure = boundedFailure(given);
  return {
    isError: true,
    content: [{ type: "text", text: renderFailure(failure) }],
    _meta: { [FAILURE_META]: { ...failure } },
  };
}

/** What the model cannot mend: code, sentence and what a person can do; of a defect nothing but that it is one. */
export function errorResult(error: unknown): CallToolResult {
  const known = FuxiError.isInstance(error) && error.code !== "internal" ? error : undefined;
  const code = known?.code ?? "internal";
  const message = known?.message ?? "Something went wrong inside the server; its log says what.";
  const hint = known?.hint === undefined ? "" : ` ${known.hint}`;
  return {
    isError: true,
    content: [{ type: "text", text: visibleBlock(`error ${code}: ${message}${hint}`) }],
    _meta: { [FAILURE_META]: { code, message: `${message}${hint}`, suggestions: [] } },
  };
}
