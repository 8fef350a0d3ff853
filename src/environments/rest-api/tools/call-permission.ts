import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { bodyText } from "../request/body-text.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/**
 * True for an operation that the configuration allows, whole or with these values in its path, or the person has (`<environment> <operation>`).
 * @param parameters by name; undefined where the arguments are wrong, so that nothing would be sent, and where no path is allowed by itself
 */
export function isAllowed(
  { id }: Operation,
  parameters: JsonObject | undefined,
  { rules, allowedPaths, environment }: Pick<RestApiServices, "rules" | "allowedPaths" | "environment">,
  allowed: readonly string[],
): boolean {
  if (rules.allow.includes("*") || rules.allow.includes(id) || allowed.includes(`${environment} ${id}`))
    return true;
  if (parameters === undefined) return false;
  return allowedPaths.some(
    ({ operation, values }) =>
      operation === id && Object.entries(values).every(([name, value]) => isText(parameters[name], value)),
  );
}

/** Of a single value: a list or an object is written in a path of its own. */
function isText(given: Json | undefined, value: string): boolean {
  return given !== undefined && typeof given !== "object" && String(given) === value;
}

/** The failure of an operation with an effect that nobody has allowed; undefined where it may be sent. */
export function notAllowed(
  operation: Operation,
  { parameters }: CheckedArguments,
  request: HttpRequest,
  { services, context }: Pick<ToolCall, "services" | "context">,
): ToolFailure | undefined {
  if (!services.isEffect(operation) || services.rules.dryRun) return undefined;
  if (isAllowed(operation, parameters, services, context.allowed ?? [])) return undefined;
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
