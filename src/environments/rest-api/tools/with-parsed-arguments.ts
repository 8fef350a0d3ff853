import type { Json, JsonObject } from "../../../util/json.ts";

/** Models write the arguments of a call as JSON in a text now and then. */
export function withParsedArguments(given: JsonObject): JsonObject {
  const { arguments: written } = given;
  if (typeof written !== "string") return given;
  if (written.trim() === "") return { ...given, arguments: {} };
  try {
    return { ...given, arguments: JSON.parse(written) as Json };
  } catch {
    return given;
  }
}
