/**
 * What is the same for every kind of environment: runs, strategies, policies, models, stores, and the ports between them. `open` and `ask` are the shortest way
 * to an answer; `runTask` and `resumeRun` leave every part to the caller. docs/architecture.md explains how the parts go together,
 * docs/own-environment.md how to add an environment.
 *
 * @packageDocumentation
 */

export { builtInPolicy } from "./agent/policies/built-in-policy.ts";
export { type LlmPolicyOptions, llmPolicy } from "./agent/policies/llm-policy.ts";
export {
  type Gold,
  type GoldPlan,
  oraclePolicy,
} from "./agent/policies/oracle-policy.ts";
export {
  type Script,
  type ScriptedReply as ScriptedPolicyReply,
  scriptedPolicy,
} from "./agent/policies/scripted-policy.ts";
export type { Shot } from "./agent/policies/shot-messages.ts";
export type {
  ChoiceRequest,
  DecidingRequest,
  Permitted,
  PolicyRequest,
  RoleRequest,
  RoundData,
  RoundRequest,
  SeenRequest,
  SlotRequest,
  StepRequest,
  ThoughtRequest,
  TranscriptItem,
} from "./agent/policy-request.ts";
export type { ReplyFormat } from "./agent/prompts/system-prompt.ts";
export { renderFailure, renderObservation } from "./agent/render-result.ts";
export type { Progress } from "./agent/run-fold.ts";
export { resumeRun, runTask } from "./agent/run-loop.ts";
export type { ResumeRunOptions, RunOptions, RunResult, RunTaskOptions } from "./agent/run-options.ts";
export {
  firstOf,
  outOfMoney,
  outOfSteps,
  outOfTime,
  outOfTokens,
  repeating,
  type Stop,
  type StopCondition,
  withoutAction,
} from "./agent/stop-conditions.ts";
export { apiTeam, restGpt } from "./agent/strategies/api-team/api-team.ts";
export type { ApiTeamOptions } from "./agent/strategies/api-team/team-state.ts";
export { decoupled } from "./agent/strategies/decoupled.ts";
export { type DfsdtOptions, dfsdt } from "./agent/strategies/dfsdt.ts";
export { iterative, sequential } from "./agent/strategies/long-form/long-form.ts";
export type { LongFormOptions, SequentialOptions } from "./agent/strategies/long-form/long-form-state.ts";
export {
  guessing,
  type NoInteractionOptions,
  noInteraction,
} from "./agent/strategies/long-form/no-interaction.ts";
export {
  type ApiDocsPromptOptions,
  apiDocsPrompt,
  type TriplesPromptOptions,
  triplesPrompt,
} from "./agent/strategies/one-round.ts";
export { type ReactOptions, react } from "./agent/strategies/react.ts";
export type { Command, Policy, PolicyContext, Strategy } from "./agent/strategy.ts";
export { type RunStream, streamRun } from "./agent/stream-run.ts";
export type { CreateToolsOptions, ToolAction, ToolOutput } from "./ai-sdk/task-options.ts";
export type { AcceptedAnswer } from "./ai-sdk/task-tools.ts";
export { type ToolsTask, taskOf } from "./ai-sdk/task-tools.ts";
export { type AskOptions, ask, type Decider } from "./ask.ts";
export { askStream } from "./ask-stream.ts";
export { type GateInput, gate } from "./clarification/gate.ts";
export type { AskedBefore } from "./clarification/settle.ts";
export { type SimulatedUserOptions, simulatedUser } from "./clarification/simulated-user.ts";
export type { UserProxy } from "./clarification/user-proxy.ts";
export { nobody, type ScriptedAnswer, scriptedUser } from "./clarification/user-proxy.ts";
export type { PrivacyPatterns } from "./config/privacy-patterns.ts";
export type { ApiOptions } from "./config/target-options.ts";
export { createTools } from "./create-tools.ts";
export type { ReferencedKind, ReferencedValues } from "./environment/act-context.ts";
export { type ActContext, type ActLimits, DEFAULT_ACT_LIMITS } from "./environment/act-context.ts";
export type { Action } from "./environment/action.ts";
export type { Answer, AnswerTable, Claim, Evidence } from "./environment/answer.ts";
export type { ArtifactRef, ArtifactStore, PutOptions } from "./environment/artifact-store.ts";
export type {
  ApiCapability,
  ApiNeed,
  ApiOperation,
  ArgumentOrigin,
  Capabilities,
  GraphCapability,
  GraphTerm,
  GraphTriple,
  Heuristics,
  Neighbourhood,
  NotUnderstood,
  PlannedStep,
  Preparation,
  PreparationProgress,
  PreparedRequest,
  SqlCapability,
  SqlRows,
  TableDefinition,
  Unclear,
  Understood,
} from "./environment/capabilities.ts";
export {
  type Concluded,
  defineEnvironment,
  type EnvironmentDefinition,
} from "./environment/define-environment.ts";
export {
  observe,
  type RunnableTool,
  refuse,
  type StateCall,
  type ToolDefinition,
  type ToolOutcome,
  toolFor,
} from "./environment/define-tool.ts";
export type { EgressWords } from "./environment/egress/egress-level.ts";
export { EGRESS_LEVELS, type EgressLevel, type Withheld } from "./environment/egress/egress-level.ts";
export { withEgress } from "./environment/egress/with-egress.ts";
export type {
  ActResult,
  ConcludeResult,
  Description,
  Environment,
  PermittedHint,
} from "./environment/environment.ts";
export type { Glossary, GlossaryEntry, Settled } from "./environment/glossary.ts";
export type { Observation, Truncation } from "./environment/observation.ts";
export type { PermittedAction, PermittedSlot } from "./environment/permitted-action.ts";
export type { Principal } from "./environment/principal.ts";
export { readState } from "./environment/read-state.ts";
export { type FoundReading, LIKENESSES, type Likeness, type Readings } from "./environment/readings.ts";
export { REFERENCE_FORMAT, type ReferenceName, type References } from "./environment/references.ts";
export type { PreviousRun, Task } from "./environment/task.ts";
export type { Tool } from "./environment/tool.ts";
export type { FailingPart, Finding, OrFailure, Suggestion, ToolFailure } from "./environment/tool-failure.ts";
export {
  FAILURE_CODES,
  type FailureCode,
  FINDING_CODES,
  type FindingCode,
} from "./environment/tool-failure.ts";
export { WORKSPACE_LIMIT_BYTES, type Workspace } from "./environment/workspace.ts";
export {
  KEPT_LIMIT_BYTES,
  type KeepOptions,
  type KeptWorkspaces,
  MOST_KEPT,
  type WorkspaceStore,
  type WriteResult,
} from "./environment/workspace-store.ts";
export { ERROR_CODES, type ErrorCode, FuxiError, type FuxiErrorOptions } from "./errors/fuxi-error.ts";
export type { CallModelOptions } from "./model/call-model.ts";
export type { EmbeddingModel, LanguageModel } from "./model/language-model.ts";
export type { ProviderFailure, Sampling, SamplingSetting } from "./model/provider-failure.ts";
export { ModelError } from "./model/provider-failure.ts";
export type { Usage } from "./model/usage.ts";
export { type CreateModelOptions, createModel } from "./models/create-model.ts";
export { recordingModel } from "./models/recording-model.ts";
export { type ReplayingModelOptions, replayingModel } from "./models/replaying-model.ts";
export { type OpenTargetOptions, open } from "./open.ts";
export { openStore, type Store } from "./open-store.ts";
export type { StoreOptions } from "./store/postgres.ts";
export {
  CLARIFICATION_KINDS,
  type Clarification,
  type ClarificationKind,
  type ClarificationReply,
  type Reading,
  type Wish,
  type WishVerdict,
} from "./trajectory/clarification.ts";
export type { ColumnProfile, Derived, TableProfile } from "./trajectory/long-form-answer.ts";
export {
  type Citation,
  FIGURE_VERDICTS,
  type Figure,
  type FigureVerdict,
  type LongFormAnswer,
  type ReportChart,
  type ReportFinding,
  type ReportQuery,
  type ReportText,
} from "./trajectory/long-form-answer.ts";
export type { Outcome, StopReason } from "./trajectory/outcome.ts";
export type { PolicyReply, ReplyProblem } from "./trajectory/policy-reply.ts";
export type { RunEvent, RunEventBody } from "./trajectory/run-event.ts";
export { DEFAULT_RUN_LIMITS, type RunLimits } from "./trajectory/run-event.ts";
export type { ListOptions, RunHold, RunSummary, TrajectoryStore } from "./trajectory/trajectory-store.ts";
export type { Json, JsonObject } from "./util/json.ts";
export { type NameNearness, type NearName, nearestNames, SUGGESTION_SCORE } from "./util/nearest-names.ts";
export type {
  Claim as WorkClaim,
  Claimed,
  FinishedItem,
  WorkList,
  WorkStore,
  WorkSummary,
} from "./work-list/work-store.ts";
