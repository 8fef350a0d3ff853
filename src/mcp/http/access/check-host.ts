import { isIPv6 } from "node:net";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { jsonRpcRefusal } from "../json-rpc-refusal.ts";

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
