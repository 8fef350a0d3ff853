import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { type Filled, unfitting, withValues } from "./named-arguments.ts";
import { otherOperation } from "./other-operation.ts";
import type { ToolCall } from "./rest-api-tool.ts";
import { untracedArgument } from "./untraced-argument.ts";

/** A request that may be sent as far as its arguments are concerned. */
export interface PreparedCall {
  readonly checked: CheckedArguments;
  readonly request: HttpRequest;
}

/** Checks everything about the arguments of one call before anything is sent. */
export async function preparedCall(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  call: ToolCall,
): Promise<
  { readonly prepared: PreparedCall; readonly failure?: never } | { readonly failure: ToolFailure }
> {
  const { services } = call;
  const refused = (failure: ToolFailure) => ({ failure: unfitting(operation, filled, failure) });
  const checked = services.checker.check(operation, withValues(given, filled));
  if (checked.failure) return refused(checked.failure);
  const untraced = await untracedArgument(operation, checked.arguments, call, handedIn(filled, call));
  if (untraced !== undefined) return refused(untraced);
  const request = services.checker.build(operation, checked.arguments);
  const other = otherOperation(operation, request, services);
  if (other !== undefined) return refused(other);
  return { prepared: { checked: checked.arguments, request } };
}

/** Values that another environment has handed over: no model has seen them, so none has made them up. */
function handedIn(filled: Filled, { context: { references } }: ToolCall): ReadonlySet<string> {
  const values = [...filled].filter(([written]) => references?.has(written) === true);
  return new Set(
    values.flatMap(([, value]) => (Array.isArray(value) ? [...value, value] : [value])).map(String),
  );
}
