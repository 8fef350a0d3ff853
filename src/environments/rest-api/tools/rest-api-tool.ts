import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  toolFor,
} from "../../../environment/define-tool.ts";
import { orFailure } from "../../../environment/refusal.ts";
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

const define = toolFor<RestApiState, ToolCall>();

/** Tools throw a `Refusal` where they cannot do what they were asked for. */
export const defineTool: typeof define = (definition) =>
  define({ ...definition, run: (input, call) => orFailure(() => definition.run(input, call)) });

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

/** @throws Refusal `unknown-operation`, with those that may be meant */
export function operationNamed(
  written: string,
  { operations, search }: Pick<RestApiServices, "operations" | "search">,
): NamedOperation {
  const named = operations.find(written);
  if (named !== undefined) return named;
  const words = written.replace(/[^\p{L}\p{N}]+/gu, " ");
  const suggested = search.search(words, SUGGESTED).map(({ operation }) => operation);
  throw operations.unknown(written, suggested);
}
