import type { SecurityScheme } from "../environments/rest-api/document/api-document.ts";
import type { Credential } from "../environments/rest-api/http/http-settings.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/** Holds the key of the model's server, which no API may ever be sent, whatever its document calls its schemes. */
const MODEL_KEY = "FUXI_API_KEY";

/** `FUXI_API_` and the scheme's name in capitals: `bearerAuth` is FUXI_API_BEARERAUTH; `key` is FUXI_API_SCHEME_KEY. */
export function credentialVariable(scheme: string): string {
  const name = scheme.toUpperCase().replace(/[^A-Z0-9]+/gu, "_");
  const variable = `FUXI_API_${name}`;
  return variable === MODEL_KEY ? `FUXI_API_SCHEME_${name}` : variable;
}

/**
 * Credentials from environment variables, one for each security scheme: a key or token as it is, `user:password` for basic, `client_id:client_secret` for
 * OAuth 2. They never stand on a command line, where other users of the machine could read them.
 * @throws FuxiError `configuration-invalid` for a value that lacks its colon
 */
export function apiCredentials(
  schemes: ReadonlyMap<string, SecurityScheme>,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, Credential>> {
  const found: Record<string, Credential> = {};
  for (const [name, scheme] of schemes) {
    const variable = credentialVariable(name);
    const value = env[variable]?.trim();
    if (value) found[name] = credential(scheme, value, variable);
  }
  return found;
}

function credential(scheme: SecurityScheme, value: string, variable: string): Credential {
  switch (scheme.type) {
    case "apiKey":
      return { type: "apiKey", value };
    case "basic": {
      const [user, password] = pair(value, variable, "user:password");
      return { type: "basic", user, password };
    }
    case "oauth2": {
      // A token that somebody has got otherwise works, too.
      if (scheme.tokenUrl === undefined) return { type: "bearer", token: withoutPrefix(value) };
      const [clientId, clientSecret] = pair(value, variable, "client_id:client_secret");
      return { type: "oauth2", clientId, clientSecret };
    }
    default:
      return { type: "bearer", token: withoutPrefix(value) };
  }
}

function withoutPrefix(value: string): string {
  return value.replace(/^bearer\s+/iu, "");
}

function pair(value: string, variable: string, form: string): readonly [string, string] {
  const at = value.indexOf(":");
  if (at > 0) return [value.slice(0, at), value.slice(at + 1)];
  throw new FuxiError("configuration-invalid", `${variable} cannot be used.`, {
    hint: `Write it as ${form}.`,
  });
}
