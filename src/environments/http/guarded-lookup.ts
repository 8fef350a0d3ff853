import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const blocked = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  blocked.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 128],
  ["::1", 128],
  ["::ffff:0:0:0", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  blocked.addSubnet(network, prefix, "ipv6");
}

/**
 * True for addresses that lead into the machine or its network: loopback, private, link-local (with the clouds' metadata), carrier-grade,
 * reserved, multicast, and IPv6 forms of all of them.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/u, "");
  const version = isIP(plain);
  if (version === 0) return true;
  if (version === 4) return blocked.check(plain, "ipv4");
  const mapped = embeddedIpv4(plain);
  return mapped !== undefined ? blocked.check(mapped, "ipv4") : blocked.check(plain, "ipv6");
}

/** The IPv4 address inside `::ffff:a.b.c.d`, `::a.b.c.d` or `64:ff9b::a.b.c.d`, in any notation. */
function embeddedIpv4(address: string): string | undefined {
  const { hostname } = new URL(`http://[${address}]/`);
  const match = /^\[(?:::ffff:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/u.exec(hostname);
  if (match === null) return undefined;
  const [high, low] = [Number.parseInt(match[1] ?? "", 16), Number.parseInt(match[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Thrown for a private address; it becomes a failure `forbidden-address`. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

/** `trustedHosts`: `name` or `name:port`, in lower case. */
export function isTrusted(url: URL, trustedHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/\.$/u, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return trustedHosts.some((trusted) => {
    const wanted = trusted.toLowerCase();
    return wanted === host || wanted === `${host}:${port}` || wanted === url.host.toLowerCase();
  });
}

/** Whether a host leads to a private address by its name alone. For other hosts only the lookup tells. */
export function isSurelyPrivate({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/gu, "");
  return isIP(literal) === 0 ? /(?:^|\.)localhost\.?$/u.test(literal) : isPrivateAddress(literal);
}

/**
 * Resolves names so that connections go to public addresses only. The checked address is the one connected to, so a name that is rebound in between has
 * no effect.
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
