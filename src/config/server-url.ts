/** Stands in for the host that is missing; a name that no server has. */
const NO_HOST = "host.invalid";

/**
 * Reads the address of a server, undefined where it is none. As libpq takes it, there may be a user without a host behind it
 * (`postgres://ann@/shop?host=/var/run/postgresql`), which URLs do not allow.
 */
export function serverUrl(text: string): URL | undefined {
  if (URL.canParse(text)) return new URL(text);
  const named = text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]*@)(?=\/)/iu, `$1${NO_HOST}`);
  return URL.canParse(named) ? new URL(named) : undefined;
}

/** The host with its port; empty where the address names none. */
export function hostOf(url: URL): string {
  return url.hostname === NO_HOST ? "" : url.host;
}

/** The address as text again. */
export function serverUrlText(url: URL): string {
  return url.toString().replace(`@${NO_HOST}/`, "@/");
}
