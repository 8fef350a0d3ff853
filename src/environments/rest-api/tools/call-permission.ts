import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import { bodyText } from "../request/body-text.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** True for an operation that the configuration allows, or the person has (`<environment> <operation>`). */
export function isAllowed(
  { id }: Operation,
  { rules, environment }: Pick<RestApiServices, "rules" | "environment">,
  allowed: readonly string[],
): boolean {
  return rules.allow.includes("*") || rules.allow.includes(id) || allowed.includes(`${environment} ${id}`);
}

/** The failure of an operation with an effect that nobody has allowed; undefined where it may be sent. */
export function notAllowed(
  operation: Operation,
  request: HttpRequest,
  { services, context }: Pick<ToolCall, "services" | "context">,
): ToolFailure | undefined {
  if (!services.isEffect(operation) || services.rules.dryRun) return undefined;
  if (isAllowed(operation, services, context.allowed ?? [])) return undefined;
  const body = bodyText(request.body);
  return {
    code: "permission-needed",
    message: `${operation.id} changes something and has not been allowed. It would send ${request.method} ${request.url}${body === undefined ? "" : ` with ${body}`}. Nothing was sent.`,
    part: { argument: "operation", text: operation.id },
    destination: services.http.scrub(destinationOf(request)),
    suggestions: [],
  };
}

/** Without the query: what the model gave of it is among the arguments, and the rest may be a key of the server's address. */
function destinationOf({ method, url }: HttpRequest): string {
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}
