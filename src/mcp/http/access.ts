import { isIPv4, isIPv6 } from "node:net";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { jsonRpcRefusal } from "./exchange.ts";
import type { McpHttpOptions } from "./mcp-http-options.ts";

/** Stand for every address of the machine, and are none that a client should have reason to name. */
const WILDCARDS = ["0.0.0.0", "[::]"];

/** Refuses a request by its Host header and the address of this machine that it arrived at. */
export type CheckHost = (host: string | null, arrivedAt: string | undefined) => Response | undefined;

/**
 * Against DNS rebinding: a web page can make a browser send its own host name to this server, but neither a name of ours nor a bare address
 * that is not the page's own. Beside the names given, localhost and the address that the connection was made to are answered.
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

/** As the `hostname` of a URL has it. */
function asHostname(name: string): string {
  return isIPv6(name) ? new URL(`http://[${name}]`).hostname : name.toLowerCase();
}

/** Whether a host name or address, in a URL's form or a socket's, can only be this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/gu, "");
  const address = name.replace(/^::ffff:/u, "");
  return name === "localhost" || name === "::1" || (isIPv4(address) && address.startsWith("127."));
}

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

/**
 * Who could reach a server with these options, against what they would have to show.
 * @returns what whoever starts it should know
 * @throws FuxiError `configuration-invalid` where anybody could use it and nobody said that they may
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
