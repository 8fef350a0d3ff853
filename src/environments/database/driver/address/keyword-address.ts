import { exampleAddress } from "../engine-list.ts";
import { escapeAddress, refusedAddress, severalServers } from "./escape-address.ts";

const PAIR = /\s*(\w+)\s*=\s*(?:'((?:\\.|[^'\\])*)'|((?:\\.|[^\s\\'])(?:\\.|[^\s\\])*)?)(?=\s|$)/suy;

/** A libpq string has at least one of these keywords. */
const TELLING = ["host", "hostaddr", "dbname", "service"];

/**
 * libpq's `host=127.0.0.1 dbname=shop user=ann` as a URL. Undefined for other texts.
 * @throws FuxiError `configuration-invalid`
 */
export function keywordAddress(text: string): string | undefined {
  const words = pairsOf(text);
  if (words === undefined || !TELLING.some((name) => words.has(name))) return undefined;
  const database = words.get("dbname") ?? "";
  if (/:\/\/|=/u.test(database)) {
    throw refusedAddress(
      "dbname= holds an address of its own.",
      `Write that one alone: ${exampleAddress("postgres")}`,
    );
  }
  if (!words.has("host")) {
    words.set("host", words.get("hostaddr") ?? "");
    words.delete("hostaddr");
  }
  const [host = "", port = ""] = [words.get("host"), words.get("port")];
  if (`${host}${port}`.includes(",")) throw severalServers("postgres");
  const [user = "", password] = [words.get("user"), words.get("password")];
  // A local socket goes into the query as host=.
  const isSocket = /^[/@]/u.test(host);
  for (const name of ["dbname", "user", "password", ...(isSocket ? [] : ["host", "port"])])
    words.delete(name);
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const place = isSocket ? "" : `${name}${port === "" ? "" : `:${port}`}`;
  const who = `${encodeURIComponent(user)}${password === undefined ? "" : `:${encodeURIComponent(password)}`}`;
  const rest = `${who === "" ? "" : `${who}@`}${place}/${encodeURIComponent(database)}`;
  const query = new URLSearchParams([...words]);
  return `postgres://${escapeAddress(rest, "postgres")}${query.size === 0 ? "" : `?${query}`}`;
}

function pairsOf(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  PAIR.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const [whole, name, quoted, bare = ""] = PAIR.exec(text) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    found.set(name, (quoted ?? bare).replaceAll(/\\(.)/gsu, "$1"));
    end += whole.length;
  }
  return found;
}
