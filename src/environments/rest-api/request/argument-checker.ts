import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";

/** Arguments as they were found good: places told apart, types made right. */
export interface CheckedArguments {
  readonly parameters: JsonObject;
  /** Undefined where no body is sent. */
  readonly body?: JsonObject[string];
  readonly findings: readonly Finding[];
}

/**
 * Checks what somebody gave for an operation before anything is sent. Arguments come flat, by name: parameters of all places and the members of an
 * object body beside each other, or the body whole as `body`. Text that clearly is a number or a boolean is taken for it.
 */
export interface ArgumentChecker {
  check(
    operation: Operation,
    given: JsonObject,
  ):
    | { readonly arguments: CheckedArguments; readonly failure?: never }
    | { readonly failure: ToolFailure; readonly arguments?: never };
  build(operation: Operation, checked: CheckedArguments): HttpRequest;
}
