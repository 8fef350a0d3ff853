import { isIPv4 } from "node:net";

/** Whether a host name or address, in a URL's form or a socket's, can only be this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/gu, "");
  const address = name.replace(/^::ffff:/u, "");
  return name === "localhost" || name === "::1" || (isIPv4(address) && address.startsWith("127."));
}
