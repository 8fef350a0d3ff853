import { KEPT_LIMIT_BYTES } from "../environment/workspace-store.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";

/**
 * The content as it is kept.
 * @throws FuxiError `artifact-too-large` above `KEPT_LIMIT_BYTES`
 */
export function keptText(content: JsonObject): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= KEPT_LIMIT_BYTES) return text;
  throw new FuxiError(
    "artifact-too-large",
    `The workspaces of the task have ${bytes} bytes; ${KEPT_LIMIT_BYTES} are kept at most.`,
    { hint: "Go on with new workspaces." },
  );
}

/**
 * What was kept, frozen: the same object is given to many.
 * @throws FuxiError `workspace-invalid`
 */
export function contentOfText(text: string): JsonObject {
  try {
    return frozen(JSON.parse(text) as JsonObject);
  } catch (cause) {
    throw new FuxiError("workspace-invalid", "The workspaces that were kept are damaged.", {
      hint: "Open a new workspace.",
      cause,
    });
  }
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
