import assert from "node:assert/strict";
import { type ErrorCode, FuxiError } from "../errors/fuxi-error.ts";

/** What a conformance suite needs of a test runner, so that any can run it: vitest, node:test, … */
export interface TestRunner {
  /** Declares a test. */
  it(name: string, body: () => Promise<void>): void;
  /** Declares what is done after the last test of the group (`afterAll` of vitest, `after` of node:test). */
  after(body: () => Promise<void>): void;
  /** A test that cannot hold here; the reason is shown beside its name. */
  skip(name: string, reason: string): void;
}

/**
 * A runner that skips some tests of a suite, by their names and each with its reason: what an adapter lacks is said where the suite is called. A name
 * that no test has fails, so that no skip outlives its test.
 */
export function skipping(runner: TestRunner, reasons: Readonly<Record<string, string>>): TestRunner {
  const unmet = new Set(Object.keys(reasons));
  runner.it("skips only tests that there are", async () => assert.deepEqual([...unmet], []));
  return {
    ...runner,
    it(name, body) {
      unmet.delete(name);
      const reason = reasons[name];
      if (reason === undefined) runner.it(name, body);
      else runner.skip(name, reason);
    },
  };
}

/** Asserts that the promise rejects with a FuxiError of that code, and gives the error. */
export async function rejectsWith(code: ErrorCode, promise: Promise<unknown>): Promise<FuxiError> {
  let thrown: unknown;
  try {
    await promise;
  } catch (error) {
    thrown = error;
  }
  assert.ok(FuxiError.isInstance(thrown), `expected a FuxiError ${code}, got ${String(thrown)}`);
  assert.equal(thrown.code, code, thrown.message);
  return thrown;
}

/** Runs tests on one subject, which the first of them opens and which is closed after the last: opening an environment costs more than most tests of it. */
export function openedOnce<Subject extends { close(): Promise<void> }>(
  runner: TestRunner,
  open: () => Promise<Subject>,
): (name: string, body: (subject: Subject) => Promise<void>) => void {
  let opened: Promise<Subject> | undefined;
  runner.after(async () => (await opened?.catch(() => undefined))?.close());
  return (name, body) =>
    runner.it(name, async () => {
      opened ??= open();
      await body(await opened);
    });
}
