import type { JsonObject } from "../../../util/json.ts";

/** A call ready to be taken over: `get_relations("#3")`, with names where there are several arguments. */
export function callText(tool: string, given: JsonObject): string {
  const entries = Object.entries(given);
  const [only] = entries;
  if (only && entries.length === 1) return `${tool}(${JSON.stringify(only[1])})`;
  return `${tool}(${entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")})`;
}
