import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  toolFor,
} from "../../../environment/define-tool.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { NamedOperation } from "../operation-index.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { RestApiState } from "../rest-api-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** What a tool of a REST API works with. */
export interface ToolCall {
  readonly state: RestApiState;
  readonly services: RestApiServices;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<RestApiState>;
export type RestApiTool = RunnableTool<ToolCall, RestApiState>;

export const defineTool = toolFor<RestApiState, ToolCall>();

const LIFETIME_SECONDS = 30 * 24 * 3600;

/** @throws FuxiError `artifact-too-large` */
export function keepBytes(
  content: Uint8Array,
  mediaType: string,
  { artifacts, principal }: Pick<ActContext, "artifacts" | "principal">,
): Promise<ArtifactRef> {
  return artifacts.put(content, { principal, mediaType, lifetimeSeconds: LIFETIME_SECONDS });
}

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
