import { refusedAddress, SHAPES } from "./address-refusal.ts";
import { writtenAddress } from "./written-address.ts";

const PAIR = /\s*(\w+)\s*=\s*(?:'((?:\\.|[^'\\])*)'|((?:\\.|[^\s\\'])(?:\\.|[^\s\\])*)?)(?=\s|$)/suy;

/** One of these stands in whatever is meant for libpq. */
const TELLING = ["host", "hostaddr", "dbname", "service"];

/**
 * libpq's `host=127.0.0.1 dbname=shop user=ann`, as a URL. Undefined for what is none.
 * @throws FuxiError `configuration-invalid`
 */
export function keywordAddress(text: string): string | undefined {
  const words = pairsOf(text);
  if (words === undefined || !TELLING.some((name) => words.has(name))) return undefined;
  const [host, address] = [words.get("host"), words.get("hostaddr")];
  const database = words.get("dbname");
  if (/:\/\/|=/u.test(database ?? "")) {
    throw refusedAddress("dbname= holds an address of its own.", `Write that one alone: ${SHAPES.postgres}`);
  }
  if (host === undefined) words.delete("hostaddr");
  const [user, password, port] = [words.get("user"), words.get("password"), words.get("port")];
  for (const name of ["host", "dbname", "user", "password", "port"]) words.delete(name);
  return writtenAddress("postgres", {
    host: host ?? address,
    port,
    user,
    password,
    database,
    query: new URLSearchParams([...words]),
  });
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
