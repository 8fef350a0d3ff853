import assert from "node:assert/strict";
import type { Heuristics } from "../environment/capabilities.ts";
import type { Environment } from "../environment/environment.ts";
import { testContext } from "./environment-under-test.ts";
import { openedOnce, rejectsWith, type TestRunner } from "./test-runner.ts";

/** An environment with rules, and questions that they do and do not understand. */
export interface HeuristicsUnderTest {
  /** Called once for most tests; closed after them. */
  open(): Promise<Environment>;
  /** Questions that the rules understand. */
  readonly understood: readonly string[];
  /** Questions that they do not, and words that must be named for it. */
  readonly notUnderstood: readonly { readonly question: string; readonly words: readonly string[] }[];
}

/** What an environment with `capabilities.heuristics` must hold to. */
export function heuristicsConformance(runner: TestRunner, setup: HeuristicsUnderTest): void {
  const onOne = openedOnce(runner, () => setup.open());
  const withRules = (
    name: string,
    body: (rules: Heuristics, environment: Environment) => Promise<void>,
  ): void =>
    onOne(name, async (environment) => {
      assert.ok(environment.capabilities.heuristics !== undefined, "the environment has no heuristics");
      await body(environment.capabilities.heuristics, environment);
    });
  const read = (rules: Heuristics, question: string): ReturnType<Heuristics["interpret"]> =>
    rules.interpret({ question }, testContext());

  for (const question of setup.understood) {
    withRules(`plans actions that lead to an answer: ${question}`, async (rules, environment) => {
      const reading = await read(rules, question);
      assert.ok(reading.understood, JSON.stringify(reading));
      assert.ok(reading.confidence > 0 && reading.confidence <= 1);
      let workspace = await environment.openWorkspace({ question }, testContext());
      for (const { thought, action } of reading.plan) {
        assert.notEqual(thought.trim(), "");
        assert.equal(action.environment, environment.id);
        const result = await environment.act(workspace, action, testContext());
        if (result.failure !== undefined) assert.fail(`${action.tool}: ${result.failure.message}`);
        workspace = result.workspace;
      }
      const concluded = await environment.conclude(workspace, reading.claim, testContext());
      assert.ok(concluded.failure === undefined, JSON.stringify(concluded.failure));
    });

    withRules(`reads the same each time: ${question}`, async (rules) => {
      assert.deepEqual(await read(rules, question), await read(rules, question));
    });
  }

  for (const { question, words } of setup.notUnderstood) {
    withRules(`names what it does not understand: ${question}`, async (rules) => {
      const reading = await read(rules, question);
      assert.ok(!reading.understood, JSON.stringify(reading));
      assert.notEqual(reading.reason.trim(), "");
      for (const word of words)
        assert.ok(reading.words.includes(word), `${word} is not in ${reading.words.join(", ")}`);
    });
  }

  withRules("stops when it is cancelled", async (rules) => {
    const [question] = setup.understood;
    assert.ok(question !== undefined);
    const aborted = testContext({ signal: AbortSignal.abort() });
    await rejectsWith("cancelled", rules.interpret({ question }, aborted));
  });
}
