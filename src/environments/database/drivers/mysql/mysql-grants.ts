import type { TableRestriction } from "../../privacy/restrictions.ts";

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

export const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

/** Where the views stand that mask columns. */
const MASKING = "fuxi_masked";

/**
 * Statements by which an administrator keeps from a user of Fuxi's what a policy hides: rights to single tables and columns, and views that mask.
 * Views are left out, as what they show is not looked into.
 * @param database the one whose tables need no name before theirs
 */
export function hidingGrants(tables: readonly TableRestriction[], database: string): string {
  const user = "'fuxi_reader'@'%'";
  const lines = tables.flatMap(({ table, denied, deniedColumns, maskedColumns }) => {
    if (denied || table.kind === "view") return [];
    const real = `${quoted(table.schema ?? database)}.${quoted(table.name)}`;
    const columns = table.columns.map(({ name }) => name).filter((name) => !deniedColumns.has(name));
    if (maskedColumns.size > 0) {
      const view = `${quoted(MASKING)}.${quoted(table.name)}`;
      const shown = columns.map((name) =>
        maskedColumns.has(name)
          ? `IF(${quoted(name)} IS NULL, NULL, '***') AS ${quoted(name)}`
          : quoted(name),
      );
      return [
        `CREATE SQL SECURITY DEFINER VIEW ${view} AS SELECT ${shown.join(", ")} FROM ${real};`,
        `GRANT SELECT ON ${view} TO ${user};`,
      ];
    }
    const part = deniedColumns.size === 0 ? "" : ` (${columns.map(quoted).join(", ")})`;
    return [`GRANT SELECT${part} ON ${real} TO ${user};`];
  });
  const masks = lines.some((line) => line.startsWith("CREATE"));
  return [
    `CREATE USER ${user} IDENTIFIED BY 'choose one';`,
    ...(masks ? [`CREATE DATABASE ${quoted(MASKING)};`] : []),
    ...lines,
    ...(masks ? [`-- Add ${MASKING} to schemas= in the address.`] : []),
  ].join("\n");
}
