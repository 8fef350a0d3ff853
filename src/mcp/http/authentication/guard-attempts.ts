import { jsonRpcRefusal } from "../json-rpc-refusal.ts";
import type { Authenticate } from "./authentication.ts";
import { bearerToken } from "./bearer-token.ts";
import type { FailedAttempts } from "./failed-attempts.ts";
import { sha256 } from "./named-token.ts";

/** Looks at no credentials from an address that has shown too many wrong ones. A request without any is no attempt: clients ask so what is needed. */
export function guardAttempts(authenticate: Authenticate, attempts: FailedAttempts): Authenticate {
  return async (request, address) => {
    const token = bearerToken(request);
    if (token === undefined) return authenticate(request, address);
    const credential = sha256(token).toString("base64");
    const seconds = attempts.blocked(address, credential);
    if (seconds !== undefined) {
      return jsonRpcRefusal(429, "Too many wrong credentials came from this address.", {
        "Retry-After": String(seconds),
      });
    }
    const result = await authenticate(request, address);
    if (!(result instanceof Response)) attempts.succeeded(credential);
    else if (result.status === 401) attempts.failed(address);
    return result;
  };
}
