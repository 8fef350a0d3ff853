import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Clarification, ClarificationReply } from "../../trajectory/clarification.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";

/**
 * Asks the person to allow an action with an external effect. The action is shown whole, however long: nobody can allow what they have not
 * seen.
 * @param failure of the code `permission-needed`; its part's text is the operation by its own name
 */
export function permissionQuestion(action: Action, failure: ToolFailure): Clarification {
  const { environment } = action;
  const operation = operationOf(action, failure);
  const given = argumentsOf(action, operation);
  const shown = [...writtenPath(action, operation), ...Object.entries(given)].map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
  );
  const detail = shown.length === 0 ? "without arguments" : `with ${shown.join(", ")}`;
  const { destination } = failure;
  const where = destination === undefined ? environment : `${environment} (${destination})`;
  return {
    question: `This would change something outside: ${operation} in ${where}, ${detail}. May it be done?`,
    words: [],
    kind: "missing",
    readings: [],
    permission: { environment, operation, action },
  };
}

/** What the policy is told of an action that the person did not allow. */
export function notAllowed(reply: ClarificationReply): ToolFailure {
  const said = reply.type === "answered" ? reply.text.replace(/\s+/gu, " ").trim() : "";
  const words = said === "" || /^no[.!]?$/iu.test(said) ? "" : `, and said: ${said}`;
  return {
    code: "permission-needed",
    message: `The person was asked and did not allow this${words}. Nothing was done. Do not take this action again: reach the goal without it or as the person says, or give up with the reason.`,
    suggestions: [],
  };
}

/** A tool of one effect is its own operation; one that carries out many names it in an argument. */
function operationOf({ tool, arguments: given }: Action, { part }: ToolFailure): string {
  if (part?.text !== undefined && part.text.trim() !== "") return part.text.trim();
  return typeof given["operation"] === "string" ? given["operation"] : tool;
}

/** The name of an operation may hold arguments of its own, in its path: `DELETE /lists/7`. */
function writtenPath({ arguments: given }: Action, operation: string): readonly (readonly [string, Json])[] {
  const { operation: written } = given;
  const isPath = typeof written === "string" && written.includes("/") && written.trim() !== operation;
  return isPath ? [["operation", written]] : [];
}

function argumentsOf({ tool, arguments: given }: Action, operation: string): JsonObject {
  if (operation === tool) return given;
  const { operation: _, arguments: inner, ...rest } = given;
  return isObject(inner)
    ? { ...rest, ...inner }
    : { ...rest, ...(inner === undefined ? {} : { arguments: inner }) };
}
