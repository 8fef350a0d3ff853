/**
 * For tests of parts of one's own: conformance suites for environments and strategies, under any test runner, and models and servers that follow a script
 * (docs/testing.md).
 *
 * @packageDocumentation
 */

export { environmentConformance } from "./environment-conformance.ts";
export type { EnvironmentUnderTest } from "./environment-under-test.ts";
export { SCRIPTED_FAILURES, scriptedModel } from "./scripted-model.ts";
export { startScriptedOpenAiServer } from "./scripted-openai-server.ts";
export { strategyConformance } from "./strategy-conformance.ts";
export { skipping, type TestRunner } from "./test-runner.ts";
