import type { Tool } from "../../environment/tool.ts";
import type { JsonObject } from "../../util/json.ts";
import { parametersOf } from "./tool-signature.ts";

/** A call the way the text format asks for it: `where("…")`, and with names where there are several arguments. */
export function renderCall(name: string, given: JsonObject, tool?: Pick<Tool, "inputSchema">): string {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const [first] = tool ? parametersOf(tool) : [];
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && only[0] === first?.name)
    return `${name}(${JSON.stringify(only[1])})`;
  return `${name}(${entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")})`;
}
