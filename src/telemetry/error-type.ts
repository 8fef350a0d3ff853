import { FuxiError } from "../errors/fuxi-error.ts";

/** Fallback of the conventions. Messages are contents, and class names of foreign errors are no closed set. */
const OTHER = "_OTHER";

/** The code of an error, for `error.type`: never its message. */
export function errorType(error: unknown): string {
  if (FuxiError.isInstance(error)) return error.code;
  return error instanceof Error && error.name === "AbortError" ? "cancelled" : OTHER;
}
