import type { RunStatement } from "./postgres-session.ts";

/**
 * Opening a database must not wait for a table that somebody has locked, nor fail for one: what is asked then is not known. `milliseconds`
 * bounds each statement of `ask` besides.
 */
export async function unlessLocked<T>(
  run: RunStatement,
  ask: () => Promise<T>,
  milliseconds?: number,
): Promise<T | undefined> {
  await run("SAVEPOINT attempt", [], 1);
  await run("SET LOCAL lock_timeout = '500ms'", [], 1);
  if (milliseconds !== undefined) await run(`SET LOCAL statement_timeout = ${milliseconds}`, [], 1);
  let result: T | undefined;
  try {
    result = await ask();
  } catch (error) {
    await endAttempt(run).catch(() => {
      throw error;
    });
    return undefined;
  }
  await endAttempt(run);
  return result;
}

/** Takes the limits back, too. */
async function endAttempt(run: RunStatement): Promise<void> {
  await run("ROLLBACK TO SAVEPOINT attempt", [], 1);
}
