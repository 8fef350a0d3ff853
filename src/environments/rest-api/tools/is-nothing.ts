import type { Json } from "../../../util/json.ts";

/** True for a value that an extraction makes where nothing fits. */
export function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
