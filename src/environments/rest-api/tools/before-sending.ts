import type { ActContext } from "../../../environment/act-context.ts";
import { workspaceFull } from "../../../environment/bounds.ts";
import type { PreparedRequest } from "../../../environment/capabilities.ts";
import {
  ownText,
  redacted,
  redactedJson,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "../../../environment/workspace.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleBlock } from "../../../util/visible-text.ts";
import type { HttpRequest } from "../../http/http-message.ts";
import type { Operation } from "../document/api-document.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { originAdvice } from "../request/argument-failures.ts";
import { bodyText, filledPath } from "../request/build-request.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { MadeCall } from "../rest-api-state.ts";
import { type Filled, unfitting, withValues } from "./named-values.ts";
import { observe, type ToolCall, type ToolOutcome } from "./rest-api-tool.ts";

/** A call whose arguments fit the operation. */
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

/** What a call must pass before it is sent, in this order, once its arguments fit the document. */
const CHECKS: readonly Check[] = [
  refuseDotSegments,
  refuseUntraced,
  refuseOtherOperation,
  refuseWithoutRoom,
  refuseNotAllowed,
];

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
 * Refuses values that would redirect the path: `.` and `..` as a segment, also if encoded several times, since servers and proxies may decode more
 * than once.
 */
function refuseDotSegments({ operation, checked: { parameters: values } }: Draft): void {
  const leads = (path: string): boolean => {
    let text = path;
    for (let round = 0; round < 4; round++) text = text.replace(/%(?:25|2e|2f|3b|5c)/giu, decodeURIComponent);
    return text.split(/[/\\]/u).some((segment) => /^\.{1,2}(?:;.*)?$/u.test(segment));
  };
  const inPath = operation.parameters.filter((each) => each.in === "path" && values[each.name] !== undefined);
  const byItself = inPath.find(({ name }) => textsIn(values[name] as Json).some(leads));
  if (byItself === undefined && (leads(operation.path) || !leads(filledPath(operation, values)))) return;
  const hasDot = (value: Json): boolean => textsIn(value).join("").includes(".");
  const named = byItself ?? inPath.find(({ name }) => hasDot(values[name] as Json));
  const name = named?.name ?? "arguments";
  const text = JSON.stringify(values[name] ?? null);
  const message = say`The argument "${schemaName(name)}" of ${schemaName(operation.id)} must not lead to another path: ${written(text)} has "." or ".." as a segment. Nothing was sent.`;
  throw new Refusal("invalid-arguments", message, { argument: name, text });
}

function textsIn(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...textsIn(each as Json),
  ]);
}

/**
 * Refuses an identifier that is neither in the person's text, nor in the outputs of the run, nor in the responses
 * of this workspace (Query when need, Section 6.3.1: in-path parameters that models make up).
 */
async function refuseUntraced(
  { operation, checked, filled }: Draft,
  { state, services, context }: ToolCall,
): Promise<void> {
  const { seen, references } = context;
  if (seen === undefined) return;
  // Values filled in from references were written by no model, so none made them up.
  const handed = new Set(
    [...filled]
      .filter(([written]) => references?.has(written) === true)
      .flatMap(([, value]) => scalarsOf(value)),
  );
  for (const [name, value] of Object.entries(checked.parameters)) {
    if (value === undefined || !services.origins.isIdentifier(operation, name)) continue;
    for (const text of scalarsOf(value)) {
      if (text === "" || handed.has(text)) continue;
      // Short numbers occur in nearly every response with another meaning: a page, a count, an index.
      const isCommon = /^\d{1,3}$/u.test(text);
      const known = isCommon
        ? seen(text, services.environment) || (await inResponses(idPattern(text), state.calls, context))
        : seen(text) || (await inResponses(wordPattern(text), state.calls, context));
      if (known) continue;
      const { sentence, suggestions } = originAdvice(operation, name, services.origins);
      const message = say`${written(text)} as "${schemaName(name)}" of ${schemaName(operation.id)} stands neither in the question nor in any response: it was made up. ${sentence}`;
      throw new Refusal("untraced-argument", message, { argument: name, text }, suggestions);
    }
  }
}

/** Matches a number as the value of an identifier member, or in a list of identifiers. */
function idPattern(text: string): RegExp {
  return new RegExp(
    `(?:id|Id|ID|_ids?|Ids|key|code|number|no|num)"\\s*:\\s*(?:\\[[^\\]{}]*?)?"?${text}"?(?![\\w.])`,
    "u",
  );
}

