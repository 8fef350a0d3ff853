import { workspaceFull } from "../../../environment/bounded-observation.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "../../../environment/workspace.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RestApiState } from "../rest-api-state.ts";

/** Bytes for what is known of a call only when it was answered (status, media type, digest), and for what is around the state. */
const ANSWER = 1024;

/** What is kept of a call before it is answered. */
interface Begun {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly url: string;
}

/** The failure of an effect whose response would find no room in the workspace: before anything is sent. */
export function noRoomFor(begun: Begun, state: RestApiState): ToolFailure | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(state)) + Buffer.byteLength(JSON.stringify(begun)) + ANSWER;
  if (bytes <= WORKSPACE_LIMIT_BYTES) return undefined;
  const full = workspaceFull("workspace");
  return { ...full, message: `${full.message} Nothing was sent.` };
}
