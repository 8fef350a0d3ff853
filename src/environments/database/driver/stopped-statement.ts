import { FuxiError } from "../../../errors/fuxi-error.ts";
import { SqlEngineError } from "./sql-engine-error.ts";

/** The error for a statement aborted by its caller. */
export function cancelledStatement(): FuxiError {
  return new FuxiError("cancelled", "The statement was cancelled.");
}

/** The error for a statement stopped at its time limit. */
export function overTimeStatement(milliseconds: number): SqlEngineError {
  return new SqlEngineError({
    kind: "time-limit",
    engineMessage: `The statement ran longer than ${milliseconds} ms and was stopped.`,
  });
}
