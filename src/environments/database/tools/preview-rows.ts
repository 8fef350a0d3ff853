import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ClauseJudge } from "../draft/clause-judge.ts";
import type { StatementResult } from "../driver/sql-driver.ts";

/** The first rows of a legal statement; undefined where the engine fails on running it or does not come to an end in time. */
export async function previewRows(
  sql: string,
  maxRows: number,
  { services, context }: Pick<ClauseJudge, "services" | "context">,
): Promise<{ readonly result: StatementResult } | undefined> {
  try {
    const milliseconds = context.limits.milliseconds / 2;
    const result = await services.driver.query(sql, [], { maxRows, milliseconds, signal: context.signal });
    return { result };
  } catch (error) {
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout")) {
      return undefined;
    }
    throw error;
  }
}
