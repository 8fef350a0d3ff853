import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import type { Operation } from "../document/api-document.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { comesFrom } from "../request/argument-failures.ts";
import type { ToolCall } from "./rest-api-tool.ts";

const SUGGESTIONS = 3;
/** In larger bodies a small number is taken to be some identifier. */
const MOST_READ_BYTES = 16_000_000;

/**
 * The failure of an identifier that nobody has given: it stands neither in what the person said, nor in what the run has shown, nor in the responses
 * of this workspace (Query when need, Section 6.3.1: in-path parameters that models make up). Undefined where all are traced, or nobody keeps track.
 * @param handed values that came from elsewhere without anybody writing them
 */
export async function untracedArgument(
  operation: Operation,
  { parameters }: CheckedArguments,
  { state, services, context }: ToolCall,
  handed: ReadonlySet<string>,
): Promise<ToolFailure | undefined> {
  const { seen } = context;
  if (seen === undefined) return undefined;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || !services.origins.isIdentifier(operation, name)) continue;
    for (const text of scalarsOf(value).filter((each) => each !== "" && !handed.has(each))) {
      if (isCommonNumber(text)) {
        if (seen(text, services.environment) || (await isIdInResponses(text, state.calls, context))) continue;
        return madeUp(operation, name, text, services);
      }
      // Some servers write slashes in JSON with a backslash before them.
      const written = [...new Set([text, text.replaceAll("/", "\\/")])];
      if (seen(text) || (await inResponses(written, state.calls, context))) continue;
      return madeUp(operation, name, text, services);
    }
  }
  return undefined;
}

function madeUp(
  operation: Operation,
  name: string,
  text: string,
  { origins }: ToolCall["services"],
): ToolFailure {
  const sources = origins.of(operation, name, SUGGESTIONS);
  return {
    code: "untraced-argument",
    message: `${text} as "${name}" of ${operation.id} stands neither in the question nor in any response: it was made up. ${comesFrom(operation, name, sources, origins)}`,
    part: { argument: name, text },
    suggestions: sources.map((each) => ({ text: each.operation, reason: `returns ${each.field}` })),
  };
}

/** Numbers that stand in nearly every response as something else: a page, a count, a place in a list. */
function isCommonNumber(text: string): boolean {
  return /^\d{1,3}$/u.test(text);
}

/** Whether a number stands in a response under a name of an identifier, or in a list of identifiers. */
async function isIdInResponses(
  text: string,
  calls: ToolCall["state"]["calls"],
  { artifacts, principal }: ActContext,
): Promise<boolean> {
  const named = new RegExp(
    `(?:id|Id|ID|_ids?|Ids|key|code|number|no|num)"\\s*:\\s*(?:\\[[^\\]{}]*?)?"?${text}"?(?![\\w.])`,
    "u",
  );
  for (const { body } of calls.toReversed()) {
    if (body.bytes > MOST_READ_BYTES) return true;
    const bytes = Buffer.from(await artifacts.get(body.sha256, principal));
    if (named.test(bytes.toString("utf8"))) return true;
  }
  return false;
}

async function inResponses(
  texts: readonly string[],
  calls: ToolCall["state"]["calls"],
  { artifacts, principal }: ActContext,
): Promise<boolean> {
  for (const { body } of calls.toReversed()) {
    const bytes = Buffer.from(await artifacts.get(body.sha256, principal));
    if (texts.some((text) => standsIn(bytes, text))) return true;
  }
  return false;
}

/** Whether a text stands in a body, and not as a part of a longer word or number. */
function standsIn(bytes: Buffer, text: string): boolean {
  const wordly = /[\p{L}\p{N}]/u;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    const end = at + Buffer.byteLength(text);
    const around = [bytes.subarray(at - 1, at), bytes.subarray(end, end + 1)];
    if (around.every((character) => !wordly.test(character.toString("latin1")))) return true;
  }
  return false;
}

function scalarsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(scalarsOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
