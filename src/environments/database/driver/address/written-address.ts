import { type ServerEngine, severalServers } from "./address-refusal.ts";
import { escapeAddress } from "./escape-address.ts";

/** What another form of address says, before it is written as a URL. */
export interface AddressParts {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** A name, a number, or the folder or path of a socket; what is absent is left to the driver. */
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly database?: string | undefined;
  readonly query: URLSearchParams;
}

/** By engine, the parameter that names a socket of this machine. */
const SOCKET: Readonly<Record<ServerEngine, string>> = { postgres: "host", mysql: "socket" };

/** @throws FuxiError `configuration-invalid` for what no URL can say */
export function writtenAddress(engine: ServerEngine, parts: AddressParts): string {
  const { user = "", password, host = "", port = "", database = "", query } = parts;
  if (`${host}${port}`.includes(",")) throw severalServers(engine);
  const all = new URLSearchParams(query);
  const isSocket = /^[/@]/u.test(host);
  if (isSocket) all.set(SOCKET[engine], host);
  if (isSocket && port !== "") all.set("port", port);
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const who = `${encodeURIComponent(user)}${password === undefined ? "" : `:${encodeURIComponent(password)}`}`;
  // Without a host only libpq's addresses may have a user.
  const local = engine === "mysql" ? "localhost" : "";
  const place = isSocket ? local : `${name}${port === "" ? "" : `:${port}`}`;
  const rest = `${who === "" ? "" : `${who}@`}${place}/${encodeURIComponent(database)}`;
  return `${engine}://${escapeAddress(rest, engine)}${all.size === 0 ? "" : `?${all}`}`;
}
