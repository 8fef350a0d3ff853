import { schemaName, told } from "../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpFailure, HttpResponse } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { comesFrom } from "../request/argument-failures.ts";
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
export function statusText(status: number): string {
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
