import { schemaName, told } from "../../../environment/egress/egress-scope.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpFailure, HttpRequest, HttpResponse } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { comesFrom } from "../request/argument-failures.ts";
import { clip } from "../response/render-value.ts";
import type { RestApiServices } from "../rest-api-services.ts";

const LONGEST_BODY = 600;
const SUGGESTIONS = 3;

/** A response that says that the request came to nothing. */
export function answeredWithError(
  operation: Operation,
  { parameters }: CheckedArguments,
  response: HttpResponse,
  { origins, http }: Pick<RestApiServices, "origins" | "http">,
): ToolFailure {
  const { status } = response;
  const text = http
    .scrub(new TextDecoder().decode(response.body.subarray(0, LONGEST_BODY * 4)))
    .replace(/\s+/gu, " ")
    .trim();
  const body = text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}…` : text;
  const identifier = Object.keys(parameters).find((name) => origins.isIdentifier(operation, name));
  const sources =
    status === 404 && identifier !== undefined ? origins.of(operation, identifier, SUGGESTIONS) : [];
  return {
    code: "response-error",
    message: [
      `${operation.id} was answered with ${statusText(status)}${body === "" ? "" : `: ${told(body)}`}.`,
      adviceFor(status),
      ...(sources.length === 0 || identifier === undefined
        ? []
        : [comesFrom(operation, identifier, sources, origins)]),
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
    part: { argument: identifier ?? "operation", text: operation.id },
    suggestions: sources.map(({ operation: text, field }) => ({ text, reason: `returns ${field}` })),
  };
}

/** A status says nothing of what the API holds. */
function statusText(status: number): string {
  return schemaName(String(status));
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return "The server wants other credentials; no argument mends that.";
  if (status === 404) return "There is no such thing under these arguments.";
  if (status === 429) return "The server asks for patience; it was tried as often as allowed.";
  return status >= 500 ? "The fault is the server's; another operation may do." : "";
}

/** An effect that was answered, and whose response can not be kept: everything else could make somebody do it again. */
export function sentButUnkept(operation: string, status: number, why: string): ToolFailure {
  return {
    code: "effect-unknown",
    message: `${operation} was sent and answered with ${statusText(status)}, but ${why}. The response was not kept. Do not do it again: look what it has changed.`,
    suggestions: [],
  };
}

/** A request that brought no response. */
export function notSent(operation: Operation, failure: HttpFailure, effect: boolean): ToolFailure {
  const { kind, message, maybeSent } = failure;
  if (effect && maybeSent) {
    return {
      code: "effect-unknown",
      message: `${operation.id} was sent and no answer came (${message}): it may or may not have taken effect. Look before doing it again.`,
      suggestions: [],
    };
  }
  const codes = {
    timeout: "time-limit",
    "too-large": "too-large",
    "forbidden-address": "not-permitted",
    credentials: "not-permitted",
    unreachable: "server-unreachable",
    "too-many-redirects": "server-unreachable",
    protocol: "server-unreachable",
  } as const;
  return { code: codes[kind], message: `${operation.id}: ${message}`, suggestions: [] };
}

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
      `${operation.id} was sent and answered with ${statusText(status)} to ${shownTarget(target, services)}; nothing was followed.`,
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
    message: `The server has done it; what came of it is at ${shownTarget(target, services)}, which was not fetched.${advice}`,
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

function shownTarget(target: URL, { http }: Services): string {
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
