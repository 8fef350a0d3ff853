import { hostOf, serverUrl } from "../server-url.ts";
import type { Target } from "../target.ts";
import type { Place } from "./check-network.ts";

const PORTS: Partial<Record<Target["type"], number>> = { "postgres-url": 5432, "mysql-url": 3306 };

const SOCKETS = ["socket", "socketPath", "unix_socket", "host"];

/** Where a target's server is; nothing for files, for a socket of this machine, and where the address leaves the host to the environment. */
export function placeOf(target: Target): Place | undefined {
  if (target.type === "api-document") {
    return /^https?:/iu.test(target.source) ? placeOfUrl(target.source, undefined) : undefined;
  }
  return "url" in target ? placeOfUrl(target.url, PORTS[target.type]) : undefined;
}

function placeOfUrl(text: string, usual: number | undefined): Place | undefined {
  const url = serverUrl(text.replace(/^sparql[:+]/iu, ""));
  const isSocket = SOCKETS.some((name) => url?.searchParams.get(name)?.startsWith("/"));
  if (url === undefined || hostOf(url) === "" || isSocket) return undefined;
  const port = Number(url.port) || (usual ?? (url.protocol === "http:" ? 80 : 443));
  return { host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/u, "$1"), port };
}
