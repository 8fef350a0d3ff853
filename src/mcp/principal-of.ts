import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Principal } from "../environment/principal.ts";

/** Without authentication there is one principal: whoever runs the server. */
const LOCAL: Principal = { id: "local" };

/** On whose behalf a request comes: `extra.principal`, which the authentication put there. */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const id = authInfo?.extra?.["principal"];
  return typeof id === "string" && id !== "" ? { id } : LOCAL;
}
