import type { TLSSocket } from "node:tls";
import type { Client } from "pg";
import { shownCertificateDiagnoses } from "../../driver/certificate-diagnosis.ts";
import { clockDiagnosis } from "../../driver/clock-diagnosis.ts";
import { type Diagnosis, type Look, namingDiagnosis, takeLooks } from "../../driver/diagnosis.ts";
import { joinedTexts, type NamingText, namingText, schemaNamed } from "../../driver/naming-text.ts";
import type { RunStatement } from "./postgres-session.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Statements that make a role which can only read this database, to be run by its owner. */
function readerRoleSql(database: string, schemas: readonly string[]): NamingText {
  const shown = schemas.length === 0 ? ["public"] : schemas;
  const lines: readonly (string | NamingText)[] = [
    "CREATE ROLE fuxi_reader LOGIN PASSWORD 'choose one';",
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO fuxi_reader;`,
    ...shown.flatMap((schema) => {
      const name = schemaNamed(schema, quoted(schema));
      return [
        namingText`GRANT USAGE ON SCHEMA ${name} TO fuxi_reader;`,
        namingText`GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO fuxi_reader;`,
        namingText`ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT ON TABLES TO fuxi_reader;`,
      ];
    }),
    "ALTER ROLE fuxi_reader SET statement_timeout = '30s';",
  ];
  return joinedTexts(lines, "\n");
}

const OLDEST_SUPPORTED = 13;
const SETTINGS = `SELECT current_setting('server_version_num'), current_setting('server_version'), current_user, current_database(),
  pg_catalog.pg_encoding_to_char(d.encoding), d.datcollate, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  (SELECT reset_val FROM pg_catalog.pg_settings WHERE name = 'statement_timeout'),
  pg_catalog.pg_backend_pid(),
  (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
FROM pg_catalog.pg_database d WHERE d.datname = current_database()`;

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
    const facts = (await ask(SETTINGS))[0]?.map((cell) => cell ?? "") ?? [];
    return await takeLooks(looks(client, ask, facts, guarded));
  } finally {
    await client.end().catch(() => {});
  }
}

function looks(
  client: Client,
  ask: (sql: string) => Promise<readonly (readonly unknown[])[]>,
  facts: readonly unknown[],
  guarded: PostgresDiagnosisOptions["guarded"],
): Readonly<Record<string, Look>> {
  const [versionNumber, version, role, database, encoding, collation, time, timeout, backend, isSuper] =
    facts;
  return {
    version: async () => versionDiagnosis(Number(versionNumber), String(version)),
    encryption: async () => encryptionDiagnoses(client),
    pooler: async () => poolerDiagnosis(client, Number(backend)),
    "read-only": () => guardDiagnosis(guarded),
    tables: async () => {
      const [[all, hidden, writable, unanalysed, withheld] = []] = await ask(TABLES);
      const schemas = (await ask(SCHEMAS)).map(([name, creates]) => ({
        name: String(name),
        creates: creates === true,
      }));
      const mend = readerRoleSql(
        String(database),
        schemas.map(({ name }) => name),
      );
      const creates = schemas.filter((schema) => schema.creates).map(({ name }) => name);
      return [
        tablesDiagnosis(Number(all), Number(hidden), mend),
        rightsDiagnosis(
          { role: String(role), isSuper: isSuper === true, writable: Number(writable), creates },
          mend,
        ),
        statisticsDiagnosis(Number(unanalysed), Number(withheld)),
      ];
    },
    "time limit": async () => timeoutDiagnosis(String(timeout), String(role)),
    encoding: async () => encodingDiagnosis(String(encoding), String(collation)),
    clock: async () => clockDiagnosis(Number(time)),
  };
}

function versionDiagnosis(number: number, version: string): Diagnosis {
  const isOld = Math.floor(number / 10_000) < OLDEST_SUPPORTED;
  return {
    name: "version",
    state: isOld ? "warning" : "ok",
    text: isOld
      ? `PostgreSQL ${version} is older than ${OLDEST_SUPPORTED}, with which Fuxi is tested.`
      : `PostgreSQL ${version}`,
  };
}

/** What the client library holds of its socket. */
type Connected = Client & {
  readonly connection?: { readonly stream?: TLSSocket };
  readonly processID?: number;
};

function encryptionDiagnoses(client: Client): readonly Diagnosis[] {
  const name = "encryption";
  const stream = (client as Connected).connection?.stream;
  if (stream?.encrypted !== true) {
    const isLocal =
      stream?.remoteAddress === undefined || /^(?:127\.|::1$|::ffff:127\.)/u.test(stream.remoteAddress);
    return [
      isLocal
        ? { name, state: "ok", text: "The connection is not encrypted; it does not leave this machine." }
        : {
            name,
            state: "warning",
            text: "The connection is not encrypted: whoever is on the way can read it.",
            mend: "Put ?sslmode=verify-full behind the address.",
          },
    ];
  }
  const protocol = stream.getProtocol() ?? "TLS";
  const certificate = stream.getPeerCertificate();
  const { host } = client;
  return [
    stream.authorized
      ? {
          name,
          state: "ok",
          text: `The connection is encrypted (${protocol}), and the certificate was checked.`,
        }
      : {
          name,
          state: "warning",
          text: `The connection is encrypted (${protocol}), but nobody checks that the server is the right one.`,
          mend: "Put ?sslmode=verify-full behind the address, with &sslrootcert=/path/ca.pem for an authority of your own.",
        },
    ...shownCertificateDiagnoses({ certificate, ...(host.startsWith("/") ? {} : { host }) }),
  ];
}

/** A pooler gives clients process numbers of its own. */
function poolerDiagnosis(client: Client, backend: number): Diagnosis | undefined {
  const { processID } = client as Connected;
  if (processID === undefined || processID === null || processID === backend) return undefined;
  return {
    name: "pooler",
    state: "ok",
    text: "A pooler stands before the server, in session or transaction mode, either of which will do: Fuxi sets all it needs in each transaction. Statement mode would not.",
  };
}

async function guardDiagnosis(guarded: PostgresDiagnosisOptions["guarded"]): Promise<Diagnosis> {
  const name = "read-only";
  const nowhere = `fuxi_self_test_${Math.random().toString(36).slice(2, 12)}`;
  const failure = await guarded((run) => run(`DROP TABLE ${nowhere}`, [], 1)).then(
    () => undefined,
    (error: { readonly facts?: { readonly kind?: string } }) => error.facts?.kind,
  );
  return failure === "not-read-only"
    ? { name, state: "ok", text: "A write was tried inside the guard, and the server refused it." }
    : {
        name,
        state: "fault",
        text: "A write inside the guard was not refused for being one: do not use this server until it is known why.",
      };
}

function tablesDiagnosis(all: number, hidden: number, mend: NamingText): Diagnosis {
  const name = "tables";
  const readable = all - hidden;
  if (readable === 0) {
    if (all === 0) return { name, state: "warning", text: "The database has no tables." };
    const text = `The role may read none of the database's ${all} tables.`;
    return namingDiagnosis({ name, state: "fault" }, text, mend);
  }
  if (hidden === 0)
    return {
      name,
      state: "ok",
      text: `The role may read ${all === 1 ? "the one table there is" : `all ${all} tables and views`}.`,
    };
  return {
    name,
    state: "ok",
    text: `The role may read ${readable} of ${all} tables and views; ${hidden === 1 ? "1 is" : `${hidden} are`} hidden from it.`,
  };
}

interface Rights {
  readonly role: string;
  readonly isSuper: boolean;
  readonly writable: number;
  readonly creates: readonly string[];
}

function rightsDiagnosis({ role, isSuper, writable, creates }: Rights, mend: NamingText): Diagnosis {
  const name = "rights";
  const guard = "Fuxi's guard keeps it from that; a role that cannot is the safer one.";
  const warning = { name, state: "warning" } as const;
  if (isSuper) return namingDiagnosis(warning, `The role ${role} is a superuser. ${guard}`, mend);
  if (writable > 0)
    return namingDiagnosis(warning, `The role ${role} may write to ${writable} tables. ${guard}`, mend);
  if (creates.length > 0) {
    const names = joinedTexts(
      creates.map((each) => schemaNamed(each, `"${each}"`)),
      ", ",
    );
    const lines = creates.map((each) => {
      const written = schemaNamed(each, `"${each.replaceAll('"', '""')}"`);
      return namingText`REVOKE CREATE ON SCHEMA ${written} FROM PUBLIC;`;
    });
    return namingDiagnosis(
      warning,
      namingText`The role ${role} may make tables in ${names}. ${guard}`,
      joinedTexts(lines, "\n"),
    );
  }
  return { name, state: "ok", text: `The role ${role} can only read.` };
}

/** Where row security chooses the rows, ANALYZE would change nothing: the server keeps its statistics from the role. */
function statisticsDiagnosis(unanalysed: number, withheld: number): Diagnosis {
  const name = "statistics";
  const kept =
    withheld === 0
      ? ""
      : ` It withholds those of ${withheld} ${withheld === 1 ? "table" : "tables"} with row security: near values in large ones are not found.`;
  if (unanalysed === 0) return { name, state: "ok", text: `The server has statistics of the tables.${kept}` };
  return {
    name,
    state: "warning",
    text: `${unanalysed} ${unanalysed === 1 ? "table was" : "tables were"} never analysed: near values in large ones are not found, and queries are planned blindly.${kept}`,
    mend: "ANALYZE;",
  };
}

function timeoutDiagnosis(timeout: string, role: string): Diagnosis {
  const name = "time limit";
  const milliseconds = Number(timeout);
  return {
    name,
    state: "ok",
    text:
      milliseconds > 0
        ? `The server ends the role's statements after ${milliseconds} ms; Fuxi's own limit holds where it is shorter.`
        : "The server sets no time limit; Fuxi sets its own for each statement.",
    ...(milliseconds > 0
      ? {}
      : { mend: `ALTER ROLE "${role.replaceAll('"', '""')}" SET statement_timeout = '30s';` }),
  };
}

function encodingDiagnosis(encoding: string, collation: string): Diagnosis {
  const name = "encoding";
  if (encoding === "UTF8") return { name, state: "ok", text: `Encoding UTF8, collation ${collation}` };
  return {
    name,
    state: "warning",
    text:
      encoding === "SQL_ASCII"
        ? "The encoding is SQL_ASCII: the server does not know what letters are, so case and accents may not be folded."
        : `The encoding is ${encoding}, collation ${collation}: letters outside of it cannot be looked for.`,
  };
}
