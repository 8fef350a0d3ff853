import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { Token } from "../../sql/token.ts";

/** What cannot be read with certainty is refused where parts of the database are hidden. */
export function unclear(what: string, token: Token | undefined): SqlEngineError {
  return refused(`${what} cannot be read with certainty, and parts of the database are hidden`, token);
}

export function refused(engineMessage: string, token: Token | undefined): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage,
    ...(token === undefined ? {} : { offset: token.start }),
    advice: "Write the query in another way.",
  });
}
