import type { Action } from "../environment/action.ts";
import type { Json } from "../util/json.ts";

/** A key that is equal for actions differing only in the order of their arguments. */
export function actionKey(action: Action): string {
  return `${action.environment}/${action.tool} ${canonical(action.arguments)}`;
}

function canonical(value: Json | undefined): string {
  if (value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
