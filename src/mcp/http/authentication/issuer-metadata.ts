import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isLoopback } from "../access/is-loopback.ts";

const TIMEOUT_MILLISECONDS = 5_000;

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** What is needed of an authorization server's metadata (RFC 8414, OpenID Connect Discovery). */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly keysUrl: URL;
}

/**
 * @throws FuxiError `target-not-found` where the issuer does not answer now, `configuration-invalid` where it never will be of use
 */
export async function issuerMetadata(issuer: string): Promise<IssuerMetadata> {
  const base = secureUrl(issuer, "The issuer");
  for (const url of metadataUrls(base)) {
    const document = await fetched(url, issuer);
    if (document === undefined) continue;
    const read = metadata.safeParse(document);
    if (!read.success) throw invalid(`${url} names no keys (jwks_uri).`, "Check the address of the issuer.");
    if (read.data.issuer !== issuer) {
      throw invalid(
        `The issuer ${issuer} calls itself ${read.data.issuer}.`,
        `Configure it exactly as it calls itself: tokens are compared with that name.`,
      );
    }
    return { issuer, keysUrl: secureUrl(read.data.jwks_uri, "The address of the issuer's keys") };
  }
  throw unreachable(issuer, `It publishes no metadata under ${base.origin}/.well-known/.`);
}

/** In the order that MCP asks for: before the issuer's path, and for OpenID Connect behind it, too. */
function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/u, "");
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(paths)].map((each) => new URL(each, issuer));
}

async function fetched(url: URL, issuer: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (response.status >= 500) throw unreachable(issuer, `It answers with status ${response.status}.`);
    if (response.status !== 200) return await response.body?.cancel();
    return await response.json().catch(() => undefined);
  } catch (cause) {
    throw FuxiError.isInstance(cause) ? cause : unreachable(issuer, "No connection could be made.", cause);
  }
}

function secureUrl(address: string, what: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
  )
    throw invalid(`${what} is not an https URL: ${address}`, "Plain http is taken on this machine only.");
  if (url.search !== "" || url.hash !== "" || url.username !== "")
    throw invalid(`${what} has more than scheme, host and path.`, "Give the issuer as it stands in tokens.");
  return url;
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

function unreachable(issuer: string, why: string, cause?: unknown): FuxiError {
  return new FuxiError("target-not-found", `The authorization server ${issuer} cannot be used now. ${why}`, {
    hint: "Check that it runs, and that its address is right.",
    cause,
  });
}
