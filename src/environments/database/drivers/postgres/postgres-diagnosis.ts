import type { TLSSocket } from "node:tls";
import type { Client } from "pg";
import {
  type Diagnosis,
  encryptionDiagnosis,
  guardDiagnosis,
  rightsDiagnosis,
  takeLooks,
  versionDiagnosis,
} from "../../driver/diagnosis.ts";
import { inQuotes } from "../dialect-parts.ts";
import type { RunStatement } from "./postgres-session.ts";

/** The role's rights besides reading, as JSON; `schemas` are those that it may use. */
const RIGHTS = `
SELECT json_build_object('role', current_user, 'database', current_database(),
  'isSuper', (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user),
  'writable', (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'USAGE')
      AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  'memberOf', (SELECT json_agg(rolname ORDER BY rolname) FROM pg_catalog.pg_roles
    WHERE rolname IN ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data', 'pg_maintain')
      AND pg_has_role(oid, 'MEMBER')),
  'schemas', (SELECT json_agg(nspname ORDER BY nspname) FROM pg_catalog.pg_namespace
    WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND has_schema_privilege(oid, 'USAGE')))::text`;

/** Statements that create a role with read rights on this database only, to be run by its owner. */
function readerRoleSql(database: string, schemas: readonly string[]): string {
  return [
    "CREATE ROLE fuxi_reader LOGIN PASSWORD 'choose one';",
    `GRANT CONNECT ON DATABASE ${inQuotes(database)} TO fuxi_reader;`,
    ...(schemas.length === 0 ? ["public"] : schemas)
      .map((name) => inQuotes(name))
      .flatMap((name) => [
        `GRANT USAGE ON SCHEMA ${name} TO fuxi_reader;`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO fuxi_reader;`,
        `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT ON TABLES TO fuxi_reader;`,
      ]),
    "ALTER ROLE fuxi_reader SET statement_timeout = '30s';",
  ].join("\n");
}

interface Rights {
  readonly role: string;
  readonly database: string;
  readonly isSuper: boolean;
  readonly writable: number;
  readonly memberOf: readonly string[] | null;
  /** Schemas that the role may use. */
  readonly schemas: readonly string[] | null;
}

/** The role's rights besides reading, and statements for a role without them. */
export async function postgresRights(ask: (sql: string) => Promise<unknown>): Promise<Diagnosis> {
  const { role, database, isSuper, writable, memberOf, schemas } = JSON.parse(
    String(await ask(RIGHTS)),
  ) as Rights;
  const can = isSuper
    ? `The role ${role} is a superuser.`
    : memberOf !== null
      ? `The role ${role} is a member of ${memberOf.join(", ")}.`
      : writable > 0
        ? `The role ${role} may write to ${writable} ${writable === 1 ? "table" : "tables"}.`
        : undefined;
  const found = rightsDiagnosis(can, readerRoleSql(database, schemas ?? []));
  return can === undefined ? found : { ...found, names: true };
}

const OLDEST_SUPPORTED = [13, 0] as const;

export interface PostgresDiagnosisOptions {
  /** A connection of its own, made like all others. */
  readonly connect: () => Client;
  /** Runs `work` inside the guard of all statements. */
  readonly guarded: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>;
}

/** Problems of this server, role and database. Reads catalogs only; its one test write is to a missing table. */
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
    const [[version] = []] = await ask("SELECT current_setting('server_version')");
    return await takeLooks({
      version: async () => versionDiagnosis("PostgreSQL", String(version), OLDEST_SUPPORTED),
      encryption: async () => encryptionOf(client),
      "read-only": async () => guardDiagnosis(await refusesWrites(guarded)),
      rights: () => postgresRights(async (sql) => (await ask(sql))[0]?.[0]),
    });
  } finally {
    await client.end().catch(() => {});
  }
}

function encryptionOf(client: Client): Diagnosis {
  const { connection } = client as Client & { readonly connection?: { readonly stream?: TLSSocket } };
  const stream = connection?.stream;
  const isEncrypted = stream?.encrypted === true;
  return encryptionDiagnosis({
    protocol: isEncrypted ? (stream.getProtocol() ?? "TLS") : undefined,
    isChecked: stream?.authorized === true,
    isLocal:
      stream?.remoteAddress === undefined || /^(?:127\.|::1$|::ffff:127\.)/u.test(stream.remoteAddress),
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
