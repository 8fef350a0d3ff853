import { ENGINE_NAMES, refusedAddress, type ServerEngine, SHAPES } from "./address-refusal.ts";
import { escapeAddress } from "./escape-address.ts";

const ENGINES: ReadonlyMap<string, ServerEngine> = new Map([
  ["postgresql", "postgres"],
  ["mysql", "mysql"],
  ["mariadb", "mysql"],
]);

/** What PostgreSQL's JDBC driver calls otherwise than libpq. */
const POSTGRES_NAMES: Readonly<Record<string, string>> = {
  ApplicationName: "application_name",
  channelBinding: "channel_binding",
  gssEncMode: "gssencmode",
};

/**
 * `jdbc:postgresql://…`, `jdbc:mysql://…` and `jdbc:mariadb://…` as URLs, with user and password before the host. Undefined for what is none.
 * @throws FuxiError `configuration-invalid`
 */
export function jdbcAddress(
  text: string,
): { readonly engine: ServerEngine; readonly url: string } | undefined {
  const [, name = "", rest = ""] = /^jdbc:([a-z]+):(.*)$/isu.exec(text) ?? [];
  const engine = ENGINES.get(name.toLowerCase());
  if (engine === undefined) return undefined;
  const [place = "", ...further] = rest.split("?");
  const query = new URLSearchParams(further.join("?"));
  const [user, password] = [taken(query, "user"), taken(query, "password")];
  if (engine === "mysql") sayEncryption(query, name.toLowerCase() === "mariadb");
  for (const [theirs, ours] of Object.entries(engine === "postgres" ? POSTGRES_NAMES : {})) {
    const value = taken(query, theirs);
    if (value !== undefined) query.set(ours, value);
  }
  const written = escapeAddress(placeOf(place, engine), engine);
  const who = user === undefined ? "" : `${encodeURIComponent(user)}${passwordPart(password)}@`;
  const host = user === undefined ? written : written.replace(/^[^/]*@/u, "");
  return { engine, url: `${engine}://${who}${host}${query.size === 0 ? "" : `?${query}`}` };
}

const passwordPart = (password: string | undefined): string =>
  password === undefined ? "" : `:${encodeURIComponent(password)}`;

/** Java's drivers mean this machine where no host is named. */
function placeOf(place: string, engine: ServerEngine): string {
  if (place.startsWith("//") && !place.startsWith("///")) return place.slice(2);
  if (engine === "postgres") return `localhost/${place.replace(/^\/+/u, "")}`;
  if (place.startsWith("///")) return `localhost${place.slice(2)}`;
  throw refusedAddress(
    `The ${ENGINE_NAMES[engine]} address asks for more than one server.`,
    `Write the one that is to be read: ${SHAPES[engine]}`,
  );
}

function taken(query: URLSearchParams, name: string): string | undefined {
  const key = [...query.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
  if (key === undefined) return undefined;
  const value = query.get(key) ?? "";
  query.delete(key);
  return value;
}

/** What `useSSL` and its like mean to the driver that is named; where they contradict each other, they stay and are refused. */
function sayEncryption(query: URLSearchParams, isMariadb: boolean): void {
  const asked = (name: string): boolean | undefined => {
    const value = [...query].find(([key]) => key.toLowerCase() === name)?.[1].toLowerCase();
    return value === undefined ? undefined : value !== "false" && value !== "0";
  };
  const mode = taken(query, "sslMode") ?? modeOf(asked, isMariadb);
  if (mode === undefined) return;
  for (const name of OF_ENCRYPTION) taken(query, name);
  query.set("ssl-mode", mode.toLowerCase() === "trust" ? "require" : mode);
}

const OF_ENCRYPTION = [
  "useSSL",
  "requireSSL",
  "verifyServerCertificate",
  "trustServerCertificate",
  "disableSslHostnameVerification",
];

function modeOf(asked: (name: string) => boolean | undefined, isMariadb: boolean): string | undefined {
  const [uses, requires] = [asked("usessl"), asked("requiressl")];
  if (uses === false) return requires === true ? undefined : "disable";
  if (uses !== true && requires !== true) return undefined;
  if (!isMariadb) return asked("verifyservercertificate") === true ? "verify-ca" : "require";
  if (asked("trustservercertificate") === true) return "require";
  return asked("disablesslhostnameverification") === true ? "verify-ca" : "verify-full";
}
