import type { DatabaseSync } from "node:sqlite";

const MOST_FAULTS = 20;
/** A full-text table looks through itself by writing, which is not let; what it keeps is in ordinary tables, which are looked through. */
const COULD_NOT_LOOK = /^unable to validate/iu;

/** What `PRAGMA quick_check` finds: pages that are lost or used twice, rows out of order. It does not hold indexes against their tables. */
export function faultsOf(database: DatabaseSync): readonly string[] {
  return database
    .prepare(`PRAGMA quick_check(${MOST_FAULTS})`)
    .all()
    .map((row) => String(row["quick_check"]))
    .filter((line) => line !== "ok" && !COULD_NOT_LOOK.test(line));
}
