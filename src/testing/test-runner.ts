/**
 * What a conformance suite needs of a test framework: `describe` and `it` of vitest, node:test, jest or mocha will do as they are; `skip`
 * reports a test that cannot be run here together with its reason.
 */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
  skip(name: string, reason: string): void;
}
