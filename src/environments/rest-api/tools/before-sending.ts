import type { ActContext } from "../../../environment/act-context.ts";
import { WORKSPACE_FULL } from "../../../environment/bounds.ts";
import type { PreparedRequest } from "../../../environment/capabilities.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "../../../environment/workspace.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { comesFrom } from "../request/argument-failures.ts";
import { bodyText } from "../request/build-request.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { type Filled, unfitting, withValues } from "./named-values.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/** One call on its way: its arguments are known to fit the operation. */
interface Draft {
  readonly operation: Operation;
  readonly checked: CheckedArguments;
  readonly filled: Filled;
  readonly request: HttpRequest;
}

/** A request that passed all checks. */
export type PreparedCall = Pick<Draft, "checked" | "request">;

type Check = (draft: Draft, call: ToolCall) => Promise<ToolFailure | undefined> | ToolFailure | undefined;

/** What a request must pass before it is sent, in this order, once its arguments fit the document. */
const CHECKS: readonly Check[] = [untracedArgument, otherOperation, noRoom, notAllowed];

export async function preparedCall(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  call: ToolCall,
): Promise<
  { readonly prepared: PreparedCall; readonly failure?: never } | { readonly failure: ToolFailure }
> {
  const { checker } = call.services;
  const { arguments: checked, failure } = checker.check(operation, withValues(given, filled));
  if (failure !== undefined) return { failure: unfitting(operation, filled, failure) };
  const request = checker.build(operation, checked);
  for (const check of CHECKS) {
    const found = await check({ operation, checked, filled, request }, call);
    if (found !== undefined) return { failure: unfitting(operation, filled, found) };
  }
  return { prepared: { checked, request } };
}

const SUGGESTIONS = 3;

/**
 * Refuses an identifier that nobody has given: it stands neither in what the person said, nor in what the run has shown, nor in the responses
 * of this workspace (Query when need, Section 6.3.1: in-path parameters that models make up).
 */
async function untracedArgument(
  { operation, checked, filled }: Draft,
  { state, services, context }: ToolCall,
): Promise<ToolFailure | undefined> {
  const { seen, references } = context;
  if (seen === undefined) return undefined;
  // No model has seen what another environment has handed over, so none has made it up.
  const handed = new Set(
    [...filled]
      .filter(([written]) => references?.has(written) === true)
      .flatMap(([, value]) => scalarsOf(value)),
  );
  for (const [name, value] of Object.entries(checked.parameters)) {
    if (value === undefined || !services.origins.isIdentifier(operation, name)) continue;
    for (const text of scalarsOf(value)) {
      if (text === "" || handed.has(text)) continue;
      // Numbers of few digits stand in nearly every response as something else: a page, a count, a place in a list.
      const isCommon = /^\d{1,3}$/u.test(text);
      const known = isCommon
        ? seen(text, services.environment) || (await inResponses(idPattern(text), state.calls, context))
        : seen(text) || (await inResponses(wordPattern(text), state.calls, context));
      if (!known) return madeUp(operation, name, text, services);
    }
  }
  return undefined;
}

function madeUp(operation: Operation, name: string, text: string, { origins }: RestApiServices): ToolFailure {
  const sources = origins.of(operation, name, SUGGESTIONS);
  return {
    code: "untraced-argument",
    message: `${text} as "${name}" of ${operation.id} stands neither in the question nor in any response: it was made up. ${comesFrom(operation, name, sources, origins)}`,
    part: { argument: name, text },
    suggestions: sources.map((each) => ({ text: each.operation, reason: `returns ${each.field}` })),
  };
}

/** A number under a name of an identifier, or in a list of identifiers. */
function idPattern(text: string): RegExp {
  return new RegExp(
    `(?:id|Id|ID|_ids?|Ids|key|code|number|no|num)"\\s*:\\s*(?:\\[[^\\]{}]*?)?"?${text}"?(?![\\w.])`,
    "u",
  );
}

/** A text that is not part of a longer word or number; some servers write slashes in JSON with a backslash before them. */
function wordPattern(text: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&").replaceAll("/", "\\\\?/");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "u");
}

async function inResponses(
  pattern: RegExp,
  calls: readonly MadeCall[],
  { artifacts, principal }: ActContext,
): Promise<boolean> {
  for (const { body } of calls.toReversed()) {
    const bytes = await artifacts.get(body.sha256, principal);
    if (pattern.test(new TextDecoder().decode(bytes))) return true;
  }
  return false;
}

function scalarsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(scalarsOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/**
 * Filled in, the path of one operation can be that of another (`/lists/{id}` with `mine`, where the document has `/lists/mine`): the server would take it for
 * that one, past what was said of it (denied, or not allowed).
 */
function otherOperation(
  { operation, request }: Draft,
  { services: { everyOperation, operations } }: ToolCall,
): ToolFailure | undefined {
  const line = `${request.method} ${new URL(request.url).pathname}`;
  const reached = everyOperation.find(line)?.operation;
  if (reached === undefined || reached.id === operation.id) return undefined;
  const known = operations.all.some(({ id }) => id === reached.id);
  return {
    code: "invalid-arguments",
    message: known
      ? `With these arguments ${operation.id} would send ${line}, which is another operation, ${reached.id}. Nothing was sent. Call that one if it is meant.`
      : `With these arguments ${operation.id} would send ${line}, which the API has no operation for here. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: known ? [{ text: reached.id }] : [],
  };
}

/** Bytes for what is known of a call only when it was answered (status, media type, digest), and for what is around the state. */
const ANSWER = 1024;

/** Refuses an effect whose response would find no room in the workspace. */
function noRoom(
  { operation, checked, request }: Draft,
  { services, state }: ToolCall,
): ToolFailure | undefined {
  if (!services.isEffect(operation) || services.rules.dryRun) return undefined;
  const begun = { operation: operation.id, arguments: keptArguments(argumentsOf(checked)), url: request.url };
  const bytes = Buffer.byteLength(JSON.stringify(state)) + Buffer.byteLength(JSON.stringify(begun)) + ANSWER;
  if (bytes <= WORKSPACE_LIMIT_BYTES) return undefined;
  return { ...WORKSPACE_FULL, message: `${WORKSPACE_FULL.message} Nothing was sent.` };
}

/** Refuses an operation with an effect that nobody has allowed. */
function notAllowed(
  { operation, checked, request }: Draft,
  { services, context }: ToolCall,
): ToolFailure | undefined {
  if (!services.isEffect(operation) || services.rules.dryRun) return undefined;
  if (isAllowed(operation, checked.parameters, services, context.allowed ?? [])) return undefined;
  const { method, url } = request;
  const body = bodyText(request.body);
  const { origin, pathname } = new URL(url);
  return {
    code: "permission-needed",
    message: `${operation.id} changes something and has not been allowed. It would send ${method} ${url}${body === undefined ? "" : ` with ${body}`}. Nothing was sent.`,
    part: { argument: "operation", text: operation.id },
    // Without the query: what the model gave of it is among the arguments, and the rest may be a key of the server's address.
    destination: services.http.scrub(`${method} ${origin}${pathname}`),
    suggestions: [],
  };
}

/**
 * True for an operation that the configuration allows, whole or with these values in its path, or the person has (`<environment> <operation>`).
 * @param parameters by name; undefined where the arguments are wrong, so that nothing would be sent, and where no path is allowed by itself
 */
export function isAllowed(
  { id }: Operation,
  parameters: JsonObject | undefined,
  { rules, allowedPaths, environment }: Pick<RestApiServices, "rules" | "allowedPaths" | "environment">,
  allowed: readonly string[],
): boolean {
  if (rules.allow.includes("*") || rules.allow.includes(id) || allowed.includes(`${environment} ${id}`))
    return true;
  if (parameters === undefined) return false;
  // A list or an object is written in a path of its own.
  const isText = (given: Json | undefined, value: string): boolean =>
    given !== undefined && typeof given !== "object" && String(given) === value;
  return allowedPaths.some(
    ({ operation, values }) =>
      operation === id && Object.entries(values).every(([name, value]) => isText(parameters[name], value)),
  );
}

/** What a call's arguments take of the workspace at most. */
const MOST_KEPT = 2000;

export function argumentsOf({ parameters, body }: CheckedArguments): JsonObject {
  return body === undefined ? parameters : { ...parameters, body };
}

export function keptArguments(all: JsonObject): JsonObject {
  return JSON.stringify(all).length <= MOST_KEPT ? all : { note: "too long to be kept" };
}

/** A request for a person or a model to read. */
export function preparedRequest({ method, url, headers, body }: HttpRequest): PreparedRequest {
  const text = bodyText(body);
  return { method, url, headers, ...(text === undefined ? {} : { body: text }) };
}

export function requestLines({ method, url, body }: PreparedRequest): readonly string[] {
  return [`${method} ${url}`, ...(body === undefined ? [] : visibleBlock(body).split("\n"))];
}

export const SENT_NOTHING: Finding = {
  code: "sent-nothing",
  message: "The request was only shown: nothing was sent.",
  suggestions: [],
};
