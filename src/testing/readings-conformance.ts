import assert from "node:assert/strict";
import type { Environment } from "../environment/environment.ts";
import { type FoundReading, LIKENESSES, type Likeness, type Readings } from "../environment/readings.ts";
import type { Task } from "../environment/task.ts";
import { testContext } from "./environment-under-test.ts";
import { openedOnce, rejectsWith, type TestRunner } from "./test-runner.ts";

/** An environment with readings, and words that are known to have some, several or none. */
export interface ReadingsUnderTest {
  /** Called once for most tests; closed after them. */
  open(): Promise<Environment>;
  /** Words with a reading of this likeness whose text holds `text`. At least one. */
  readonly found: readonly {
    readonly words: string;
    readonly likeness: Likeness;
    readonly text: string;
    readonly replacement?: string;
  }[];
  /** Words with at least two readings that a person has to choose from. */
  readonly several: readonly string[];
  /** Words that nothing there is called in any way. */
  readonly unknown: readonly string[];
  /** Names of things that the configuration hides; none of their readings may show. */
  readonly hidden?: readonly string[];
  /**
   * Questions that the environment's own rules find unclear in these words as long as nobody says what they mean. Any of the readings
   * that come with it has to make them clear.
   */
  readonly unclear?: readonly { readonly question: string; readonly words: string }[];
}

const LIMIT = 8;
/** A question to a person stays short. */
const LONGEST_TEXT = 200;
const LONGEST_TOKEN = 500;

/** What every environment with `capabilities.readings` must hold to. */
export function readingsConformance(runner: TestRunner, setup: ReadingsUnderTest): void {
  const onOne = openedOnce(runner, () => setup.open());
  const withReadings = (
    name: string,
    body: (readings: Readings, environment: Environment) => Promise<void>,
  ): void =>
    onOne(name, async (environment) => {
      assert.ok(environment.capabilities.readings !== undefined, "the environment has no readings");
      await body(environment.capabilities.readings, environment);
    });
  const every = [...new Set([...setup.found.map(({ words }) => words), ...setup.several])];

  for (const { words, likeness, text, replacement } of setup.found) {
    withReadings(`finds ${text} (${likeness}) by "${words}"`, async (readings) => {
      const found = await readings.find(words, undefined, LIMIT, testContext());
      const fitting = found.find(
        (reading) =>
          reading.likeness === likeness &&
          reading.text.includes(text) &&
          (replacement === undefined || reading.replacement === replacement),
      );
      assert.ok(fitting !== undefined, JSON.stringify(found, null, 2));
    });
  }

  for (const words of setup.several) {
    withReadings(`leaves the choice between the readings of "${words}"`, async (readings) => {
      const found = await readings.find(words, undefined, LIMIT, testContext());
      assert.ok(found.length >= 2, JSON.stringify(found, null, 2));
    });
  }

  for (const words of ["", "  \n", "?!", ...setup.unknown]) {
    withReadings(`has no reading of ${JSON.stringify(words)}`, async (readings) => {
      assert.deepEqual(await readings.find(words, undefined, LIMIT, testContext()), []);
    });
  }

  withReadings("gives readings that can be told apart, the best first, as JSON", async (readings) => {
    for (const words of every) wellFormed(await readings.find(words, undefined, LIMIT, testContext()));
  });

  withReadings("gives the first few where only a few are wanted", async (readings) => {
    for (const words of every) {
      const all = await readings.find(words, undefined, LIMIT, testContext());
      assert.deepEqual(await readings.find(words, undefined, 1, testContext()), all.slice(0, 1), words);
      assert.deepEqual(await readings.find(words, undefined, 0, testContext()), [], words);
    }
  });

  withReadings("finds the same each time, with and without a question around the words", async (readings) => {
    for (const words of every) {
      const first = await readings.find(words, undefined, LIMIT, testContext());
      assert.deepEqual(await readings.find(words, undefined, LIMIT, testContext()), first);
      const asked = await readings.find(words, { question: `What about ${words}?` }, LIMIT, testContext());
      wellFormed(asked);
      assert.ok(asked.length > 0, words);
    }
  });

  withReadings("looks words of any length and kind up without failing", async (readings) => {
    const [known = ""] = every;
    for (const words of ["'", '";--', "%", "_", "\u0000", "🎬", "ß".repeat(300), `${known} `.repeat(2000)])
      wellFormed(await readings.find(words, undefined, LIMIT, testContext()));
  });

  for (const words of setup.hidden ?? []) {
    withReadings(`never shows "${words}", which is hidden`, async (readings) => {
      const found = await readings.find(words, undefined, LIMIT, testContext());
      assert.ok(!JSON.stringify(found).toLowerCase().includes(words.toLowerCase()), JSON.stringify(found));
    });
  }

  for (const { question, words } of setup.unclear ?? []) {
    withReadings(`understands what was chosen for "${words}": ${question}`, async (_, environment) => {
      const rules = environment.capabilities.heuristics;
      assert.ok(rules !== undefined, "the environment has no rules of its own");
      const read = (task: Task) => rules.interpret(task, testContext());
      const first = await read({ question });
      assert.ok(!first.understood && first.unclear !== undefined, JSON.stringify(first));
      assert.deepEqual(first.words, [words]);
      wellFormed(first.unclear.readings);
      assert.ok(first.unclear.readings.length > 0, "there is nothing to choose from");
      for (const { text, replacement, token } of first.unclear.readings) {
        const meaning = replacement ?? text;
        const said = {
          words,
          meaning,
          environment: environment.id,
          ...(token === undefined ? {} : { token }),
        };
        const then = await read({ question, settled: [said] });
        assert.ok(
          then.understood || then.unclear === undefined || !then.words.includes(words),
          `"${words}" as ${meaning} is still unclear: ${JSON.stringify(then)}`,
        );
      }
    });
  }

  withReadings("stops when it is cancelled", async (readings) => {
    const [words = ""] = every;
    const aborted = testContext({ signal: AbortSignal.abort() });
    await rejectsWith("cancelled", readings.find(words, undefined, LIMIT, aborted));
  });
}

function wellFormed(found: readonly FoundReading[]): void {
  assert.ok(found.length <= LIMIT, `${found.length} readings`);
  assert.deepEqual(JSON.parse(JSON.stringify(found)), found, "readings are JSON");
  const texts = found.map(({ text }) => text);
  assert.deepEqual([...new Set(texts)], texts, "two readings cannot be told apart");
  const replacements = found.flatMap(({ replacement }) => (replacement === undefined ? [] : [replacement]));
  assert.deepEqual(
    [...new Set(replacements)],
    replacements,
    "a replacement that two readings share is not clear",
  );
  found.forEach(({ text, kind, likeness, score, replacement, token }, at) => {
    assert.notEqual(text.trim(), "");
    assert.ok(text.length <= LONGEST_TEXT && !text.includes("\n"), `too much for a choice: ${text}`);
    assert.notEqual(kind.trim(), "");
    assert.ok(LIKENESSES.includes(likeness), likeness);
    assert.ok(score >= 0 && score <= 1, `${text} has the score ${score}`);
    assert.ok(
      at === 0 || score <= (found[at - 1]?.score ?? 1),
      `${text} is better than what stands before it`,
    );
    assert.notEqual(replacement?.trim(), "");
    if (token !== undefined)
      assert.ok(JSON.stringify(token).length <= LONGEST_TOKEN, `the token of ${text} is too long`);
  });
}
