import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { refuseUnknownParameters } from "../../driver/known-parameters.ts";

/** By Fuxi or by the client library. */
const READ = `schemas partitions options sslmode sslrootcert sslcert sslkey sslpassword host port user password application_name`;

/** Read by the client library, or Prisma's for `schemas`; nobody is told to write them. */
const OF_THE_LIBRARY = `ssl schema sslnegotiation fallback_application_name statement_timeout lock_timeout
  idle_in_transaction_session_timeout query_timeout`;

/** libpq's that ask for nothing here: the connection is watched, and texts are read, in one way only. */
const WITHOUT_EFFECT = `connect_timeout client_encoding keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout
  sslcompression sslsni sslkeylogfile krbsrvname gsslib gssdelegation load_balance_hosts target_session_attrs
  min_protocol_version max_protocol_version ssl_max_protocol_version uselibpqcompat`;

/** libpq's that ask for something that is kept for these values alone; for another one, somebody would rely on what is not so. */
const KEPT_FOR: Readonly<Record<string, readonly string[]>> = {
  channel_binding: ["require", "prefer", "disable"],
  gssencmode: ["prefer", "disable"],
  sslcertmode: ["allow"],
  ssl_min_protocol_version: ["TLSv1", "TLSv1.1", "TLSv1.2"],
};

const OF_SCHEMAS = "Write schemas=a,b for the tables of these schemas alone.";

const UNREAD: Readonly<Record<string, string>> = {
  dbname: "Write the database behind the server: postgres://user@host:port/database",
  hostaddr: "Write the server's address in place of its name.",
  service: "Write the server, user and database into the address.",
  servicefile: "Write the server, user and database into the address.",
  passfile: "Name the file by the environment variable PGPASSFILE.",
  sslcrl: "Certificates that were withdrawn are not looked up; leave it out if that will do.",
  sslcrldir: "Certificates that were withdrawn are not looked up; leave it out if that will do.",
  requirepeer: "Who runs the server at a socket is not looked at; leave it out if that will do.",
  require_auth: "The server chooses how the role proves itself; leave it out if that will do.",
  search_path: OF_SCHEMAS,
  currentSchema: OF_SCHEMAS,
  schema_search_path: OF_SCHEMAS,
  timezone: "Write options=-c TimeZone=UTC, with %20 for the space.",
  TimeZone: "Write options=-c TimeZone=UTC, with %20 for the space.",
  sslaccept: "Write sslmode=verify-full, or sslmode=require where the certificate is not to be checked.",
  sslidentity: "Name the certificate and its key by sslcert= and sslkey=.",
  sslfactory: "Write sslmode=verify-full, or sslmode=require where the certificate is not to be checked.",
  sslhostnameverifier:
    "Write sslmode=verify-full, or sslmode=verify-ca where the name is not to be compared.",
  socketFactory:
    "Connections are made directly: write the host and port that answer, such as those of a proxy.",
  replication: "Connections for replication run no queries; leave it out.",
};

/**
 * @throws FuxiError `configuration-invalid` for a parameter that is not known, or that asks for what cannot be kept
 */
export function checkPostgresParameters(query: URLSearchParams): void {
  const accepted = [...words(OF_THE_LIBRARY), ...words(WITHOUT_EFFECT), ...Object.keys(KEPT_FOR)];
  refuseUnknownParameters(query.keys(), {
    engine: "PostgreSQL",
    read: words(READ),
    accepted,
    unread: UNREAD,
  });
  for (const [name, kept] of Object.entries(KEPT_FOR)) {
    const value = query.get(name);
    if (value === null || kept.includes(value)) continue;
    throw new FuxiError(
      "configuration-invalid",
      `${name}= in the PostgreSQL address asks for what cannot be kept.`,
      {
        hint: `Leave it out, or write ${kept.join(" or ")}; sslmode=verify-full makes sure of the server.`,
      },
    );
  }
}

/** What would reach the client library and means nothing there, or another thing. */
export function withoutEffect(): readonly string[] {
  return [...words(WITHOUT_EFFECT), ...Object.keys(KEPT_FOR)];
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}
