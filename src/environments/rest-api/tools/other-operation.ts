import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { RestApiServices } from "../rest-api-services.ts";

/**
 * Filled in, the path of one operation can be that of another (`/lists/{id}` with `mine`, where the document has `/lists/mine`): the server would take it for
 * that one, past what was said of it (denied, or not allowed).
 */
export function otherOperation(
  operation: Operation,
  request: HttpRequest,
  { everyOperation, operations }: Pick<RestApiServices, "everyOperation" | "operations">,
): ToolFailure | undefined {
  const { pathname } = new URL(request.url);
  const reached = everyOperation.find(`${request.method} ${pathname}`)?.operation;
  if (reached === undefined || reached.id === operation.id) return undefined;
  const known = operations.all.some(({ id }) => id === reached.id);
  const line = `${request.method} ${pathname}`;
  return {
    code: "invalid-arguments",
    message: known
      ? `With these arguments ${operation.id} would send ${line}, which is another operation, ${reached.id}. Nothing was sent. Call that one if it is meant.`
      : `With these arguments ${operation.id} would send ${line}, which the API has no operation for here. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: known ? [{ text: reached.id }] : [],
  };
}
