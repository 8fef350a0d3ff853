/**
 * What is the same for every kind of environment: runs, strategies, policies, models, stores, and the ports between them. `ask` is the shortest way
 * to an answer; `runTask` and `resumeRun` leave every part to the caller. docs/architecture.md explains how the parts go together,
 * docs/own-environment.md how to add an environment.
 *
 * @packageDocumentation
 */

export { builtInPolicy } from "./agent/policies/built-in-policy.ts";
export { type DamagedOracleOptions, damagedOraclePolicy } from "./agent/policies/damaged-oracle-policy.ts";
export { type LlmPolicyOptions, llmPolicy } from "./agent/policies/llm-policy.ts";
export { type Gold, type OracleChoice, oraclePolicy } from "./agent/policies/oracle-policy.ts";
export { type Script, scriptedPolicy } from "./agent/policies/scripted-policy.ts";
export type { Policy, PolicyContext } from "./agent/policy.ts";
export type { Permitted, PolicyRequest, TranscriptItem } from "./agent/policy-request.ts";
export { renderFailure, renderObservation } from "./agent/render-result.ts";
export { resumeRun, runTask } from "./agent/run-loop.ts";
export type { ResumeRunOptions, RunResult, RunTaskOptions } from "./agent/run-options.ts";
export type { Stop, StopCondition } from "./agent/stop-conditions.ts";
export { apiTeam, restGpt } from "./agent/strategies/api-team/api-team.ts";
export type { ApiTeamOptions } from "./agent/strategies/api-team/team-options.ts";
export { decoupled } from "./agent/strategies/decoupled.ts";
export { dfsdt } from "./agent/strategies/dfsdt.ts";
export { react } from "./agent/strategies/react.ts";
export type { Command, Strategy } from "./agent/strategy.ts";
export { memoryArtifactStore } from "./artifact-store/memory-artifact-store.ts";
export { sqliteArtifactStore } from "./artifact-store/sqlite-artifact-store.ts";
export { type AskOptions, ask } from "./ask.ts";
export { gate } from "./clarification/gate.ts";
export { nobody } from "./clarification/nobody.ts";
export { type ScriptedAnswer, scriptedUser } from "./clarification/scripted-user.ts";
export { type SimulatedUserOptions, simulatedUser } from "./clarification/simulated-user.ts";
export type { UserProxy } from "./clarification/user-proxy.ts";
export { type ActContext, type ActLimits, DEFAULT_ACT_LIMITS } from "./environment/act-context.ts";
export type { Action } from "./environment/action.ts";
export type { Answer, AnswerTable, Claim, Evidence } from "./environment/answer.ts";
export type {
  ApiCapability,
  ApiOperation,
  ArgumentOrigin,
  PreparedRequest,
} from "./environment/api-capability.ts";
export type { ArtifactRef, ArtifactStore } from "./environment/artifact-store.ts";
export type { Capabilities } from "./environment/capabilities.ts";
export type { ActResult, ConcludeResult, Description, Environment } from "./environment/environment.ts";
export { FAILURE_CODES, type FailureCode } from "./environment/failure-codes.ts";
export { FINDING_CODES, type FindingCode } from "./environment/finding-codes.ts";
export type { Glossary, GlossaryEntry } from "./environment/glossary.ts";
export type { Heuristics, NotUnderstood, Unclear, Understood } from "./environment/heuristics.ts";
export type { Observation, Truncation } from "./environment/observation.ts";
export type { PermittedAction, PermittedSlot } from "./environment/permitted-action.ts";
export type { Principal } from "./environment/principal.ts";
export { readState } from "./environment/read-state.ts";
export type { FoundReading, Likeness, Readings } from "./environment/readings.ts";
export { refusedAction } from "./environment/refused-action.ts";
export type { Settled } from "./environment/settled.ts";
export type { PreviousRun, Task } from "./environment/task.ts";
export type { Tool } from "./environment/tool.ts";
export type { Finding, Suggestion, ToolFailure } from "./environment/tool-failure.ts";
export { WORKSPACE_LIMIT_BYTES, type Workspace } from "./environment/workspace.ts";
export { ERROR_CODES, type ErrorCode } from "./errors/error-codes.ts";
export { FuxiError } from "./errors/fuxi-error.ts";
export { memoryGlossary } from "./glossary-store/memory-glossary.ts";
export { sqliteGlossary } from "./glossary-store/sqlite-glossary.ts";
export type { LanguageModel } from "./model/language-model.ts";
export type { Usage } from "./model/usage.ts";
export { type CreateModelOptions, createModel } from "./models/create-model.ts";
export { recordingModel } from "./models/recording-model.ts";
export { replayingModel } from "./models/replaying-model.ts";
export type {
  Clarification,
  ClarificationReply,
  Reading,
  Wish,
  WishVerdict,
} from "./trajectory/clarification.ts";
export type { Outcome, StopReason } from "./trajectory/outcome.ts";
export type { PolicyReply } from "./trajectory/policy-reply.ts";
export type { RunEvent } from "./trajectory/run-event.ts";
export { DEFAULT_RUN_LIMITS, type RunLimits } from "./trajectory/run-limits.ts";
export type { RunSummary, TrajectoryStore } from "./trajectory/trajectory-store.ts";
export { memoryTrajectoryStore } from "./trajectory-store/memory-trajectory-store.ts";
export { sqliteTrajectoryStore } from "./trajectory-store/sqlite-trajectory-store.ts";
export type { Json, JsonObject } from "./util/json.ts";
export { nearestNames, SUGGESTION_SCORE } from "./util/nearest-names.ts";
