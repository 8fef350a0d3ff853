/**
 * Asking, and what is the same for every kind of environment. `open` and `ask` are the shortest way to an answer, `defineEnvironment` the way to an
 * environment of one's own. Types that only stand within these are not exported: they can be inferred.
 *
 * @packageDocumentation
 */

export { builtInPolicy } from "./agent/policies/built-in-policy.ts";
export { llmPolicy } from "./agent/policies/llm-policy.ts";
export { scriptedPolicy } from "./agent/policies/scripted-policy.ts";
export type { PolicyRequest } from "./agent/policy-request.ts";
export type { RunResult } from "./agent/run-options.ts";
export { apiTeam } from "./agent/strategies/api-team/api-team.ts";
export { decoupled } from "./agent/strategies/decoupled.ts";
export { dfsdt } from "./agent/strategies/dfsdt.ts";
export { iterative, sequential } from "./agent/strategies/long-form/long-form.ts";
export { react } from "./agent/strategies/react.ts";
export type { Command, Policy, Strategy } from "./agent/strategy.ts";
export type { RunStream } from "./agent/stream-run.ts";
export { type AskOptions, ask, askStream, resume, resumeStream } from "./ask.ts";
export { simulatedUser } from "./clarification/simulated-user.ts";
export { scriptedUser, type UserProxy } from "./clarification/user-proxy.ts";
export type { Action } from "./environment/action.ts";
export type { Answer } from "./environment/answer.ts";
export type { ArtifactStore } from "./environment/artifact-store.ts";
export type { Capabilities } from "./environment/capabilities.ts";
export { defineEnvironment, type EnvironmentDefinition } from "./environment/define-environment.ts";
export {
  observe,
  type RunnableTool,
  refuse,
  type ToolDefinition,
  toolFor,
} from "./environment/define-tool.ts";
export { withEgress } from "./environment/egress/with-egress.ts";
export type { Environment } from "./environment/environment.ts";
export type { Observation } from "./environment/observation.ts";
export type { ToolFailure } from "./environment/tool-failure.ts";
export { type ErrorCode, FuxiError } from "./errors/fuxi-error.ts";
export type { LanguageModel } from "./model/language-model.ts";
export { createModel } from "./model/providers/create-model.ts";
export { recordingModel } from "./model/providers/recording-model.ts";
export { replayingModel } from "./model/providers/replaying-model.ts";
export { type OpenOptions, open } from "./open.ts";
export { openStore, type Store } from "./open-store.ts";
export type { Outcome } from "./trajectory/outcome.ts";
export type { PolicyReply } from "./trajectory/policy-reply.ts";
export type { RunEvent, RunEventBody } from "./trajectory/run-event.ts";
export type { TrajectoryStore } from "./trajectory/trajectory-store.ts";
export { nearestNames } from "./util/nearest-names.ts";
