import type { ActContext } from "../../../environment/act-context.ts";
import {
  egressLevel,
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import { referenceText } from "../../../environment/references.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { FailureCode } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { Operation } from "../document/api-document.ts";
import type { ExtractResult, Selection } from "../extract/extraction.ts";
import { documentBytes } from "../response/read-body.ts";
import type { RestApiState } from "../rest-api-state.ts";
import type { ToolCall } from "./rest-api-tool.ts";

/**
 * A reference to a response or an extraction in braces, with a JSONata path for a part of it: `{e1}`, `{e1[0].id}`, `{r2.total_results}`. It passes
 * values on without writing them out.
 */
interface NamedValue {
  /** As it was written, with its braces. */
  readonly written: string;
  readonly source: string;
  /** `[0].id`; empty for the whole. */
  readonly path: string;
}

const NAMED = /\{([er]\d+)((?:\.|\[)[^{}\n]*)?\}/giu;

/** All named values in a text. */
export function namedValuesIn(text: string): readonly NamedValue[] {
  return [...text.matchAll(NAMED)].map(([written, source = "", path = ""]) => ({ written, source, path }));
}

/** Replaces names by values. Names within an inserted value are not replaced. */
export function withNamedValues(text: string, standingFor: (written: string) => string): string {
  return text.replace(NAMED, (written) => standingFor(written));
}

/** The named value, if the text is nothing but its name. */
function asNamedValue(text: string): NamedValue | undefined {
  const [named] = namedValuesIn(text);
  return named?.written === text.trim() ? named : undefined;
}

/** @throws Refusal `unknown-response` (also if there is nothing at the path), and as `extracted` does */
export async function readNamedValue(named: NamedValue, call: ToolCall): Promise<Json> {
  const { source, path } = named;
  const sources = sourcesOf(source, call.state);
  const { value } = await extracted(
    sources,
    { expression: `$${path}` },
    call,
    say`${written(named.written)} cannot be read: `,
  );
  if (isNothing(value)) throw holdsNothing(named.written);
  return value;
}

export function holdsNothing(named: string): Refusal {
  const message = say`${written(named)} holds nothing. Compare its path with the form of what it is read from.`;
  return new Refusal("unknown-response", message, { text: named });
}

/** Values by their names in the arguments: `{e1.id}`, or `kb:#3.labels` for other environments. */
export type Filled = ReadonlyMap<string, Json>;

/**
 * Reads the values that arguments name, as `{e1[0].id}` (the whole text of an argument) or as a reference to another environment. Effects take no named
 * values: the person would see the name instead of the value that is sent.
 */
export async function filledArguments(
  operation: Operation,
  given: JsonObject,
  call: ToolCall,
): Promise<Filled> {
  const named = namedIn(given);
  const [first] = named;
  if (first !== undefined && call.services.isEffect(operation)) {
    const message = say`${schemaName(operation.id)} changes something: its arguments have to be written out, so that the person sees what is sent.`;
    throw unsent("invalid-arguments", message, nameOf(first));
  }
  const filled = new Map<string, Json>();
  for (const each of named) {
    const name = nameOf(each);
    if (filled.has(name)) continue;
    const value =
      typeof each === "string" ? await handedOver(each, call.context) : await readNamedValue(each, call);
    filled.set(name, value);
  }
  return filled;
}

/** A name in braces, or the text of a reference. */
type Named = NamedValue | string;

function nameOf(named: Named): string {
  return typeof named === "string" ? named : named.written;
}

function namedIn(value: Json | undefined): readonly Named[] {
  if (typeof value === "string") return [asNamedValue(value)].filter((named) => named !== undefined);
  const reference = referenceText(value);
  if (reference !== undefined) return [reference];
  return value === null || typeof value !== "object"
    ? []
    : Object.values(value).flatMap((each) => namedIn(each));
}

/** The arguments with names replaced by values. */
export function withValues(given: JsonObject, filled: Filled): JsonObject {
  return filled.size === 0 ? given : (valued(given, filled) as JsonObject);
}

function valued(value: Json, filled: Filled): Json {
  const reference = typeof value === "string" ? value.trim() : referenceText(value);
  const known = reference === undefined ? undefined : filled.get(reference);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return value.map((each: Json) => valued(each, filled));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, valued(each as Json, filled)]),
  );
}

/** The innermost member of the arguments that contains the name. */
export function argumentNamed(written: string, given: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!namedIn(value).some((each) => nameOf(each) === written)) continue;
    const inner =
      isObject(value) && referenceText(value) === undefined ? argumentNamed(written, value) : undefined;
    return inner ?? name;
  }
  return undefined;
}

/** The refusal of invalid arguments. If values are withheld, it replaces the checker's message, which could disclose named values. */
export function unfitting({ id }: Operation, filled: Filled, refusal: Refusal): Refusal {
  if (filled.size === 0 || egressLevel() === undefined) return refusal;
  const held = [...filled].map(([name, value]) => say`${written(name)} is ${formOf(value)}`);
  const message = say`The arguments do not fit ${schemaName(id)}: ${held}. Look at what describe_operation says of them, and name one value for each. Nothing was sent.`;
  return new Refusal("invalid-arguments", message, { argument: "arguments" });
}

