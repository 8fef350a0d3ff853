import { serverUrl, serverUrlText } from "./server-url.ts";

/** The target as it may be stored and shown: without a password. */
export function withoutCredentials(text: string): string {
  const [, before = "", address = text] = /^((?:sparql|openapi)[:+])(https?:\/\/.*)$/iu.exec(text) ?? [];
  const url = /^[a-z][a-z0-9+.-]+:\/\//i.test(address) ? serverUrl(address) : undefined;
  if (url === undefined) return text;
  url.password = "";
  for (const key of [...url.searchParams.keys()])
    if (/pass|secret|token|key/i.test(key)) url.searchParams.delete(key);
  return before + serverUrlText(url);
}
