import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Json } from "../../util/json.ts";

/** One HTTP request to the MCP endpoint, after its sender was found out and its body was read. */
export interface Exchange {
  readonly request: Request;
  /** Parsed; undefined where there is none. */
  readonly body: Json | undefined;
  readonly authInfo: AuthInfo | undefined;
  /** Resolves when the response has been sent, or the connection broke. */
  readonly ended: Promise<void>;
}
