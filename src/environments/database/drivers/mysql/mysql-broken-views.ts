import type { MysqlTransaction } from "./mysql-session.ts";

/** Views that are tried with one statement. */
const VIEWS_AT_ONCE = 50;
/** The definer does not exist; a user without further rights is told that access is denied. */
const NO_DEFINER = new Set([1449, 1045]);
const TIME_LIMITS = new Set([1969, 3024]);

/**
 * Those of these views (as a query writes them) that cannot be read, each with the reason. The server's catalog does not tell: it has to be
 * asked to compile a query of each, which reads no rows.
 */
export async function mysqlBrokenViews(
  prepare: MysqlTransaction["prepare"],
  views: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  for (let at = 0; at < views.length; at += VIEWS_AT_ONCE)
    await lookThrough(prepare, views.slice(at, at + VIEWS_AT_ONCE), broken);
  return broken;
}

async function lookThrough(
  prepare: MysqlTransaction["prepare"],
  views: readonly string[],
  broken: Map<string, string>,
): Promise<void> {
  try {
    await prepare(views.map((view) => `(SELECT 1 FROM ${view} LIMIT 0)`).join(" UNION ALL "));
  } catch (error) {
    const { errno = 0 } = error as { readonly errno?: number };
    if (!("sqlState" in (error as object)) || TIME_LIMITS.has(errno)) throw error;
    const [only] = views;
    if (views.length === 1 && only !== undefined) {
      broken.set(
        only,
        NO_DEFINER.has(errno)
          ? "cannot be read: the user who defined it is gone"
          : "cannot be read: what it is made of is gone, or kept from whoever defined it",
      );
      return;
    }
    const half = Math.ceil(views.length / 2);
    await lookThrough(prepare, views.slice(0, half), broken);
    await lookThrough(prepare, views.slice(half), broken);
  }
}
