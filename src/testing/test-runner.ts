/** What a conformance suite needs of a test runner, so that any can run it: vitest, node:test, … */
export interface TestRunner {
  /** Declares a test. */
  it(name: string, body: () => Promise<void>): void;
  /** Declares what is done after the last test of the group (`afterAll` of vitest, `after` of node:test). */
  after(body: () => Promise<void>): void;
  /** A test that cannot hold here; the reason is shown beside its name. */
  skip(name: string, reason: string): void;
}