function formOf(value: Json): Marked {
  if (Array.isArray(value)) return say`a list of ${value.length}`;
  if (typeof value === "object") return say`an object`;
  return typeof value === "string" ? say`a text` : say`a ${ownText(typeof value)}`;
}

/** More values cannot be called for one by one, nor fit into one request. */
const MOST_VALUES = 2000;

/** The values of a reference to another environment, without unknown ones. A single value is returned without a list. */
async function handedOver(
  reference: string,
  { references, artifacts, principal }: ActContext,
): Promise<Json> {
  const given = references?.get(reference);
  if (given === undefined) {
    const message = say`"${written(reference)}" names nothing that another environment holds.`;
    throw unsent("unknown-reference", message, reference);
  }
  if (given.total > MOST_VALUES) {
    const message = say`${written(reference)} has ${ownText(given.total.toLocaleString("en"))} values; at most ${ownText(MOST_VALUES.toLocaleString("en"))} can be handed to an API. Narrow it in the environment that holds it.`;
    throw unsent("too-large", message, reference);
  }
  const text = new TextDecoder().decode(await artifacts.get(given.values.sha256, principal));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line) => JSON.parse(line) as Json).filter((value) => value !== null);
  const [only] = values;
  if (only === undefined)
    throw unsent("unknown-reference", say`${written(reference)} holds no value.`, reference);
  return values.length === 1 ? only : values;
}

function unsent(code: FailureCode, message: Marked, text: string): Refusal {
  return new Refusal(code, say`${message} Nothing was sent.`, { text });
}

/** Maximum number of responses for one extraction, which reads each as a whole. */
const MOST_RESPONSES = 20;

/** A response or an extraction of the workspace. */
interface Source {
  readonly name: string;
  readonly body: RestApiState["calls"][number]["body"];
}

/** The distinct sources that a text such as `r1, e2` names. @throws Refusal with the existing names, for any other name */
export function sourcesOf(wanted: string, { calls, extractions }: RestApiState): readonly Source[] {
  const known: readonly Source[] = [
    ...calls.map(({ name, body }) => ({ name, body })),
    ...extractions.map(({ name, value }) => ({ name, body: value })),
  ];
  const named = wanted.split(/[\s,;]+|\band\b/u).filter((name) => name !== "");
  // A response that is named twice is read once.
  const names = [...new Map(named.map((name) => [name.toLowerCase(), name])).values()];
  if (names.length > MOST_RESPONSES) {
    const message = say`extract reads at most ${MOST_RESPONSES} responses at once; ${names.length} are named. Take less of each first, as e1, e2, …, and read those.`;
    throw new Refusal("too-large", message, { argument: "response" });
  }
  const found = names.map((name) => known.find((each) => each.name.toLowerCase() === name.toLowerCase()));
  const at = found.indexOf(undefined);
  if (at < 0 && found.length > 0) return found as readonly Source[];
  const all = known.map(({ name }) => name);
  const wrong = names[at] ?? wanted;
  const there = all.length === 0 ? "Nothing was called yet." : say`There are: ${all.map(schemaName)}.`;
  const near = nearestNames(wrong, all, { limit: 3 }).map(({ name }) => name);
  throw new Refusal(
    "unknown-response",
    say`There is no response "${written(wrong)}". ${there}`,
    { argument: "response", text: wrong },
    [...near, ...all.slice(-1)].slice(0, 3).map((text) => ({
      text: schemaName(text),
      replaces: wrong,
    })),
  );
}

/** Runs an extraction over whole sources. @throws Refusal if it yields no value, with `before` in front of the reason */
export async function extracted(
  sources: readonly Source[],
  what: Selection,
  { services: { extractor }, context: { artifacts, principal, limits, signal } }: ToolCall,
  before: Marked = say``,
): Promise<Extract<ExtractResult, { type: "value" }>> {
  const documents: Record<string, Uint8Array> = {};
  for (const { name, body } of sources) {
    if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    documents[name] = documentBytes(await artifacts.get(body.sha256, principal), body.mediaType);
  }
  const result = await extractor.run(documents, what, { milliseconds: limits.milliseconds, signal });
  if (result.type === "value") return result;
  if (result.type === "stopped")
    throw new Refusal(
      result.reason === "too-large" ? "too-large" : "program-stopped",
      say`${before}${ownText(result.message)}`,
    );
  const { line, column } = result;
  // A program can throw data in its message.
  const message = egressLevel() ? say`It failed when it was run` : redacted(result.message);
  const place =
    line === undefined ? "" : say` (line ${line}${column === undefined ? "" : say`, column ${column}`})`;
  throw new Refusal("program-failed", say`${before}${message}${place}`);
}

/** True for values that extractions yield if nothing matches. */
export function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
