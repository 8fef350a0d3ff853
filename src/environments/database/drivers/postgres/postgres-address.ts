import { userInfo } from "node:os";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { isOfOtherTools, refuseUnknownParameters } from "../../driver/known-parameters.ts";
import type { PostgresTls } from "./postgres-tls.ts";

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
function checkPostgresParameters(query: URLSearchParams): void {
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
function withoutEffect(): readonly string[] {
  return [...words(WITHOUT_EFFECT), ...Object.keys(KEPT_FOR)];
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

/** What `ssl=` says in the words of asyncpg, node-postgres and JDBC, by libpq's. */
const MODES: Readonly<Record<string, string>> = {
  "": "true",
  "1": "true",
  "0": "disable",
  false: "disable",
  prefer: "prefer",
  allow: "allow",
  disable: "disable",
  require: "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
  "no-verify": "no-verify",
  true: "true",
};

/**
 * Puts `sslmode=` in place of `ssl=`, which says less and does not stand in its way. `ssl=true` is left to the client library where no authority is
 * named: it checks the server by those of Node.js.
 * @throws FuxiError `configuration-invalid` for a word that is not known
 */
function readSslParameter(query: URLSearchParams): void {
  const ssl = query.get("ssl");
  if (ssl === null) return;
  query.delete("ssl");
  if (query.has("sslmode")) return;
  const mode = Object.hasOwn(MODES, ssl.toLowerCase()) ? MODES[ssl.toLowerCase()] : undefined;
  if (mode === undefined) {
    throw new FuxiError("configuration-invalid", "ssl= in the PostgreSQL address is not known.", {
      hint: "Write sslmode=require for encryption, sslmode=verify-full to make sure of the server as well, or sslmode=disable.",
    });
  }
  if (mode !== "true") query.set("sslmode", mode);
  else if (query.has("sslrootcert")) query.set("sslmode", "verify-full");
  else query.set("ssl", "true");
}

const plain = (label: string): string => label.toLowerCase().replace(/-pooler$/u, "");

/**
 * Whether `endpoint=ep-x` in `options=` says only what the host does: Neon wants it of clients that do not name the host when they encrypt, as
 * this one does.
 * @throws FuxiError `configuration-invalid` for another endpoint than the host's
 */
function isEndpointOfHost(word: string, host: string): boolean {
  const [, endpoint] = /^(?:endpoint|project)=([\w-]+)$/u.exec(word) ?? [];
  if (endpoint === undefined) return false;
  const [label = ""] = host.split(".");
  if (plain(label) === plain(endpoint)) return true;
  throw new FuxiError(
    "configuration-invalid",
    "options=endpoint=… in the PostgreSQL address names another endpoint than its host.",
    { hint: "Write the host of the endpoint, as in ep-x.eu-central-1.aws.neon.tech, and leave options out." },
  );
}

/** What an address says, with that taken out which is not for the client library. */
export interface PostgresUrl {
  readonly connectionString: string;
  /** `schemas=a,b`; empty where the address names none. */
  readonly schemas: readonly string[];
  /** `partitions=shown` */
  readonly showsPartitions: boolean;
  /** `options=-c name=value`: set in each transaction, as poolers refuse them when a connection begins. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly tls: PostgresTls;
  /** `channel_binding=require` */
  readonly bindsChannel: boolean;
}

const OWN = ["schemas", "schema", "partitions", "options"];
const TLS = ["sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword"] as const;

/**
 * Reads an address of PostgreSQL, also in the forms of other tools.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but these parts and names of parameters
 */
export function readPostgresUrl(url: string): PostgresUrl {
  const [place = "", ...rest] = (serverAddress(url)?.url ?? url).split("?");
  const query = new URLSearchParams(rest.join("?"));
  checkPostgresParameters(query);
  readSslParameter(query);
  const [schemas, schema, partitions, options] = OWN.map((name) => query.get(name));
  if (schemas && schema && schemas !== schema) {
    throw new FuxiError("configuration-invalid", "The PostgreSQL address has schemas= and schema=.", {
      hint: "Write schemas=a,b alone.",
    });
  }
  const bindsChannel = query.get("channel_binding") === "require";
  const tls = Object.fromEntries(TLS.map((name) => [name, query.get(name) ?? undefined]));
  const others = [...query.keys()].filter(isOfOtherTools);
  for (const name of [...OWN, ...TLS, ...withoutEffect(), ...others]) query.delete(name);
  if (partitions && partitions !== "shown") {
    throw new FuxiError("configuration-invalid", "partitions= in the PostgreSQL address can only be shown.", {
      hint: "Write partitions=shown to list partitions as tables of their own, or leave it out.",
    });
  }
  const host = query.get("host") ?? /^[^/]*\/\/(?:[^/]*@)?([^/:?]*)/u.exec(place)?.[1] ?? "";
  return {
    connectionString: withOwnUser(place, query),
    schemas: (schemas ?? schema)?.split(",").filter(Boolean) ?? [],
    showsPartitions: partitions === "shown",
    settings: settingsOf(options ?? process.env.PGOPTIONS ?? "", host),
    tls,
    bindsChannel,
  };
}

/** Settings that would end the guard of the transaction, or make it that of another role. */
const GUARDED =
  /^(?:transaction_|default_transaction_|session_|role$|statement_timeout$|standard_conforming_)/iu;

function settingsOf(options: string, host: string): readonly (readonly [string, string])[] {
  // A backslash keeps the space after it, as in libpq.
  const words = options.match(/(?:\\.|[^\s\\])+/gu)?.map((word) => word.replaceAll(/\\(.)/gu, "$1")) ?? [];
  const settings: (readonly [string, string])[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (isEndpointOfHost(word, host)) continue;
    const text = word === "-c" ? (words[++at] ?? "") : word.replace(/^(?:-c|--)/u, "");
    const [, name, value] = /^([\w.]+)=(.*)$/su.exec(text) ?? [];
    const isSetting = word.startsWith("-") && name !== undefined && value !== undefined;
    if (!isSetting || GUARDED.test(name)) {
      throw new FuxiError("configuration-invalid", "options= in the PostgreSQL address cannot be used.", {
        hint: "Write options=-c name=value. What would change the role, the transaction or its time limit cannot be set.",
      });
    }
    settings.push([name.replaceAll("-", "_"), value]);
  }
  return settings;
}

/**
 * The address for the client library, with the user of this machine where nothing names one, as libpq does: the library knows it by the variable
 * USER alone, which containers and services do not have.
 */
function withOwnUser(place: string, query: URLSearchParams): string {
  const isNamed =
    !place.includes("://") || query.get("user") || /^[^/]*\/\/[^/?#@:]+(?::[^/?#]*)?@/u.test(place);
  const known = process.platform === "win32" ? process.env.USERNAME : process.env.USER;
  const user = isNamed || process.env.PGUSER || known ? undefined : ownName();
  const whole = new URLSearchParams(query);
  if (user !== undefined) whole.set("user", user);
  return whole.size === 0 ? place : `${place}?${whole}`;
}

/** A container may run as a number that has no name. */
function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
