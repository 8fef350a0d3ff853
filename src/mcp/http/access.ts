import { isIPv4, isIPv6 } from "node:net";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { jsonRpcRefusal } from "./exchange.ts";
import type { McpHttpOptions } from "./mcp-http-options.ts";

/** Wildcards for every address of the machine, which no client has reason to name. */
const WILDCARDS = ["0.0.0.0", "[::]"];

/** Refuses a request by its Host header and the address of this machine that it arrived at. */
export type CheckHost = (host: string | null, arrivedAt: string | undefined) => Response | undefined;

/**
 * Prevents DNS rebinding: a web page can make a browser send the page's host name to this server, but neither our names nor a bare address
 * that is not the page's own. Accepts the given names, localhost, and the address that the connection was made to.
 */
export function checkHost(names: readonly string[]): CheckHost {
  const given = names.map(asHostname).filter((name) => !WILDCARDS.includes(name));
  const allowed = [...localhostAllowedHostnames(), ...given];
  return (host, arrivedAt) => {
    const here = arrivedAt === undefined ? [] : [asHostname(arrivedAt.replace(/^::ffff:/u, ""))];
    const result = validateHostHeader(host, [...allowed, ...here]);
    if (result.ok) return undefined;
    return jsonRpcRefusal(
      403,
      `${result.message}. The server answers to the host names that it was given only (allowed hosts).`,
    );
  };
}

/** A name in the form of a URL's `hostname`. */
function asHostname(name: string): string {
  return isIPv6(name) ? new URL(`http://[${name}]`).hostname : name.toLowerCase();
}

/** Whether a host name or address, in the form of a URL or a socket, can only mean this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/gu, "");
  const address = name.replace(/^::ffff:/u, "");
  return name === "localhost" || name === "::1" || (isIPv4(address) && address.startsWith("127."));
}

/**
 * Whether a web page of this origin may use the server. Pages of this machine may if the server listens on this machine only. Others need their whole
 * origin (`https://app.example.com`) in `origins`. Unreadable origins, also `null`, may not.
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
    // For other schemes (browser extensions) `URL` gives the origin "null", so the text is compared.
    if (!ofWeb) return origins.includes(origin);
    return allowed.has(url.origin) || (options.ownPages && isLoopback(url.hostname));
  };
}

/**
 * The address by which failures are counted: that of the connection, or behind a trusted proxy the last address in
 * X-Forwarded-For that is no trusted proxy. For IPv6, its first 64 bits, which one subscriber holds.
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

/**
 * Compares who can reach a server with these options to the authentication that it requires.
 * @returns a notice for the person who starts the server
 * @throws FuxiError `configuration-invalid` if anybody could use it without `openToAnyone`
 */
export function checkExposure(
  options: Pick<McpHttpOptions, "authentication" | "openToAnyone">,
  host: string,
  publicUrl: URL | undefined,
): readonly string[] {
  const beyond = [host, publicUrl?.hostname].filter((name) => name !== undefined && !isLoopback(name));
  if (beyond.length === 0) return [];
  if (options.authentication.type === "none") {
    if (options.openToAnyone === true) return [`Anybody who can reach ${beyond[0]} can use this server.`];
    throw new FuxiError(
      "configuration-invalid",
      `Without authentication the server is not opened on ${beyond[0]}.`,
      {
        hint: "Set up tokens (--token-file, FUXI_MCP_TOKEN) or OAuth (--oauth-issuer), listen on 127.0.0.1, or say that it may be open to anyone (--open-to-anyone; openToAnyone in a program).",
      },
    );
  }
  if (publicUrl?.protocol === "https:") return [];
  return [
    `Tokens travel to ${beyond[0]} unencrypted. Put a proxy that speaks TLS before the server, and give its https URL as the public one.`,
  ];
}
