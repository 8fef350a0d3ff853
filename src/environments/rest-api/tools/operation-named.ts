import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { NamedOperation } from "../operation-index.ts";
import type { RestApiServices } from "../rest-api-services.ts";

const SUGGESTED = 3;

/** The operation that was named, or a failure that names those that may be meant. */
export function operationNamed(
  written: string,
  { operations, search }: Pick<RestApiServices, "operations" | "search">,
):
  | (NamedOperation & { readonly failure?: never })
  | { readonly failure: ToolFailure; readonly operation?: never } {
  const named = operations.find(written);
  if (named !== undefined) return named;
  const words = written.replace(/[^\p{L}\p{N}]+/gu, " ");
  const suggested = search.search(words, SUGGESTED).map(({ operation }) => operation);
  return { failure: operations.unknown(written, suggested) };
}
