import { schemaName, told } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpFailure, HttpResponse } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { originAdvice } from "../request/argument-failures.ts";
import { clip } from "../response/render-value.ts";
import type { RestApiServices } from "../rest-api-services.ts";

const LONGEST_BODY = 600;

/** A response that says that the request came to nothing. */
export function answeredWithError(
  operation: Operation,
  { parameters }: CheckedArguments,
  response: HttpResponse,
  { origins, http }: Pick<RestApiServices, "origins" | "http">,
): Refusal {
  const { status } = response;
  const text = http
    .scrub(new TextDecoder().decode(response.body.subarray(0, LONGEST_BODY * 4)))
    .replace(/\s+/gu, " ")
    .trim();
  const body = text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}…` : text;
  const identifier = Object.keys(parameters).find((name) => origins.isIdentifier(operation, name));
  const advice =
    status === 404 && identifier !== undefined ? originAdvice(operation, identifier, origins) : undefined;
  const suggestions = advice?.suggestions ?? [];
  const sentences = [
    `${operation.id} was answered with ${statusText(status)}${body === "" ? "" : `: ${told(body)}`}.`,
    adviceFor(status),
    suggestions.length === 0 ? "" : advice?.sentence,
  ];
  const part = { argument: identifier ?? "operation", text: operation.id };
  return new Refusal("response-error", sentences.filter(Boolean).join(" "), part, suggestions);
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
export function sentButUnkept(operation: string, status: number, why: string): Refusal {
  const message = `${operation} was sent and answered with ${statusText(status)}, but ${why}. The response was not kept. Do not do it again: look what it has changed.`;
  return new Refusal("effect-unknown", message);
}

const CODES = {
  timeout: "time-limit",
  "too-large": "too-large",
  "forbidden-address": "not-permitted",
  credentials: "not-permitted",
  unreachable: "server-unreachable",
  "too-many-redirects": "server-unreachable",
  protocol: "server-unreachable",
} as const;

/** A request that brought no response. */
export function notSent({ id }: Operation, failure: HttpFailure, effect: boolean): Refusal {
  const { kind, message, maybeSent } = failure;
  if (!effect || !maybeSent) return new Refusal(CODES[kind], `${id}: ${message}`);
  const unknown = `${id} was sent and no answer came (${message}): it may or may not have taken effect. Look before doing it again.`;
  return new Refusal("effect-unknown", unknown);
}

const LONGEST_ADDRESS = 300;
/** Some servers redirect before they have done anything, others when they have. */
const UNCLEAR: readonly number[] = [301, 302];

/**
 * An effect that the server wants to have elsewhere: following would send it twice. With 303 the server has done it, and says where to read what came of it.
 * @throws Refusal where it is not known to be done
 */
export function effectRedirected(
  operation: Operation,
  { status, headers: { location }, url }: Pick<HttpResponse, "status" | "headers" | "url">,
  { http }: Pick<RestApiServices, "http">,
): Finding | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  target.username = "";
  target.password = "";
  const there = clip(http.scrub(target.href), LONGEST_ADDRESS);
  if (status === 303) {
    const message = `The server has done it; what came of it is at ${there}, which was not fetched.`;
    return { code: "result-elsewhere", message, suggestions: [] };
  }
  const unclear = UNCLEAR.includes(status);
  const outcome = unclear
    ? "It may or may not have taken effect: look before doing it again."
    : "The server has not done it: call the operation with that address if it is meant; else the person may have to set another address of the server.";
  throw new Refusal(
    unclear ? "effect-unknown" : "response-error",
    `${operation.id} was sent and answered with ${statusText(status)} to ${there}; nothing was followed. ${outcome}`,
    { argument: "operation", text: operation.id },
  );
}
