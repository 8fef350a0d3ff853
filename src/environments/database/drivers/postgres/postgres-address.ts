import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type * as Pg from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { refuseUnknownParameters } from "../../driver/known-parameters.ts";
import { checksCertificate, type ServerTls, tlsMode } from "../../driver/server-tls.ts";

/** Private members of the client library that are used here. */
interface Inside {
  readonly connectionParameters: object;
  readonly connection: {
    readonly stream: { readonly encrypted?: boolean; destroy(): void };
    on(event: string, listener: (message: { readonly mechanisms?: readonly string[] }) => void): void;
    emit(event: "error", error: Error): void;
    removeAllListeners(event: string): void;
  };
}

/** Password proofs that are not bound to the TLS connection. */
const UNBOUND = ["authenticationCleartextPassword", "authenticationMD5Password"];
const BOUND = "SCRAM-SHA-256-PLUS";

/**
 * The client class of a driver. `pg` sends PGOPTIONS when a connection begins, which poolers refuse; here each transaction sets them. With
 * `bindsChannel` it signs in only with a password proof bound to the server's certificate, as libpq does for `channel_binding=require`: a man in the
 * middle with another certificate is refused.
 */
export function postgresClient(pg: typeof Pg, bindsChannel: boolean): typeof Pg.Client {
  return class extends pg.Client {
    constructor(config?: Pg.ClientConfig) {
      super(bindsChannel ? { ...config, enableChannelBinding: true } : config);
      const { connectionParameters, connection } = this as unknown as Inside;
      Object.assign(connectionParameters, { options: undefined });
      if (bindsChannel) refuseUnbound(connection);
    }
  };
}

/** These listeners run before those of the library: no proof that a server could misuse is sent. */
function refuseUnbound(connection: Inside["connection"]): void {
  let isBound = false;
  const refuse = (): void => {
    connection.stream.destroy();
    // Messages that arrived together with this one would still be read, and the client taken for connected.
    connection.removeAllListeners("readyForQuery");
    connection.emit("error", unbound());
  };
  for (const event of UNBOUND) connection.on(event, refuse);
  connection.on("authenticationSASL", ({ mechanisms = [] }) => {
    isBound = connection.stream.encrypted === true && mechanisms.includes(BOUND);
    if (!isBound) refuse();
  });
  connection.on("authenticationOk", () => {
    if (!isBound) refuse();
  });
}

function unbound(): FuxiError {
  return new FuxiError(
    "target-denied",
    "The PostgreSQL server does not bind signing in to its certificate, as channel_binding=require asks for.",
    {
      hint: "It has to offer SCRAM over TLS and ask for a password; else leave channel_binding out, and let sslmode=verify-full make sure of the server.",
    },
  );
}

const words = (text: string): readonly string[] => text.split(/\s+/u);

/** Parameters that Fuxi or the client library reads. */
const READ = words(
  "schemas sslmode sslrootcert sslcert sslkey sslpassword host port user password application_name",
);

/** Other tools' names for `schemas` and `sslmode`, and libpq parameters without effect here. */
const ACCEPTED = words("ssl schema sslnegotiation sslcompression sslsni load_balance_hosts");
/** Parameters of the client library. */
const OF_THE_LIBRARY = new Set(
  words(
    `host port user password application_name fallback_application_name statement_timeout lock_timeout
    idle_in_transaction_session_timeout query_timeout sslnegotiation`,
  ),
);

/** libpq parameters that Fuxi honours for these values only; other values are refused, as users would rely on them. */
const KEPT_FOR: Readonly<Record<string, readonly string[]>> = {
  channel_binding: ["require", "prefer", "disable"],
  gssencmode: ["prefer", "disable"],
};

/**
 * Reads a PostgreSQL address, also in the forms of other tools. Parts that are not for the client library are taken out of the URL.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but these parts and parameter names
 */
export function readPostgresUrl(url: string) {
  const [place = "", ...rest] = (serverAddress(url)?.url ?? url).split("?");
  const query = new URLSearchParams(rest.join("?"));
  const accepted = [...ACCEPTED, ...OF_THE_LIBRARY, ...Object.keys(KEPT_FOR)];
  refuseUnknownParameters(query, { engine: "PostgreSQL", read: READ, accepted });
  for (const [name, kept] of Object.entries(KEPT_FOR)) {
    const value = query.get(name);
    if (value !== null && !kept.includes(value))
      throw refused(
        `${name}= in the PostgreSQL address asks for what cannot be kept.`,
        `Leave it out, or write ${kept.join(" or ")}; sslmode=verify-full makes sure of the server.`,
      );
  }
  const [schemas, schema] = [query.get("schemas"), query.get("schema")];
  if (schemas && schema && schemas !== schema)
    throw refused("The PostgreSQL address has schemas= and schema=.", "Write schemas=a,b alone.");
  const bindsChannel = query.get("channel_binding") === "require";
  const tls = readTls(query);
  for (const name of [...query.keys()]) if (!OF_THE_LIBRARY.has(name)) query.delete(name);
  return {
    connectionString: query.size === 0 ? place : `${place}?${query}`,
    /** `schemas=a,b`; empty if the address names none. */
    schemas: (schemas ?? schema)?.split(",").filter(Boolean) ?? [],
    tls,
    bindsChannel,
  };
}

function refused(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

/** TLS by libpq's names; PGSSLMODE, … and the files in `~/.postgresql` are the defaults. */
function readTls(query: URLSearchParams): ServerTls {
  const own = (file: string): string | undefined => {
    const path = join(homedir(), ".postgresql", file);
    return existsSync(path) ? path : undefined;
  };
  const ssl = query.get("ssl");
  const text = query.get("sslmode") ?? ssl ?? process.env.PGSSLMODE ?? "prefer";
  const tls: ServerTls = {
    mode: tlsMode(text, "sslmode"),
    ca: query.get("sslrootcert") ?? process.env.PGSSLROOTCERT ?? own("root.crt"),
    cert: query.get("sslcert") ?? process.env.PGSSLCERT ?? own("postgresql.crt"),
    key: query.get("sslkey") ?? process.env.PGSSLKEY ?? own("postgresql.key"),
    passphrase: query.get("sslpassword") ?? undefined,
  };
  // `ssl=true` checks the server by Node.js's authorities.
  if (query.get("sslmode") !== null || ssl === null) {
    if (checksCertificate(tls) && tls.ca === undefined)
      throw refused(
        `sslmode=${tls.mode} needs the certificate of an authority.`,
        "Name its file with sslrootcert=/path/to/root.crt, or write sslrootcert=system for those that the system trusts.",
      );
  }
  return tls;
}
