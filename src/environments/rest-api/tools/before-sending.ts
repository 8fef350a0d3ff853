import type { ActContext } from "../../../environment/act-context.ts";
import { WORKSPACE_FULL } from "../../../environment/bounds.ts";
import type { PreparedRequest } from "../../../environment/capabilities.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "../../../environment/workspace.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { Operation } from "../document/api-document.ts";
import type { HttpRequest } from "../http/http-message.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { originAdvice } from "../request/argument-failures.ts";
import { bodyText } from "../request/build-request.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { type Filled, unfitting, withValues } from "./named-values.ts";
import { observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";

/** One call on its way: its arguments are known to fit the operation. */
interface Draft {
  readonly operation: Operation;
  readonly checked: CheckedArguments;
  readonly filled: Filled;
  readonly request: HttpRequest;
}

/** A request that passed all checks. */
export type PreparedCall = Pick<Draft, "operation" | "checked" | "request">;

/** @throws Refusal */
type Check = (draft: Draft, call: ToolCall) => Promise<void> | void;

/** What a request must pass before it is sent, in this order, once its arguments fit the document. */
const CHECKS: readonly Check[] = [refuseUntraced, refuseOtherOperation, refuseWithoutRoom, refuseNotAllowed];

/** @throws Refusal */
export async function preparedCall(
  operation: Operation,
  given: JsonObject,
  filled: Filled,
  call: ToolCall,
): Promise<PreparedCall> {
  const { checker } = call.services;
  try {
    const checked = checker.check(operation, withValues(given, filled));
    const draft = { operation, checked, filled, request: checker.build(operation, checked) };
    for (const check of CHECKS) await check(draft, call);
    return draft;
  } catch (error) {
    throw error instanceof Refusal ? unfitting(operation, filled, error) : error;
  }
}

/**
 * Refuses an identifier that nobody has given: it stands neither in what the person said, nor in what the run has shown, nor in the responses
 * of this workspace (Query when need, Section 6.3.1: in-path parameters that models make up).
 */
async function refuseUntraced(
  { operation, checked, filled }: Draft,
  { state, services, context }: ToolCall,
): Promise<void> {
  const { seen, references } = context;
  if (seen === undefined) return;
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
      if (known) continue;
      const { sentence, suggestions } = originAdvice(operation, name, services.origins);
      const message = `${text} as "${name}" of ${operation.id} stands neither in the question nor in any response: it was made up. ${sentence}`;
      throw new Refusal("untraced-argument", message, { argument: name, text }, suggestions);
    }
  }
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
function refuseOtherOperation(
  { operation, request }: Draft,
  { services: { everyOperation, operations } }: ToolCall,
): void {
  const line = `${request.method} ${new URL(request.url).pathname}`;
  const reached = everyOperation.find(line)?.operation;
  if (reached === undefined || reached.id === operation.id) return;
  const known = operations.all.some(({ id }) => id === reached.id);
  const which = known
    ? `which is another operation, ${reached.id}. Nothing was sent. Call that one if it is meant.`
    : "which the API has no operation for here. Nothing was sent.";
  const message = `With these arguments ${operation.id} would send ${line}, ${which}`;
  const suggestions = known ? [{ text: reached.id }] : [];
  throw new Refusal("invalid-arguments", message, { argument: "arguments" }, suggestions);
}

/** Bytes for what is known of a call only when it was answered (status, media type, digest), and for what is around the state. */
const ANSWER = 1024;

/** Refuses an effect whose response would find no room in the workspace. */
function refuseWithoutRoom({ operation, checked, request }: Draft, { services, state }: ToolCall): void {
  if (!services.isEffect(operation) || services.rules.dryRun) return;
  const begun = { operation: operation.id, arguments: keptArguments(argumentsOf(checked)), url: request.url };
  const bytes = Buffer.byteLength(JSON.stringify(state)) + Buffer.byteLength(JSON.stringify(begun)) + ANSWER;
  if (bytes <= WORKSPACE_LIMIT_BYTES) return;
  const { code, message, part, suggestions } = WORKSPACE_FULL;
  throw new Refusal(code, `${message} Nothing was sent.`, part, suggestions);
}

/** Refuses an operation with an effect that nobody has allowed. */
function refuseNotAllowed({ operation, checked, request }: Draft, { services, context }: ToolCall): void {
  if (!services.isEffect(operation) || services.rules.dryRun) return;
  if (isAllowed(operation, checked.parameters, services, context.allowed ?? [])) return;
  const { method, url } = request;
  const body = bodyText(request.body);
  const { origin, pathname } = new URL(url);
  const message = `${operation.id} changes something and has not been allowed. It would send ${method} ${url}${body === undefined ? "" : ` with ${body}`}. Nothing was sent.`;
  // Without the query: what the model gave of it is among the arguments, and the rest may be a key of the server's address.
  const destination = services.http.scrub(`${method} ${origin}${pathname}`);
  throw new Refusal(
    "permission-needed",
    message,
    { argument: "operation", text: operation.id },
    [],
    destination,
  );
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

/** Requests that are shown and not sent. */
export function onlyShown(operation: Operation, requests: readonly HttpRequest[]): ToolOutcome {
  const prepared = requests.map(preparedRequest);
  const lines = prepared.flatMap(({ method, url, body }) => [
    `${method} ${url}`,
    ...(body === undefined ? [] : visibleBlock(body).split("\n")),
  ]);
  const data = { operation: operation.id, request: (prepared[0] ?? {}) as unknown as JsonObject };
  return { observation: observe(lines, data, { notes: [SENT_NOTHING] }) };
}

const SENT_NOTHING: Finding = {
  code: "sent-nothing",
  message: "The request was only shown: nothing was sent.",
  suggestions: [],
};
