/** The target as it may be stored and shown: without a password. */
export function withoutCredentials(text: string): string {
  const [, before = "", address = text] = /^((?:sparql|openapi)[:+])(https?:\/\/.*)$/iu.exec(text) ?? [];
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(address) || !URL.canParse(address)) return text;
  const url = new URL(address);
  url.password = "";
  for (const key of [...url.searchParams.keys()])
    if (/pass|secret|token|key/i.test(key)) url.searchParams.delete(key);
  return before + url.toString();
}
