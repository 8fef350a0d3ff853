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

/** Tests of a store, each on an empty one of its own, which goes by a clock that the test moves on. */
export function onEmptyStore<Store extends { close(): Promise<void> }>(
  { it }: TestRunner,
  open: (clock: () => Date) => Promise<Store> | Store,
): (title: string, body: (store: Store, pass: (seconds: number) => void) => Promise<void>) => void {
  return (title, body) =>
    it(title, async () => {
      let now = STORE_BEGINS.getTime();
      const store = await open(() => new Date(now));
      try {
        await body(store, (seconds) => {
          now += seconds * 1000;
        });
      } finally {
        await store.close();
      }
    });
}

/** When the clock of a store under test begins. */
export const STORE_BEGINS = new Date("2026-01-02T03:04:05Z");

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
