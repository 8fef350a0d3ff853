/** Rights that change nothing in the data. */
const READING = new Set([
  "SELECT",
  "USAGE",
  "SHOW VIEW",
  "SHOW DATABASES",
  "PROCESS",
  "EXECUTE",
  "REPLICATION CLIENT",
  "BINLOG MONITOR",
  "REPLICA MONITOR",
  "SLAVE MONITOR",
  "REPLICATION SLAVE",
  "REFERENCES",
  "DELETE HISTORY",
]);
/** Names of what MySQL calls dynamic rights that reach the data or the server. */
const DYNAMIC_WRITING =
  /^(?:SYSTEM_USER|SYSTEM_VARIABLES_ADMIN|SUPER|ROLE_ADMIN|CLONE_ADMIN|TABLE_ENCRYPTION_ADMIN|.*_ADMIN)$/u;

/** True for a line of SHOW GRANTS with a right to change something. */
export function grantsWrite(line: string): boolean {
  const rights = /^GRANT (.+?) ON (?:TABLE |FUNCTION |PROCEDURE |PACKAGE )?\S/su.exec(line)?.[1];
  // Without ON it grants a role, whose own rights have lines of their own.
  if (rights === undefined) return false;
  return rights
    .replaceAll(/\([^)]*\)/gu, "")
    .split(",")
    .map((right) => right.trim().toUpperCase())
    .some((right) => (right.includes("_") ? DYNAMIC_WRITING.test(right) : !READING.has(right)));
}
