import type { Action } from "../../environment/action.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { isAllowed } from "./tools/call-permission.ts";

/** Whether an action would change something outside: a call that reads, that is only shown, or that will be refused does not. */
export function effectOf(
  { tool, arguments: given }: Action,
  services: RestApiServices,
  allowed: readonly string[],
): "none" | "external" {
  const { operation: written } = given;
  if (tool !== "call_operation" || typeof written !== "string") return "none";
  const named = services.operations.find(written);
  if (named === undefined || !services.isEffect(named.operation) || services.rules.dryRun) return "none";
  return isAllowed(named.operation, services, allowed) ? "external" : "none";
}
