import type { TLSSocket } from "node:tls";
import type { Client } from "pg";
import {
  clockDiagnosis,
  type Diagnosis,
  encryptionDiagnoses,
  guardDiagnosis,
  rightsDiagnosis,
  takeLooks,
  versionDiagnosis,
} from "../../driver/diagnosis.ts";
import type { RunStatement } from "./postgres-session.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Statements that make a role which can only read this database, to be run by its owner. */
function readerRoleSql(database: string, schemas: readonly string[]): string {
  return [
    "CREATE ROLE fuxi_reader LOGIN PASSWORD 'choose one';",
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO fuxi_reader;`,
    ...(schemas.length === 0 ? ["public"] : schemas)
      .map(quoted)
      .flatMap((name) => [
        `GRANT USAGE ON SCHEMA ${name} TO fuxi_reader;`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO fuxi_reader;`,
        `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT ON TABLES TO fuxi_reader;`,
      ]),
    "ALTER ROLE fuxi_reader SET statement_timeout = '30s';",
  ].join("\n");
}

const OLDEST_SUPPORTED = [13, 0] as const;
const SETTINGS = `SELECT current_setting('server_version'), current_user, current_database(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)`;

const SCHEMA_OF_USERS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
/** Hidden ones are told by number only: not even their names are this role's business. */
const READABLE = `c.relkind IN ('r', 'm') AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`;
const TABLES = `SELECT count(*),
  count(*) FILTER (WHERE NOT (has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')))),
  count(*) FILTER (WHERE has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  count(*) FILTER (WHERE ${READABLE} AND NOT row_security_active(c.oid) AND pg_relation_size(c.oid) > 0
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname)),
  count(*) FILTER (WHERE ${READABLE} AND row_security_active(c.oid))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${SCHEMA_OF_USERS}`;
const SCHEMAS = `SELECT n.nspname, has_schema_privilege(n.oid, 'CREATE') FROM pg_catalog.pg_namespace n
WHERE ${SCHEMA_OF_USERS} AND has_schema_privilege(n.oid, 'USAGE') ORDER BY n.nspname`;

export interface PostgresDiagnosisOptions {
  /** A connection of its own, made the way all others are. */
  readonly connect: () => Client;
  /** Runs in the guard that holds for all statements. */
  readonly guarded: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>;
}

/** What would go wrong with this server, role and database. Reads catalogs only; the one write it tries is of a table that is not there. */
export async function postgresDiagnosis({
  connect,
  guarded,
}: PostgresDiagnosisOptions): Promise<readonly Diagnosis[]> {
  const client = connect();
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("BEGIN TRANSACTION READ ONLY; SET LOCAL statement_timeout = 10000");
    const ask = async (sql: string): Promise<readonly (readonly unknown[])[]> =>
      (await client.query({ text: sql, rowMode: "array" })).rows;
    const [[version, role, database, time, isSuper] = []] = await ask(SETTINGS);
    return await takeLooks({
      version: async () => versionDiagnosis("PostgreSQL", String(version), OLDEST_SUPPORTED),
      encryption: async () => encryptionOf(client),
      "read-only": async () => guardDiagnosis(await refusesWrites(guarded)),
      tables: async () => {
        const [counts = []] = await ask(TABLES);
        const schemas = await ask(SCHEMAS);
        const names = schemas.map(([name]) => String(name));
        const makesIn = schemas.filter(([, creates]) => creates === true).map(([name]) => String(name));
        return tablesDiagnoses(counts.map(Number), {
          role: String(role),
          isSuper: isSuper === true,
          makesIn,
          mend: readerRoleSql(String(database), names),
        });
      },
      clock: async () => clockDiagnosis(Number(time)),
    });
  } finally {
    await client.end().catch(() => {});
  }
}

function encryptionOf(client: Client): readonly Diagnosis[] {
  const { connection } = client as Client & { readonly connection?: { readonly stream?: TLSSocket } };
  const stream = connection?.stream;
  const isEncrypted = stream?.encrypted === true;
  return encryptionDiagnoses({
    protocol: isEncrypted ? (stream.getProtocol() ?? "TLS") : undefined,
    isChecked: stream?.authorized === true,
    isLocal:
      stream?.remoteAddress === undefined || /^(?:127\.|::1$|::ffff:127\.)/u.test(stream.remoteAddress),
    validTo: isEncrypted ? stream.getPeerCertificate().valid_to : undefined,
    checked: "?sslmode=verify-full (with &sslrootcert=/path/ca.pem for an authority of your own)",
  });
}

async function refusesWrites(guarded: PostgresDiagnosisOptions["guarded"]): Promise<boolean> {
  const nowhere = `fuxi_self_test_${Math.random().toString(36).slice(2, 12)}`;
  return guarded((run) => run(`DROP TABLE ${nowhere}`, [], 1)).then(
    () => false,
    (error: { readonly facts?: { readonly kind?: string } }) => error.facts?.kind === "not-read-only",
  );
}

interface Role {
  readonly role: string;
  readonly isSuper: boolean;
  /** Schemas in which it may make tables. */
  readonly makesIn: readonly string[];
  readonly mend: string;
}

function tablesDiagnoses(
  [all = 0, hidden = 0, writable = 0, unanalysed = 0, withheld = 0]: readonly number[],
  { role, isSuper, makesIn, mend }: Role,
): readonly Diagnosis[] {
  const readable = all - hidden;
  const few = all === 1 ? "the one table there is" : `all ${all} tables and views`;
  const some = `${readable} of ${all} tables and views; ${hidden === 1 ? "1 is" : `${hidden} are`} hidden from it`;
  const tables = { name: "tables", text: `The role may read ${hidden === 0 ? few : some}.` };
  const revoke = makesIn.map((schema) => `REVOKE CREATE ON SCHEMA ${quoted(schema)} FROM PUBLIC;`).join("\n");
  const can = isSuper
    ? `The role ${role} is a superuser.`
    : writable > 0
      ? `The role ${role} may write to ${writable} tables.`
      : makesIn.length > 0
        ? `The role ${role} may make tables in ${makesIn.map(quoted).join(", ")}.`
        : undefined;
  const isNaming = isSuper || writable > 0 || makesIn.length > 0 ? { names: true as const } : {};
  return [
    all > 0 && readable === 0
      ? {
          name: "tables",
          state: "fault",
          text: `The role may read none of the database's ${all} tables.`,
          mend,
          names: true,
        }
      : all === 0
        ? { name: "tables", state: "warning", text: "The database has no tables." }
        : { ...tables, state: "ok" },
    { ...rightsDiagnosis(can, isSuper || writable > 0 ? mend : revoke), ...isNaming },
    statisticsDiagnosis(unanalysed, withheld),
  ];
}

const tablesSpoken = (count: number): string => `${count} ${count === 1 ? "table" : "tables"}`;

/** Where row security chooses the rows, ANALYZE would change nothing: the server keeps its statistics from the role. */
function statisticsDiagnosis(unanalysed: number, withheld: number): Diagnosis {
  const name = "statistics";
  const kept =
    withheld === 0
      ? ""
      : ` It withholds those of ${tablesSpoken(withheld)} with row security: near values in large ones are not found.`;
  if (unanalysed === 0) return { name, state: "ok", text: `The server has statistics of the tables.${kept}` };
  const text = `Never analysed: ${tablesSpoken(unanalysed)}. Near values in large ones are not found, and queries are planned blindly.${kept}`;
  return { name, state: "warning", text, mend: "ANALYZE;" };
}
