import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-addresses.ts";

/** What the guard throws; it becomes a failure `forbidden-address`. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

/** Hosts as `name` or `name:port`, in lower case. */
export function isTrusted(url: URL, trustedHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/\.$/u, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return trustedHosts.some((trusted) => {
    const wanted = trusted.toLowerCase();
    return wanted === host || wanted === `${host}:${port}` || wanted === url.host.toLowerCase();
  });
}

/** Whether a host that is not trusted is sure to lead to a private address; of other names that shows when they are resolved. */
export function isSurelyPrivate({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/gu, "");
  return isIP(literal) === 0 ? /(?:^|\.)localhost\.?$/u.test(literal) : isPrivateAddress(literal);
}

/**
 * Resolves names so that a connection goes only to addresses that are not private. The address that was looked at is the one connected to, so a name
 * that changes its meaning in between changes nothing.
 */
export function guardedLookup(lookup: typeof resolve = resolve): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const allowed = addresses.filter(({ address }) => !isPrivateAddress(address));
      const [first] = allowed;
      if (first === undefined) {
        return callback(new ForbiddenAddress("The name leads to a private address."), "", 0);
      }
      if (options.all === true) return callback(null, allowed as never, 0);
      return callback(null, first.address, first.family);
    });
  };
}
