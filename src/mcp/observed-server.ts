import { type JSONRPCRequest, type Result, Server, type ServerContext } from "@modelcontextprotocol/server";
import { observedRequest } from "./observed-request.ts";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** What the SDK answers by itself, before any handler of ours: how a connection of 2025 begins, and how one of 2026 asks what there is. */
const ANSWERED_BY_SDK = ["initialize", "server/discover"];

/** The SDK's server, whose own answers have spans like those of our handlers. */
export class ObservedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    if (!ANSWERED_BY_SDK.includes(method)) return wrapped;
    return (request, context) =>
      // What a client asks for may be any text: only the version that was agreed on is told.
      observedRequest({ context, version2025: () => undefined }, () => wrapped(request, context));
  }
}
