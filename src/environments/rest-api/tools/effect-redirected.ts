import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest, HttpResponse } from "../http/http-message.ts";
import { clip } from "../response/clip.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import { statusText } from "./call-failures.ts";

const LONGEST_ADDRESS = 300;
/** "Not here; the same once more there": nothing has been done yet. */
const TO_BE_SENT_AGAIN: readonly number[] = [307, 308];
/** Some servers say so before they have done anything, others when they have. */
const UNCLEAR: readonly number[] = [301, 302];

type Services = Pick<RestApiServices, "operations" | "http" | "server">;
type Answer = Pick<HttpResponse, "status" | "headers" | "url">;

/** An effect that the server wants to have elsewhere: following would send it twice. Undefined where the answer says nothing of the kind. */
export function effectRedirected(
  operation: Operation,
  request: HttpRequest,
  response: Answer,
  services: Services,
): ToolFailure | undefined {
  const { status } = response;
  const unclear = UNCLEAR.includes(status);
  const target = targetOf(response);
  if (target === undefined || !(unclear || TO_BE_SENT_AGAIN.includes(status))) return undefined;
  const there = callAt(request.method, target, services);
  const other = there === undefined || there.operation.id === operation.id ? undefined : there.call;
  const advice = other === undefined ? NO_OPERATION : `call ${other} if that is meant.`;
  return {
    code: unclear ? "effect-unknown" : "response-error",
    message: [
      `${operation.id} was sent and answered with ${statusText(status)} to ${shown(target, services)}; nothing was followed.`,
      unclear
        ? `It may or may not have taken effect: look before doing it again; then ${advice}`
        : `The server has not done it: ${advice}`,
    ].join(" "),
    part: { argument: "operation", text: operation.id },
    suggestions: other === undefined ? [] : [{ text: other, reason: "where the server points to" }],
  };
}

const NO_OPERATION =
  "no other operation has that address; the person may have to set another address of the server.";

/** What a 303 says: done, and what came of it can be read elsewhere. */
export function resultElsewhere(response: Answer, services: Services): Finding | undefined {
  const target = response.status === 303 ? targetOf(response) : undefined;
  if (target === undefined) return undefined;
  const call = callAt("GET", target, services)?.call;
  const advice = call === undefined ? "" : ` Call ${call} to see it.`;
  return {
    code: "result-elsewhere",
    message: `The server has done it; what came of it is at ${shown(target, services)}, which was not fetched.${advice}`,
    suggestions: call === undefined ? [] : [{ text: call }],
  };
}

function targetOf({ headers: { location }, url }: Answer): URL | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  target.username = "";
  target.password = "";
  return target;
}

function shown(target: URL, { http }: Services): string {
  return clip(http.scrub(target.href), LONGEST_ADDRESS);
}

/** The operation of the API at an address, and the words to call it by. */
function callAt(
  method: string,
  target: URL,
  { operations, server, http }: Services,
): { readonly operation: Operation; readonly call: string } | undefined {
  if (target.origin !== new URL(server).origin) return undefined;
  const call = `${method} ${target.pathname}`;
  const operation = operations.find(call)?.operation;
  if (operation?.method !== method || http.scrub(call) !== call) return undefined;
  return { operation, call };
}