/** Matches a text as a whole word or number. Slashes may be escaped, as some servers do in JSON. */
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
 * Refuses a filled path that is the path of another operation (`/lists/{id}` with `mine`, if the document has `/lists/mine`). The server would run that
 * operation, although it may be denied or need permission.
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
    ? say`which is another operation, ${schemaName(reached.id)}. Nothing was sent. Call that one if it is meant.`
    : "which the API has no operation for here. Nothing was sent.";
  const message = say`With these arguments ${schemaName(operation.id)} would send ${written(line)}, ${which}`;
  const suggestions = known ? [{ text: schemaName(reached.id) }] : [];
  throw new Refusal("invalid-arguments", message, { argument: "arguments" }, suggestions);
}

/** Bytes reserved for data known only after the response (status, media type, digest), and for data around the state. */
const ANSWER = 1024;

/** Refuses an effect if the workspace has no room for the response. */
function refuseWithoutRoom({ operation, checked, request }: Draft, { services, state }: ToolCall): void {
  if (!services.isEffect(operation) || services.rules.dryRun) return;
  const begun = { operation: operation.id, arguments: keptArguments(argumentsOf(checked)), url: request.url };
  const bytes = Buffer.byteLength(JSON.stringify(state)) + Buffer.byteLength(JSON.stringify(begun)) + ANSWER;
  if (bytes <= WORKSPACE_LIMIT_BYTES) return;
  const { code, message, part, suggestions } = workspaceFull();
  throw new Refusal(code, say`${message} Nothing was sent.`, part, suggestions);
}

/** Refuses an effect without permission. */
function refuseNotAllowed({ operation, checked, request }: Draft, { services, context }: ToolCall): void {
  if (!services.isEffect(operation) || services.rules.dryRun) return;
  if (isAllowed(operation, checked.parameters, services, context.allowed ?? [])) return;
  const { method, url } = request;
  const body = bodyText(request.body);
  const { origin, pathname } = new URL(url);
  // Effects take no named values, so the caller wrote the whole request itself.
  const sent = ownText(`${method} ${url}${body === undefined ? "" : ` with ${body}`}`);
  const message = say`${schemaName(operation.id)} changes something and has not been allowed. It would send ${sent}. Nothing was sent.`;
  // Without the query: the model's part of it is in the arguments, and the rest may be an API key in the server's address.
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
 * True if the configuration permits the operation, as a whole or with these values in its path, or the person does (`<environment> <operation>`).
 * @param parameters by name; undefined for invalid arguments, with which nothing would be sent, or if no single paths are permitted
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
  // A permitted value is a text, which no list or object matches.
  const isText = (given: Json | undefined, value: string): boolean =>
    given !== undefined && typeof given !== "object" && String(given) === value;
  return allowedPaths.some(
    ({ operation, values }) =>
      operation === id && Object.entries(values).every(([name, value]) => isText(parameters[name], value)),
  );
}

/** Maximum characters of a call's arguments in the workspace. */
const MOST_STORED = 2000;

export function argumentsOf({ parameters, body }: CheckedArguments): JsonObject {
  return body === undefined ? parameters : { ...parameters, body };
}

export function keptArguments(all: JsonObject): JsonObject {
  return JSON.stringify(all).length <= MOST_STORED ? all : { note: "too long to be kept" };
}

/** A request for a person or a model to read. */
function preparedRequest({ method, url, headers, body }: HttpRequest): PreparedRequest {
  const text = bodyText(body);
  return { method, url, headers, ...(text === undefined ? {} : { body: text }) };
}

/** The outcome of a dry run: requests that are shown, not sent. */
export function onlyShown(operation: Operation, requests: readonly HttpRequest[]): ToolOutcome {
  const prepared = requests.map(preparedRequest);
  const lines = prepared.flatMap(({ method, url, body }) => [
    say`${ownText(method)} ${redacted(url)}`,
    ...(body === undefined ? [] : visibleBlock(body).split("\n").map(redacted)),
  ]);
  const data = {
    operation: schemaName(operation.id),
    request: redactedJson((prepared[0] ?? {}) as unknown as JsonObject),
  };
  return { observation: observe(lines, data, { notes: [SENT_NOTHING] }) };
}

const SENT_NOTHING: MarkedFinding = {
  code: "sent-nothing",
  message: say`The request was only shown: nothing was sent.`,
  suggestions: [],
};
