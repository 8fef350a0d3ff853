import { FuxiError } from "../../errors/fuxi-error.ts";
import type { McpHttpOptions } from "./mcp-http-options.ts";

/**
 * The public URL, where there is one; names and origins are looked at, too.
 * @throws FuxiError `configuration-invalid`
 */
export function checkedPublicUrl({
  publicUrl,
  allowedHosts = [],
  allowedOrigins = [],
}: Pick<McpHttpOptions, "publicUrl" | "allowedHosts" | "allowedOrigins">): URL | undefined {
  for (const name of allowedHosts) {
    if (!/^[\w.:-]+$/u.test(name) || /^[^:]+:\d+$/u.test(name)) {
      throw invalid(`The allowed host ${name} is no host name.`, "Give it without scheme, port and path.");
    }
  }
  for (const origin of allowedOrigins) {
    if (!URL.canParse(origin) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/iu.test(origin)) {
      throw invalid(
        `The allowed origin ${origin} is none.`,
        "An origin is scheme and host, and the port where it is another: https://app.example.com",
      );
    }
  }
  if (publicUrl === undefined) return undefined;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/u.test(url.protocol) ||
    `${url.search}${url.hash}${url.username}` !== ""
  ) {
    throw invalid("The public URL is no plain http or https URL.", "Give it as https://mcp.example.com/mcp");
  }
  return url;
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
