import {
  clockDiagnosis,
  type Diagnosis,
  encryptionDiagnoses,
  guardDiagnosis,
  rightsDiagnosis,
  takeLooks,
  versionDiagnosis,
} from "../../driver/diagnosis.ts";
import { checksCertificate } from "../../driver/server-tls.ts";
import type { TableRestriction } from "../../privacy/restrictions.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlAddress } from "./mysql-url.ts";
import { writeMysqlValue } from "./mysql-value.ts";

/** Rights that change nothing in the data. */
const READING = new Set(
  `SELECT, USAGE, SHOW VIEW, SHOW DATABASES, PROCESS, EXECUTE, REPLICATION CLIENT, BINLOG MONITOR,
  REPLICA MONITOR, SLAVE MONITOR, REPLICATION SLAVE, REFERENCES, DELETE HISTORY`.split(/,\s+/u),
);
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

const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

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

/** Statements that make a user who can only read these databases, to be run by an administrator. */
function readerUserSql(databases: readonly string[]): string {
  return [
    "CREATE USER 'fuxi_reader'@'%' IDENTIFIED BY 'choose one';",
    ...databases.map(
      (name) => `GRANT SELECT, SHOW VIEW ON ${quoted(name).replaceAll("_", "\\_")}.* TO 'fuxi_reader'@'%';`,
    ),
  ].join("\n");
}

type Rows = readonly (readonly (string | null)[])[];

export interface MysqlDiagnosisOptions {
  readonly address: MysqlAddress;
  readonly server: MysqlServerFacts;
  /** Runs one statement in the guard that holds for all. */
  readonly ask: (sql: string) => Promise<Rows>;
}

const SERVERS = {
  mariadb: { shown: "MariaDB", oldest: [10, 5] },
  mysql: { shown: "MySQL", oldest: [8, 0] },
} as const;

/** What would go wrong with this server, user and database. Reads catalogs only; the one write it tries is of no row. */
export async function mysqlDiagnosis({
  address,
  server,
  ask,
}: MysqlDiagnosisOptions): Promise<readonly Diagnosis[]> {
  const { databases } = address;
  const mend = readerUserSql(databases);
  const { shown, oldest } = SERVERS[server.engine];
  return takeLooks({
    version: async () => versionDiagnosis(shown, server.version, oldest),
    encryption: async () => encryptionOf(address, await ask("SHOW SESSION STATUS LIKE 'Ssl%'")),
    "read-only": () => refusedWrite(ask),
    tables: async () => tablesDiagnosis(await readableTables(databases, ask), mend),
    rights: async () => {
      const grants = (await ask("SHOW GRANTS")).map(([grant]) => grant ?? "");
      return rightsDiagnosis(grants.some(grantsWrite) ? "The user may write." : undefined, mend);
    },
    clock: async () => clockDiagnosis(1000 * Number((await ask("SELECT UNIX_TIMESTAMP(NOW(3))"))[0]?.[0])),
  });
}

/** Those that the user may not read are not listed to him at all. */
async function readableTables(
  databases: readonly string[],
  ask: MysqlDiagnosisOptions["ask"],
): Promise<number> {
  let tables = 0;
  for (const database of databases) {
    const [[count] = []] = await ask(`SELECT COUNT(*) FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = ${writeMysqlValue(database)} AND TABLE_TYPE <> 'SEQUENCE'`);
    tables += Number(count);
  }
  return tables;
}

function encryptionOf({ tls, host, socketPath }: MysqlAddress, status: Rows): readonly Diagnosis[] {
  const of = (wanted: string): string => status.find(([each]) => each === wanted)?.[1] ?? "";
  return encryptionDiagnoses({
    protocol: of("Ssl_cipher") === "" ? undefined : of("Ssl_version"),
    isChecked: checksCertificate(tls),
    isLocal: socketPath !== undefined || /^(?:localhost|127\.|::1$)/u.test(host),
    validTo: of("Ssl_server_not_after"),
    checked: "?ssl-mode=verify-full (with &ssl-ca=/path/ca.pem for an authority of your own)",
  });
}

/** On a table that does not exist the server would complain of that first; a DELETE of no row is refused all the same, and does nothing if it is not. */
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

function tablesDiagnosis(readable: number, mend: string): Diagnosis {
  const name = "tables";
  if (readable === 0) {
    return { name, state: "fault", text: "The database has no tables that this user may read.", mend };
  }
  const text = `The user may read ${readable} ${readable === 1 ? "table" : "tables and views"}.`;
  return { name, state: "ok", text };
}
