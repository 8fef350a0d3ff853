import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type * as Pg from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { isOfOtherTools, refuseUnknownParameters } from "../../driver/known-parameters.ts";
import { checksCertificate, type ServerTls, tlsMode } from "../../driver/server-tls.ts";

/** What the client library keeps to itself, as far as it is needed here. */
interface Inside {
  readonly connectionParameters: object;
  readonly connection: {
    readonly stream: { readonly encrypted?: boolean; destroy(): void };
    on(event: string, listener: (message: { readonly mechanisms?: readonly string[] }) => void): void;
    emit(event: "error", error: Error): void;
    removeAllListeners(event: string): void;
  };
}

/** Proofs of a password that say nothing of the encryption they are sent over. */
const UNBOUND = ["authenticationCleartextPassword", "authenticationMD5Password"];
const BOUND = "SCRAM-SHA-256-PLUS";

/**
 * The client that a driver connects with. `pg` sends PGOPTIONS when a connection begins, which poolers refuse; here they are set in each transaction.
 * With `bindsChannel` it signs in only where the proof of the password is bound to the server's certificate, as libpq does for
 * `channel_binding=require`: whoever stands between, with another certificate, is not signed in to.
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

/** These listeners come before those of the library: nothing is sent that a server could do something with. */
function refuseUnbound(connection: Inside["connection"]): void {
  let isBound = false;
  const refuse = (): void => {
    connection.stream.destroy();
    // What came in one piece with this message would still be read, and the client taken for connected.
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

/** By Fuxi or by the client library. */
const READ = words(
  "schemas partitions options sslmode sslrootcert sslcert sslkey sslpassword host port user password application_name",
);

/** Read by the client library, or other tools' for `schemas` and `sslmode`; nobody is told to write them. */
const OF_THE_LIBRARY = words(
  "ssl schema sslnegotiation fallback_application_name statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout",
);

/** libpq's that ask for nothing here: the connection is watched, and texts are read, in one way only. */
const WITHOUT_EFFECT = words(
  `connect_timeout client_encoding keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslcompression sslsni
  load_balance_hosts target_session_attrs uselibpqcompat`,
);

/** libpq's that ask for something that is kept for these values alone; for another one, somebody would rely on what is not so. */
const KEPT_FOR: Readonly<Record<string, readonly string[]>> = {
  channel_binding: ["require", "prefer", "disable"],
  gssencmode: ["prefer", "disable"],
};

const OWN = ["schemas", "schema", "partitions", "options"];
const TLS = ["sslmode", "ssl", "sslrootcert", "sslcert", "sslkey", "sslpassword"];

/**
 * Reads an address of PostgreSQL, also in the forms of other tools: what it says, with that taken out which is not for the client library.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but these parts and names of parameters
 */
export function readPostgresUrl(url: string) {
  const [place = "", ...rest] = (serverAddress(url)?.url ?? url).split("?");
  const query = new URLSearchParams(rest.join("?"));
  const accepted = [...OF_THE_LIBRARY, ...WITHOUT_EFFECT, ...Object.keys(KEPT_FOR)];
  refuseUnknownParameters(query.keys(), { engine: "PostgreSQL", read: READ, accepted });
  for (const [name, kept] of Object.entries(KEPT_FOR)) {
    const value = query.get(name);
    if (value !== null && !kept.includes(value))
      throw refused(
        `${name}= in the PostgreSQL address asks for what cannot be kept.`,
        `Leave it out, or write ${kept.join(" or ")}; sslmode=verify-full makes sure of the server.`,
      );
  }
  const [schemas, schema, partitions, options] = OWN.map((name) => query.get(name));
  if (schemas && schema && schemas !== schema)
    throw refused("The PostgreSQL address has schemas= and schema=.", "Write schemas=a,b alone.");
  if (partitions && partitions !== "shown")
    throw refused(
      "partitions= in the PostgreSQL address can only be shown.",
      "Write partitions=shown to list partitions as tables of their own, or leave it out.",
    );
  const bindsChannel = query.get("channel_binding") === "require";
  const tls = readTls(query);
  const others = [...query.keys()].filter(isOfOtherTools);
  for (const name of [...OWN, ...TLS, ...WITHOUT_EFFECT, ...Object.keys(KEPT_FOR), ...others])
    query.delete(name);
  return {
    connectionString: query.size === 0 ? place : `${place}?${query}`,
    /** `schemas=a,b`; empty where the address names none. */
    schemas: (schemas ?? schema)?.split(",").filter(Boolean) ?? [],
    showsPartitions: partitions === "shown",
    /** `options=-c name=value`: set in each transaction, as poolers refuse them when a connection begins. */
    settings: settingsOf(options ?? process.env.PGOPTIONS ?? ""),
    tls,
    bindsChannel,
  };
}

function refused(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

/** By libpq's names; PGSSLMODE, … and the files in `~/.postgresql` stand in for what is absent. */
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
  // `ssl=true` checks the server by the authorities of Node.js.
  if (query.get("sslmode") !== null || ssl === null) {
    if (checksCertificate(tls) && tls.ca === undefined)
      throw refused(
        `sslmode=${tls.mode} needs the certificate of an authority.`,
        "Name its file with sslrootcert=/path/to/root.crt, or write sslrootcert=system for those that the system trusts.",
      );
  }
  return tls;
}

/** Settings that would end the guard of the transaction, or make it that of another role. */
const GUARDED =
  /^(?:transaction_|default_transaction_|session_|role$|statement_timeout$|standard_conforming_)/iu;

function settingsOf(options: string): readonly (readonly [string, string])[] {
  // A backslash keeps the space after it, as in libpq.
  const parts = options.match(/(?:\\.|[^\s\\])+/gu)?.map((word) => word.replaceAll(/\\(.)/gu, "$1")) ?? [];
  const settings: (readonly [string, string])[] = [];
  for (let at = 0; at < parts.length; at++) {
    const word = parts[at] ?? "";
    const text = word === "-c" ? (parts[++at] ?? "") : word.replace(/^(?:-c|--)/u, "");
    const [, name, value] = /^([\w.]+)=(.*)$/su.exec(text) ?? [];
    if (!word.startsWith("-") || name === undefined || value === undefined || GUARDED.test(name))
      throw refused(
        "options= in the PostgreSQL address cannot be used.",
        "Write options=-c name=value. What would change the role, the transaction or its time limit cannot be set.",
      );
    settings.push([name.replaceAll("-", "_"), value]);
  }
  return settings;
}
