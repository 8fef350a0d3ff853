import { fileAddress } from "../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../environments/database/driver/address/server-address.ts";

/** Placeholder for a missing host, a name that no server has. */
const NO_HOST = "host.invalid";

/**
 * Parses the address of a server. Undefined if the text is none. As in libpq, the host after a user may be missing
 * (`postgres://ann@/shop?host=/var/run/postgresql`), which URLs do not allow.
 */
export function serverUrl(text: string): URL | undefined {
  if (URL.canParse(text)) return new URL(text);
  const named = text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]*@)(?=\/)/iu, `$1${NO_HOST}`);
  return URL.canParse(named) ? new URL(named) : undefined;
}

/** The host with its port. Empty if the address names none. */
export function hostOf(url: URL): string {
  return url.hostname === NO_HOST ? "" : url.host;
}

/** The address as text, without the placeholder. */
function serverUrlText(url: URL): string {
  return url.toString().replace(`@${NO_HOST}/`, "@/");
}

/** The target without its password, to be stored and shown. */
export function withoutCredentials(text: string): string {
  const usual = usualAddress(text);
  if (usual === undefined) return `${/^(?:jdbc:)?[a-z][a-z0-9+.-]*:/iu.exec(text)?.[0] ?? ""}…`;
  const [, before = "", address = usual] = /^((?:sparql|openapi)[:+])(https?:\/\/.*)$/iu.exec(usual) ?? [];
  const url = /^[a-z][a-z0-9+.-]+:\/\//i.test(address) ? serverUrl(address) : undefined;
  if (url === undefined) return usual;
  url.password = "";
  for (const key of [...url.searchParams.keys()])
    if (/pass|secret|token|key/i.test(key)) url.searchParams.delete(key);
  return before + serverUrlText(url);
}

/** Undefined for an invalid database address, in which the password cannot be located. */
function usualAddress(text: string): string | undefined {
  try {
    return fileAddress(text) === undefined ? (serverAddress(text)?.url ?? text) : text;
  } catch {
    return undefined;
  }
}

/** An id that can prefix tool names, made from a target's name. A name in `taken` gets a number. */
export function environmentId(name: string, taken: readonly string[]): string {
  const base =
    name
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9_-]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 32) || "database";
  if (!taken.includes(base)) return base;
  let n = 2;
  while (taken.includes(`${base}_${n}`)) n += 1;
  return `${base}_${n}`;
}
