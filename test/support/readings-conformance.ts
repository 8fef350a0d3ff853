import { afterAll, beforeAll, expect, it } from "vitest";
import type { Environment } from "../../src/environment/environment.ts";
import { type FoundReading, LIKENESSES, type Likeness } from "../../src/environment/readings.ts";
import type { Task } from "../../src/environment/task.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";

/** An environment with readings, and words that are known to have some, several or none. */
export interface ReadingsUnderTest {
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
export function readingsConformance(setup: ReadingsUnderTest): void {
  let environment: Environment;
  beforeAll(async () => {
    environment = await setup.open();
  });
  afterAll(() => environment?.close());
  const find = async (words: string, { limit = LIMIT, task, context = testContext() }: Asked = {}) => {
    const { readings } = environment.capabilities;
    expect(readings, "the environment has no readings").toBeDefined();
    return (await readings?.find(words, task, limit, context)) ?? [];
  };
  const every = [...new Set([...setup.found.map(({ words }) => words), ...setup.several])];

  it.each(setup.found)("finds $text ($likeness) by $words", async ({ words, ...reading }) => {
    const fitting = { ...reading, text: expect.stringContaining(reading.text) };
    expect(await find(words)).toContainEqual(expect.objectContaining(fitting));
  });

  it.each(setup.several)("leaves the choice between the readings of %j", async (words) => {
    expect((await find(words)).length).toBeGreaterThanOrEqual(2);
  });

  it.each(["", "  \n", "?!", ...setup.unknown])("has no reading of %j", async (words) => {
    expect(await find(words)).toEqual([]);
  });

  it("gives readings that can be told apart, as JSON, the same each time, as few as are wanted", async () => {
    for (const words of every) {
      const all = await find(words);
      wellFormed(all);
      expect(await find(words)).toEqual(all);
      expect(await find(words, { limit: 1 }), words).toEqual(all.slice(0, 1));
      expect(await find(words, { limit: 0 }), words).toEqual([]);
      const asked = await find(words, { task: { question: `What about ${words}?` } });
      wellFormed(asked);
      expect(asked.length, words).toBeGreaterThan(0);
    }
  });

  it("looks words of any length and kind up without failing", async () => {
    const [known = ""] = every;
    for (const words of ["'", '";--', "%", "_", "\u0000", "🎬", "ß".repeat(300), `${known} `.repeat(2000)])
      wellFormed(await find(words));
  });

  if (setup.unclear !== undefined)
    it.each(setup.unclear)(
      "understands what was chosen for $words: $question",
      async ({ question, words }) => {
        const read = async (task: Task) => {
          const { heuristics } = environment.capabilities;
          const reading = await heuristics?.interpret(task, testContext());
          return reading ?? expect.fail("the environment has no rules of its own");
        };
        const first = await read({ question });
        if (first.understood || first.unclear === undefined) return expect.fail(JSON.stringify(first));
        expect(first.words).toEqual([words]);
        const { readings } = first.unclear;
        wellFormed(readings);
        expect(readings.length).toBeGreaterThan(0);
        for (const { text, replacement: meaning = text, token } of readings) {
          const said = { words, meaning, environment: environment.id, ...(token && { token }) };
          const then = await read({ question, settled: [said] });
          const isClear = then.understood || then.unclear === undefined || !then.words.includes(words);
          expect(isClear, `"${words}" as ${meaning} is still unclear: ${JSON.stringify(then)}`).toBe(true);
        }
      },
    );

  it("stops when it is cancelled", async () => {
    const context = testContext({ signal: AbortSignal.abort() });
    await expect(find(every[0] ?? "", { context })).rejects.toMatchObject({ code: "cancelled" });
  });
}

interface Asked {
  readonly limit?: number;
  readonly task?: Task;
  readonly context?: ReturnType<typeof testContext>;
}

function wellFormed(found: readonly FoundReading[]): void {
  expect(found.length).toBeLessThanOrEqual(LIMIT);
  expect(JSON.parse(JSON.stringify(found)), "readings are JSON").toEqual(found);
  const texts = found.map(({ text }) => text);
  expect(texts, "two readings cannot be told apart").toEqual([...new Set(texts)]);
  const replacements = found.flatMap(({ replacement }) => (replacement === undefined ? [] : [replacement]));
  expect(replacements, "two readings share a replacement").toEqual([...new Set(replacements)]);
  const scores = found.map(({ score }) => score);
  expect(scores, "the best stands first").toEqual(scores.toSorted((a, b) => b - a));
  for (const { text, kind, likeness, score, replacement, token } of found) {
    for (const each of [text, kind, replacement ?? "none"]) expect(each.trim()).not.toBe("");
    expect(text.length <= LONGEST_TEXT && !text.includes("\n"), `too much for a choice: ${text}`).toBe(true);
    expect(LIKENESSES).toContain(likeness);
    expect(score >= 0 && score <= 1, `${text} has the score ${score}`).toBe(true);
    expect(JSON.stringify(token ?? null).length, `the token of ${text}`).toBeLessThanOrEqual(LONGEST_TOKEN);
  }
}
