import {
  joined,
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
} from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import type { HttpFailure, HttpResponse } from "../../http/http-message.ts";
import type { Operation } from "../document/api-document.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { originAdvice } from "../request/argument-failures.ts";
import { clip } from "../response/render-value.ts";
import type { RestApiServices } from "../rest-api-services.ts";

const LONGEST_BODY = 600;

/** The refusal for an error response. */
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
    say`${schemaName(operation.id)} was answered with ${status}${body === "" ? "" : say`: ${redacted(body)}`}.`,
    adviceFor(status),
    suggestions.length === 0 ? say`` : (advice?.sentence ?? say``),
  ];
  const part = { argument: identifier ?? "operation", text: operation.id };
  return new Refusal("response-error", joined(sentences.filter(Boolean), " "), part, suggestions);
}

function adviceFor(status: number): Marked {
  if (status === 401 || status === 403)
    return say`The server wants other credentials; no argument mends that.`;
  if (status === 404) return say`There is no such thing under these arguments.`;
  if (status === 429) return say`The server asks for patience; it was tried as often as allowed.`;
  return status >= 500 ? say`The fault is the server's; another operation may do.` : say``;
}

/** The refusal for an effect whose response cannot be stored. It says that the request was sent, so that nobody repeats it. */
export function sentButUnkept(operation: string, status: number, why: Marked): Refusal {
  const message = say`${schemaName(operation)} was sent and answered with ${status}, but ${why}. The response was not kept. Do not do it again: look what it has changed.`;
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

/** The refusal for a request without a response. */
export function notSent({ id }: Operation, failure: HttpFailure, effect: boolean): Refusal {
  const { kind, message, maybeSent } = failure;
  if (!effect || !maybeSent) return new Refusal(CODES[kind], say`${schemaName(id)}: ${ownText(message)}`);
  const unknown = say`${schemaName(id)} was sent and no answer came (${ownText(message)}): it may or may not have taken effect. Look before doing it again.`;
  return new Refusal("effect-unknown", unknown);
}

const LONGEST_ADDRESS = 300;
/** Statuses that some servers send before they carry out the request, others afterwards. */
const UNCLEAR: readonly number[] = [301, 302];

/**
 * Handles a redirected effect, which is not followed: that would send it twice. After 303 the server has carried it out.
 * @throws Refusal if it may not have been carried out
 */
export function effectRedirected(
  operation: Operation,
  { status, headers: { location }, url }: Pick<HttpResponse, "status" | "headers" | "url">,
  { http }: Pick<RestApiServices, "http">,
): MarkedFinding | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  target.username = "";
  target.password = "";
  const there = redacted(clip(http.scrub(target.href), LONGEST_ADDRESS));
  if (status === 303) {
    const message = say`The server has done it; what came of it is at ${there}, which was not fetched.`;
    return { code: "result-elsewhere", message, suggestions: [] };
  }
  const unclear = UNCLEAR.includes(status);
  const outcome = unclear
    ? "It may or may not have taken effect: look before doing it again."
    : "The server has not done it: call the operation with that address if it is meant; else the person may have to set another address of the server.";
  throw new Refusal(
    unclear ? "effect-unknown" : "response-error",
    say`${schemaName(operation.id)} was sent and answered with ${status} to ${there}; nothing was followed. ${outcome}`,
    { argument: "operation", text: operation.id },
  );
}
