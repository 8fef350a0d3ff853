import type { Json } from "../../util/json.ts";

/** A cell as exact text: NULL is empty, lists and objects are JSON. */
export function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
