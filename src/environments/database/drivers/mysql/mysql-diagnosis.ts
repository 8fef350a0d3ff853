import {
  type Diagnosis,
  encryptionDiagnosis,
  guardDiagnosis,
  rightsDiagnosis,
  takeLooks,
  versionDiagnosis,
} from "../../driver/diagnosis.ts";
import { checksCertificate } from "../../driver/server-tls.ts";
import type { TableRestriction } from "../../privacy/restrictions.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlAddress } from "./mysql-url.ts";

/** Rights that change nothing in the data. */
const READING = new Set(
  `SELECT, USAGE, SHOW VIEW, SHOW DATABASES, PROCESS, EXECUTE, REPLICATION CLIENT, BINLOG MONITOR,
  REPLICA MONITOR, SLAVE MONITOR, REPLICATION SLAVE, REFERENCES, DELETE HISTORY`.split(/,\s+/u),
);
/** Names of what MySQL calls dynamic rights that reach the data or the server. */
const DYNAMIC_WRITING =
  /^(?:SYSTEM_USER|SYSTEM_VARIABLES_ADMIN|SUPER|ROLE_ADMIN|CLONE_ADMIN|TABLE_ENCRYPTION_ADMIN|.*_ADMIN)$/u;

/** True for a line of SHOW GRANTS with a right to change something. */
function grantsWrite(line: string): boolean {
  const rights = /^GRANT (.+?) ON (?:TABLE |FUNCTION |PROCEDURE |PACKAGE )?\S/su.exec(line)?.[1];
  // A GRANT without ON grants a role, whose rights have lines of their own.
  if (rights === undefined) return false;
  return rights
    .replaceAll(/\([^)]*\)/gu, "")
    .split(",")
    .map((right) => right.trim().toUpperCase())
    .some((right) => (right.includes("_") ? DYNAMIC_WRITING.test(right) : !READING.has(right)));
}

const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

/** The database for views with masked columns. */
const MASKING = "fuxi_masked";

/**
 * Grants by which an administrator enforces a policy on the server: rights to single tables and columns, and views with masked columns. Existing
 * views are omitted, as their content is not analysed.
 * @param database the one whose tables need no qualifier
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

/** Statements that create a user with read rights on these databases only, to be run by an administrator. */
function readerUserSql(databases: readonly string[]): string {
  return [
    "CREATE USER 'fuxi_reader'@'%' IDENTIFIED BY 'choose one';",
    ...databases.map(
      (name) => `GRANT SELECT, SHOW VIEW ON ${quoted(name).replaceAll("_", "\\_")}.* TO 'fuxi_reader'@'%';`,
    ),
  ].join("\n");
}

/** The user's rights besides reading, by the lines of SHOW GRANTS, and statements for a user without them. */
export function mysqlRights(grants: readonly string[], { databases }: MysqlAddress): Diagnosis {
  const writes = grants.some(grantsWrite);
  const found = rightsDiagnosis(writes ? "The user may write." : undefined, readerUserSql(databases));
  return writes ? { ...found, names: true } : found;
}

type Rows = readonly (readonly (string | null)[])[];

export interface MysqlDiagnosisOptions {
  readonly address: MysqlAddress;
  readonly server: MysqlServerFacts;
  /** Runs one statement inside the read-only guard. */
  readonly ask: (sql: string) => Promise<Rows>;
}

const SERVERS = {
  mariadb: { shown: "MariaDB", oldest: [10, 5] },
  mysql: { shown: "MySQL", oldest: [8, 0] },
} as const;

/** Problems of this server, user and database. Reads catalogs only; its one test write affects no row. */
export async function mysqlDiagnosis({
  address,
  server,
  ask,
}: MysqlDiagnosisOptions): Promise<readonly Diagnosis[]> {
  const { shown, oldest } = SERVERS[server.engine];
  return takeLooks({
    version: async () => versionDiagnosis(shown, server.version, oldest),
    encryption: async () => encryptionOf(address, await ask("SHOW SESSION STATUS LIKE 'Ssl%'")),
    "read-only": () => refusedWrite(ask),
    rights: async () =>
      mysqlRights(
        (await ask("SHOW GRANTS")).map(([grant]) => grant ?? ""),
        address,
      ),
  });
}

function encryptionOf({ tls, host, socketPath }: MysqlAddress, status: Rows): Diagnosis {
  const of = (wanted: string): string => status.find(([each]) => each === wanted)?.[1] ?? "";
  return encryptionDiagnosis({
    protocol: of("Ssl_cipher") === "" ? undefined : of("Ssl_version"),
    isChecked: checksCertificate(tls),
    isLocal: socketPath !== undefined || /^(?:localhost|127\.|::1$)/u.test(host),
    checked: "?ssl-mode=verify-full (with &ssl-ca=/path/ca.pem for an authority of your own)",
  });
}

/** A write to a missing table would fail for that reason first. A DELETE of no row is refused as well, and is harmless if not. */
async function refusedWrite(ask: MysqlDiagnosisOptions["ask"]): Promise<Diagnosis | undefined> {
  const [[table] = []] = await ask(
    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' LIMIT 1",
  );
  if (table === undefined || table === null) return undefined;
  return ask(`DELETE FROM ${quoted(table)} WHERE 1 = 0`).then(
    () => guardDiagnosis(false),
    ({ code }: { readonly code?: string }) => guardDiagnosis(code === "engine-error"),
  );
}
