import { existsSync } from "node:fs";
import { fileAddress } from "../environments/database/driver/address/file-address.ts";
import { serverAddress } from "../environments/database/driver/address/server-address.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { chosenFile } from "./chosen-file.ts";
import { fileTarget } from "./file-target.ts";
import { hostOf, serverUrl } from "./server-url.ts";
import { SUPPORTED_TARGETS } from "./supported-targets.ts";
import type { Target } from "./target.ts";
import { withoutCredentials } from "./without-credentials.ts";

/**
 * Says what a target is. Nothing is opened but the first bytes of a file.
 * @throws FuxiError `target-not-found`, `target-not-supported`, `usage`
 */
export function recogniseTarget(text: string): Target {
  if (text.startsWith("sample:")) return { type: "sample", name: text.slice("sample:".length) };
  if (existsSync(text)) return fileTarget(text);
  const file = fileAddress(text);
  if (file !== undefined) return fileTarget(chosenFile(file));
  const server = serverAddress(text);
  if (server?.engine === "postgres") return postgresTarget(server.url);
  if (server?.engine === "mysql") return mysqlTarget(server.url);
  if (/^sparql[:+]https?:\/\//i.test(text)) return sparqlTarget(text.slice("sparql:".length));
  if (/^rdf:/i.test(text)) return fileTarget(text.slice("rdf:".length), "rdf-file");
  if (/^table:/i.test(text)) return fileTarget(text.slice("table:".length), "data-files");
  if (/^openapi[:+]/i.test(text)) return apiTarget(text.slice("openapi:".length));
  if (/^https?:\/\//i.test(text)) return webTarget(text);
  const scheme = /^([a-z][a-z0-9+.-]+:\/\/)/i.exec(text)?.[1];
  if (scheme !== undefined) {
    throw new FuxiError("target-not-supported", `Fuxi has no environment for ${scheme} targets.`, {
      hint: SUPPORTED_TARGETS,
    });
  }
  return fileTarget(text);
}

function postgresTarget(text: string): Target {
  const url = serverUrl(text);
  if (url === undefined) {
    throw new FuxiError("usage", "The PostgreSQL URL cannot be read.", {
      hint: "Write postgres://user:password@host:port/database, with special characters percent-encoded.",
    });
  }
  const name = decodedName(url) || "postgres";
  const asked = url.searchParams.get("host") ?? "";
  const host = hostOf(url) || (asked.startsWith("/") ? "" : asked);
  return { type: "postgres-url", url: text, name, host: host || "the local server" };
}

function decodedName({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}

function mysqlTarget(text: string): Target {
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The MySQL URL cannot be read.", {
      hint: "Write mysql://user:password@host:port/database, with special characters percent-encoded.",
    });
  }
  const url = new URL(text);
  const [first = ""] = url.searchParams.get("schemas")?.split(",").filter(Boolean) ?? [];
  const name = decodedName(url) || first;
  if (name === "") {
    throw new FuxiError("usage", "The MySQL URL names no database.", {
      hint: "Write mysql://user:password@host:port/database, or ?schemas=a,b for several.",
    });
  }
  return { type: "mysql-url", url: text, name, host: url.host || "the local server" };
}

/** The last part of the path of SPARQL endpoints as servers name them: Virtuoso, Wikidata, GraphDB, Fuseki, QLever, RDF4J. */
const ENDPOINT_PATH = /\/(sparql|query|repositories\/[^/]+|api\/[\w-]+)\/?$/iu;

/** The path of API documents as servers name them. */
const DOCUMENT_PATH = /(?:\.(?:json|ya?ml)|\/(?:openapi|swagger|api-docs)(?:\/[\w.-]*)?)$/iu;

function webTarget(text: string): Target {
  const target = sparqlTarget(text);
  const { pathname } = new URL(text);
  if (ENDPOINT_PATH.test(pathname)) return target;
  if (DOCUMENT_PATH.test(pathname)) return apiTarget(text);
  const plain = withoutCredentials(text);
  throw new FuxiError(
    "target-not-supported",
    "This URL is known to be neither a SPARQL endpoint nor an API document.",
    {
      hint: `If it is one, write sparql:${plain} or openapi:${plain}`,
    },
  );
}

/** What says nothing of whose API it is. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\]|localhost)$/iu;

/** An API document by URL or path, named by its host or file. */
function apiTarget(text: string): Target {
  if (text.trim() === "") {
    throw new FuxiError("usage", "There is nothing after openapi:", {
      hint: "Write openapi:https://host/path or openapi:./document.yaml",
    });
  }
  if (!/^https?:/iu.test(text)) return fileTarget(text, "api-document");
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The URL of the API document cannot be read.", {
      hint: "Write https://host/openapi.json",
    });
  }
  const { hostname } = new URL(text);
  const name = ADDRESS.test(hostname) ? "api" : hostname.replace(/^(www|api|docs)\./u, "").split(".")[0];
  return { type: "api-document", source: text, name: name || hostname };
}

function sparqlTarget(text: string): Target & { readonly type: "sparql-endpoint" } {
  if (!URL.canParse(text)) {
    throw new FuxiError("usage", "The URL of the SPARQL endpoint cannot be read.", {
      hint: "Write https://user:password@host/sparql, with special characters percent-encoded.",
    });
  }
  const { host, hostname } = new URL(text);
  const name = hostname.replace(/^(www|query|sparql)\./u, "").split(".")[0] || hostname;
  return { type: "sparql-endpoint", url: text, host, name };
}
