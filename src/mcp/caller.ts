import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Principal } from "../environment/principal.ts";
import type { Json } from "../util/json.ts";

/** Without authentication there is one principal: whoever runs the server. */
const LOCAL: Principal = { id: "local" };

/** On whose behalf a request comes: `extra.principal`, which the authentication put there. */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const id = authInfo?.extra?.["principal"];
  return typeof id === "string" && id !== "" ? { id } : LOCAL;
}

/** Who calls a tool, and what can be done with them. */
export interface Caller {
  /** Whose workspaces, artifacts and runs the call may use. */
  readonly principal: Principal;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** The client can put a form before its user (MCP elicitation, form mode). */
  readonly elicits: boolean;
  /** Says how far a long call is (`share` from 0 to 1 where it is known); does nothing where the client asked for no progress. */
  readonly progress: (message: string, share?: number) => void;
}

/** What is asked of a person at one point of one call, as it travels through the client. */
export interface QuestionState {
  readonly tool: string;
  readonly choices: readonly string[];
  /** The tool's own. */
  readonly state: Json;
}
