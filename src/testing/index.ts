/**
 * For tests of parts of your own: one conformance suite for each port, under any test runner, and models, servers and users that follow a script
 * (docs/testing.md).
 *
 * @packageDocumentation
 */

export {
  type ArtifactStoreOptionsUnderTest,
  artifactStoreConformance,
} from "./artifact-store-conformance.ts";
export { environmentConformance } from "./environment-conformance.ts";
export type { EnvironmentUnderTest } from "./environment-under-test.ts";
export { glossaryConformance } from "./glossary-conformance.ts";
export { type GraphCapabilityUnderTest, graphCapabilityConformance } from "./graph-capability-conformance.ts";
export { type HeuristicsUnderTest, heuristicsConformance } from "./heuristics-conformance.ts";
export { type ModelConformanceOptions, type ModelUnderTest, modelConformance } from "./model-conformance.ts";
export { type ReadingsUnderTest, readingsConformance } from "./readings-conformance.ts";
export {
  SCRIPTED_FAILURES,
  type ScriptedFailure,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedTurn,
  scriptedModel,
} from "./scripted-model.ts";
export {
  type RecordedRequest,
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "./scripted-openai-server.ts";
export { type SqlCapabilityUnderTest, sqlCapabilityConformance } from "./sql-capability-conformance.ts";
export { type SqlAttack, type SqlDriverSubject, sqlDriverConformance } from "./sql-driver-conformance.ts";
export { type StrategyUnderTest, strategyConformance } from "./strategy-conformance.ts";
export type { TestRunner } from "./test-runner.ts";
export { trajectoryStoreConformance } from "./trajectory-store-conformance.ts";
export {
  type TripleStoreSkip,
  type TripleStoreSubject,
  tripleStoreConformance,
} from "./triple-store-conformance.ts";
export { type FixtureTriple, fixtureText } from "./triple-store-fixture.ts";
export { type WorkStoreUnderTest, workStoreConformance } from "./work-store-conformance.ts";
export { workspaceStoreConformance } from "./workspace-store-conformance.ts";
