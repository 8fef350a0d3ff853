import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import { bodyText } from "../request/body-text.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** The failure of an operation with an effect that nobody has allowed; undefined where it may be sent. */
export function notAllowed(
  operation: Operation,
  request: HttpRequest,
  { services, context }: Pick<ToolCall, "services" | "context">,
): ToolFailure | undefined {
  if (!services.isEffect(operation) || services.rules.dryRun) return undefined;
  const { allow } = services.rules;
  if (
    allow.includes("*") ||
    allow.some((name) => services.operations.find(name)?.operation.id === operation.id)
  )
    return undefined;
  if (context.allowed?.includes(`${services.environment} ${operation.id}`)) return undefined;
  const body = bodyText(request.body);
  return {
    code: "permission-needed",
    message: `${operation.id} changes something and has not been allowed. It would send ${request.method} ${request.url}${body === undefined ? "" : ` with ${body}`}. Nothing was sent.`,
    part: { argument: "operation", text: operation.id },
    suggestions: [],
  };
}
