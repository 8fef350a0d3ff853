import type { McpServerFactory } from "@modelcontextprotocol/server";
import { version } from "../../config/package-version.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Authentication } from "../../mcp/http/authentication/authentication.ts";
import { tokenFromEnvironment, tokensFromFile } from "../../mcp/http/authentication/tokens.ts";
import { serveMcpHttp } from "../../mcp/http/serve-mcp-http.ts";
import { given } from "../../util/given.ts";
import type { CliIo } from "../cli-io.ts";
import type { McpOptions } from "./run-mcp.ts";

const DEFAULT_PORT = 3920;

/** Serves over Streamable HTTP until the process is told to stop. */
export async function serveOverHttp(
  factory: McpServerFactory,
  options: McpOptions,
  io: CliIo,
  announce: (where: string) => void,
): Promise<void> {
  const {
    host = "127.0.0.1",
    port = DEFAULT_PORT,
    publicUrl,
    allowHost,
    allowOrigin,
    openToAnyone,
    trustedProxy,
  } = options;
  const server = await serveMcpHttp(factory, {
    name: "fuxi",
    version,
    authentication: authenticationOf(options, io.env),
    host,
    port,
    ...given({
      ...{ publicUrl, openToAnyone, trustedProxies: trustedProxy },
      ...{ allowedHosts: allowHost, allowedOrigins: allowOrigin },
    }),
    onNotice: (notice) => io.err(`${io.colors.yellow("warning:")} ${notice}\n`),
    onError: (error) => {
      if (io.env["FUXI_DEBUG"] !== undefined) io.err(`${error.stack ?? error.message}\n`);
    },
  });
  // Prints the address even with --quiet: the port may have been chosen by the system.
  if (options.quiet === true) io.err(`${server.url}\n`);
  else announce(`at ${server.url}`);
  await new Promise<void>((resolve) => {
    io.signal.addEventListener("abort", () => resolve(), { once: true });
    if (io.signal.aborted) resolve();
  });
  await server.close();
}

/**
 * The authentication, from the flags and `FUXI_MCP_TOKEN`.
 * @throws FuxiError `usage` for two kinds of authentication at once, `configuration-invalid` for unusable tokens
 */
function authenticationOf(
  { oauthIssuer, oauthAudience, scope, tokenFile }: McpOptions,
  env: NodeJS.ProcessEnv,
): Authentication {
  if (oauthIssuer === undefined) {
    if (oauthAudience !== undefined || scope !== undefined) {
      throw new FuxiError(
        "usage",
        "--oauth-audience and --scope are for access tokens of an --oauth-issuer.",
        {
          hint: "Name the issuer, or leave them out.",
        },
      );
    }
    const single = tokenFromEnvironment(env);
    const tokens = [
      ...(single === undefined ? [] : [single]),
      ...(tokenFile === undefined ? [] : tokensFromFile(tokenFile)),
    ];
    return tokens.length === 0 ? { type: "none" } : { type: "tokens", tokens };
  }
  const other = tokenFile === undefined ? tokenFromEnvironment(env) && "FUXI_MCP_TOKEN" : "--token-file";
  if (other !== undefined) {
    throw new FuxiError("usage", `${other} and --oauth-issuer cannot be combined.`, {
      hint: "Choose who says who the clients are.",
    });
  }
  return {
    type: "oauth",
    issuer: oauthIssuer,
    ...given({ audience: oauthAudience, requiredScopes: scope }),
  };
}
