import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Authentication } from "../../mcp/http/authentication/authentication.ts";
import { tokenFromEnvironment, tokensFromFile } from "../../mcp/http/authentication/tokens-from-file.ts";
import type { McpOptions } from "./mcp-options.ts";

/**
 * Who may connect, from the flags and `FUXI_MCP_TOKEN`.
 * @throws FuxiError `usage` where two ways are named at once, `configuration-invalid` for unusable tokens
 */
export function authenticationOf(
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
    ...(oauthAudience === undefined ? {} : { audience: oauthAudience }),
    ...(scope === undefined ? {} : { requiredScopes: scope }),
  };
}
