/** The time in milliseconds of the epoch: what the parameter says, or where it is null the server's clock, which all machines share. */
export const nowSql = (parameter: number): string =>
  `coalesce($${parameter}::float8, (extract(epoch FROM clock_timestamp()) * 1000)::float8)`;

/** Value of that parameter. */
export const nowGiven = (clock: (() => Date) | undefined): number | null => clock?.().getTime() ?? null;

/** True, and sees to it that the transaction is on disk when it is told as done, whatever the role's own setting is. */
export const DURABLE = `(current_setting('synchronous_commit') <> 'off'
  OR set_config('synchronous_commit', 'on', true) IS NOT NULL)`;
