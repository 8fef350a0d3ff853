import type { Principal } from "../environment/principal.ts";

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
