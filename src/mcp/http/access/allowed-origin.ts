import { isLoopback } from "./is-loopback.ts";

/**
 * Whether a web page of this origin may use the server. Pages of this machine may while the server listens on this machine only; others by
 * their whole origin (`https://app.example.com`). What cannot be read, `null` too, is not allowed.
 */
export function allowedOrigin(
  origins: readonly string[],
  options: { readonly ownPages: boolean },
): (origin: string) => boolean {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return (origin) => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    const ofWeb = url.protocol === "http:" || url.protocol === "https:";
    // The origin of another scheme (a browser extension's) is "null" to URL, so it is compared as it was written.
    if (!ofWeb) return origins.includes(origin);
    return allowed.has(url.origin) || (options.ownPages && isLoopback(url.hostname));
  };
}
