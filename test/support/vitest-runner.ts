import { describe, it } from "vitest";
import type { TestRunner } from "../../src/testing/test-runner.ts";

/** The conformance suites' view of vitest. */
export const vitestRunner: TestRunner = {
  describe: (name, body) => void describe(name, body),
  it: (name, body) => it(name, body),
  skip: (name, reason) => it.skip(`${name} (${reason})`, () => {}),
};
