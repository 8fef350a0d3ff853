import { isIPv6 } from "node:net";

/**
 * Whose failures count together: the address of the connection, or, where that is a proxy named as trusted, the last address in
 * X-Forwarded-For that is none of those. Of IPv6 the first 64 bits, which one subscriber holds.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  const peer = plain(connection ?? "unknown");
  if (!trustedProxies.includes(peer)) return subscriber(peer);
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  return subscriber(hops.findLast((hop) => hop !== "" && !trustedProxies.includes(hop)) ?? peer);
}

function plain(address: string): string {
  return address.replace(/^::ffff:/u, "");
}

function subscriber(address: string): string {
  if (!isIPv6(address)) return address.slice(0, 64);
  const groupsOf = (part: string) => part.split(":").filter((group) => group !== "");
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const prefix = [...before, ...zeros, ...after].slice(0, 4);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
