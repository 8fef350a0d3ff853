import { certificateDiagnosis } from "../../driver/certificate-diagnosis.ts";
import { clockDiagnosis } from "../../driver/clock-diagnosis.ts";
import { type Diagnosis, takeLooks } from "../../driver/diagnosis.ts";
import { grantsWrite } from "./mysql-grants.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import { mysqlStatisticsDiagnosis } from "./mysql-statistics-diagnosis.ts";
import { checksCertificate } from "./mysql-tls.ts";
import type { MysqlAddress } from "./mysql-url.ts";
import { writeMysqlValue } from "./mysql-value.ts";

const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

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

const OLDEST = { mariadb: [10, 5], mysql: [8, 0] } as const;

/** What would go wrong with this server, user and database. Reads catalogs only; the one write it tries is of no row. */
export async function mysqlDiagnosis({
  address,
  server,
  ask,
}: MysqlDiagnosisOptions): Promise<readonly Diagnosis[]> {
  const { databases } = address;
  const mend = readerUserSql(databases);
  const grants = (await ask("SHOW GRANTS")).map(([grant]) => grant ?? "");
  return takeLooks({
    version: async () => versionDiagnosis((await ask("SELECT VERSION()"))[0]?.[0] ?? ""),
    encryption: async () => encryptionDiagnoses(address, await ask("SHOW SESSION STATUS LIKE 'Ssl%'")),
    "read-only": () => guardDiagnosis(ask),
    tables: async () => tablesDiagnosis(await readableTables(databases, ask), mend),
    rights: async () => rightsDiagnosis(grants.some(grantsWrite), mend),
    statistics: () => mysqlStatisticsDiagnosis({ databases, server, ask }),
    "time limit": async () => timeoutDiagnosis(await ask(TIME_LIMITS)),
    encoding: async () => {
      const [[encoding, collation] = []] = await ask("SELECT @@character_set_database, @@collation_database");
      return encodingDiagnosis(encoding ?? "", collation ?? "");
    },
    clock: async () =>
      clockDiagnosis(1000 * Number((await ask("SELECT UNIX_TIMESTAMP(NOW(3))"))[0]?.[0] ?? Number.NaN)),
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

const TIME_LIMITS =
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time')";

function versionDiagnosis(text: string): Diagnosis {
  const kind = /mariadb/iu.test(text) ? "mariadb" : "mysql";
  const shown = kind === "mariadb" ? "MariaDB" : "MySQL";
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/u.exec(text.replace(/^5\.5\.5-(?=\d)/u, "")) ?? []).map(
    Number,
  );
  const [oldestMajor, oldestMinor] = OLDEST[kind];
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return {
    name: "version",
    state: isOld ? "warning" : "ok",
    text: isOld
      ? `${shown} ${text} is older than ${oldestMajor}.${oldestMinor}, with which Fuxi is tested.`
      : `${shown} ${text}`,
  };
}

function encryptionDiagnoses({ tls, host, socketPath }: MysqlAddress, status: Rows): readonly Diagnosis[] {
  const name = "encryption";
  const of = (wanted: string): string => status.find(([each]) => each === wanted)?.[1] ?? "";
  if (of("Ssl_cipher") === "") {
    const isLocal = socketPath !== undefined || /^(?:localhost|127\.|::1$)/u.test(host);
    return [
      isLocal
        ? { name, state: "ok", text: "The connection is not encrypted; it does not leave this machine." }
        : {
            name,
            state: "warning",
            text: "The connection is not encrypted: whoever is on the way can read it.",
            mend: "Put ?ssl-mode=verify-full behind the address.",
          },
    ];
  }
  const certificate = certificateDiagnosis(of("Ssl_server_not_after"));
  return [
    checksCertificate(tls)
      ? {
          name,
          state: "ok",
          text: `The connection is encrypted (${of("Ssl_version")}), and the certificate was checked.`,
        }
      : {
          name,
          state: "warning",
          text: `The connection is encrypted (${of("Ssl_version")}), but nobody checks that the server is the right one.`,
          mend: "Put ?ssl-mode=verify-full&ssl-ca=/path/ca.pem behind the address, with the certificate of the authority.",
        },
    ...(certificate === undefined ? [] : [certificate]),
  ];
}

/** On a table that does not exist the server would complain of that first; a DELETE of no row is refused all the same, and does nothing if it is not. */
async function guardDiagnosis(ask: MysqlDiagnosisOptions["ask"]): Promise<Diagnosis | undefined> {
  const name = "read-only";
  const [[table] = []] = await ask(
    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' LIMIT 1",
  );
  if (table === undefined || table === null) return undefined;
  const failure = await ask(`DELETE FROM \`${table.replaceAll("`", "``")}\` WHERE 1 = 0`).then(
    () => undefined,
    (error: { readonly message?: string; readonly code?: string }) => error,
  );
  return failure?.code === "engine-error"
    ? { name, state: "ok", text: "A write of no row was tried inside the guard, and the server refused it." }
    : {
        name,
        state: "fault",
        text: "A write inside the guard was not refused: do not use this server until it is known why.",
      };
}

function tablesDiagnosis(readable: number, mend: string): Diagnosis {
  const name = "tables";
  if (readable === 0) {
    return { name, state: "fault", text: "The database has no tables that this user may read.", mend };
  }
  return {
    name,
    state: "ok",
    text: `The user may read ${readable} ${readable === 1 ? "table" : "tables and views"}.`,
  };
}

function rightsDiagnosis(canWrite: boolean, mend: string): Diagnosis {
  if (!canWrite) return { name: "rights", state: "ok", text: "The user can only read." };
  return {
    name: "rights",
    state: "warning",
    text: "The user may write. Fuxi's guard keeps it from that; a user who cannot is the safer one.",
    mend,
  };
}

function timeoutDiagnosis(limits: Rows): Diagnosis {
  const set = limits
    .map(([name, value]) => [name ?? "", Number(value)] as const)
    .filter(([, value]) => value > 0);
  const shown = set.map(([name, value]) => `${name} = ${value}`).join(", ");
  return {
    name: "time limit",
    state: "ok",
    text:
      set.length === 0
        ? "The server sets no time limit; Fuxi sets its own for each statement."
        : `The server has a time limit (${shown}); Fuxi sets its own for each statement.`,
  };
}

function encodingDiagnosis(encoding: string, collation: string): Diagnosis {
  const name = "encoding";
  if (encoding === "utf8mb4")
    return { name, state: "ok", text: `Character set utf8mb4, collation ${collation}` };
  return {
    name,
    state: "warning",
    text: `The database's character set is ${encoding}, collation ${collation}: letters outside of it cannot be looked for.`,
  };
}
