import { afterAll, it } from "vitest";
import type { TestRunner } from "../../src/testing/test-runner.ts";

export const vitestRunner: TestRunner = {
  it: (name, body) => it(name, body),
  after: (body) => afterAll(body),
  skip: (name, reason) => it.skip(`${name} (${reason})`),
};
