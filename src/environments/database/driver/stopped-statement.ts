import { FuxiError } from "../../../errors/fuxi-error.ts";
import { SqlEngineError } from "./sql-engine-error.ts";

/** What a driver throws when its caller aborts. */
export function cancelledStatement(): FuxiError {
  return new FuxiError("cancelled", "The statement was cancelled.");
}

/** What a driver throws when it stopped a statement at its time limit. */
export function overTimeStatement(milliseconds: number): SqlEngineError {
  return new SqlEngineError({
    kind: "time-limit",
    engineMessage: `The statement ran longer than ${milliseconds} ms and was stopped.`,
  });
}
