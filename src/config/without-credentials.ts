import { fileAddress } from "../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../environments/database/driver/address/server-address.ts";
import { serverUrl, serverUrlText } from "./server-url.ts";

/** The target as it may be stored and shown: without a password. */
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

/** Undefined for the address of a database that is refused, as nobody knows then where its password is. */
function usualAddress(text: string): string | undefined {
  try {
    return fileAddress(text) === undefined ? (serverAddress(text)?.url ?? text) : text;
  } catch {
    return undefined;
  }
}
