import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Principal } from "../environment/principal.ts";
import type { Json } from "../util/json.ts";

/** The only principal without authentication: the person who runs the server. */
const LOCAL: Principal = { id: "local" };

/** The principal of a request: `extra.principal`, which the authentication sets. */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const id = authInfo?.extra?.["principal"];
  return typeof id === "string" && id !== "" ? { id } : LOCAL;
}

/** The caller of a tool, and the client's abilities. */
export interface Caller {
  /** Whose workspaces, artifacts and runs the call may use. */
  readonly principal: Principal;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** True if the client can show a form to its user (MCP elicitation, form mode). */
  readonly elicits: boolean;
  /** Reports the progress of a long call (`share` from 0 to 1 if known). Does nothing if the client asked for no progress. */
  readonly progress: (message: string, share?: number) => void;
}

/** State of a question to the person, which the client carries from one round of a call to the next. */
export interface QuestionState {
  readonly tool: string;
  readonly choices: readonly string[];
  /** The tool's own state. */
  readonly state: Json;
}
