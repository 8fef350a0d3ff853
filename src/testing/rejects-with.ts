import assert from "node:assert/strict";
import type { ErrorCode } from "../errors/error-codes.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

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
