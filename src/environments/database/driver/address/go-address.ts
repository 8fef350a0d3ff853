import { refusedAddress, SHAPES } from "./address-refusal.ts";
import { writtenAddress } from "./written-address.ts";

const SHAPE =
  /^(?:(?<user>[^:@/]*)(?::(?<password>.*))?@)?(?:(?<net>[a-z]\w*)\((?<address>[^)]*)\))?\/(?<database>[^/?]*)(?:\?(?<query>.*))?$/su;

/** What `tls=` means there; any other value names what a program has registered. */
const MODES: Readonly<Record<string, string>> = {
  true: "verify-full",
  false: "disable",
  "skip-verify": "require",
  preferred: "prefer",
};

/**
 * The data source name of Go's MySQL driver, `user:password@tcp(127.0.0.1:3306)/shop`, as a URL. Undefined for what is none.
 * @throws FuxiError `configuration-invalid`
 */
export function goAddress(text: string): string | undefined {
  const { user, password, net, address = "", database = "", query } = SHAPE.exec(text)?.groups ?? {};
  if (net === undefined && password === undefined) return undefined;
  if (net !== undefined && user === undefined && !/^(?:tcp|unix)$/u.test(net)) return undefined;
  if (net !== undefined && net !== "tcp" && net !== "unix") {
    throw refusedAddress(
      `The MySQL address asks for a connection by ${net}(…), which Fuxi does not make.`,
      `Write ${SHAPES.mysql}, or ?socket=/path for a socket.`,
    );
  }
  const [, host = address, port] = /^(.*?)(?::(\d+))?$/su.exec(address) ?? [];
  return writtenAddress("mysql", {
    user,
    password,
    ...(net === "unix" ? { host: address } : { host: host === "" ? "127.0.0.1" : host, port }),
    database: decoded(database),
    query: parametersOf(query ?? ""),
  });
}

function parametersOf(text: string): URLSearchParams {
  const query = new URLSearchParams(text);
  const tls = query.get("tls");
  if (tls === null) return query;
  const mode = Object.hasOwn(MODES, tls.toLowerCase()) ? MODES[tls.toLowerCase()] : undefined;
  if (mode === undefined) {
    throw refusedAddress(
      "tls= in the MySQL address names a configuration of the program that it is from.",
      "Write tls=true to make sure of the server, tls=skip-verify for encryption alone, or ssl-ca=/path/to/ca.pem with ssl-mode=verify-full.",
    );
  }
  query.delete("tls");
  query.set("ssl-mode", mode);
  return query;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
