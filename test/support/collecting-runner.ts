import type { TestRunner } from "../../src/testing/test-runner.ts";

/** Runs a conformance suite inside a test and gives the names of the tests that fail in it. */
export async function failingTests(suite: (runner: TestRunner) => void): Promise<string[]> {
  const tests: { name: string; body: () => Promise<void> }[] = [];
  const ends: (() => Promise<void>)[] = [];
  suite({
    it: (name, body) => tests.push({ name, body }),
    after: (body) => ends.push(body),
    skip: () => {},
  });
  const failing: string[] = [];
  for (const { name, body } of tests) {
    try {
      await body();
    } catch {
      failing.push(name);
    }
  }
  for (const end of ends) await end();
  return failing;
}
