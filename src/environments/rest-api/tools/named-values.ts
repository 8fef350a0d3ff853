import type { ActContext } from "../../../environment/act-context.ts";
import { egressScope } from "../../../environment/egress/egress-scope.ts";
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
 * A value by the name of a response or an extraction, in braces, with a path of JSONata behind it where a part is meant: `{e1}`, `{e1[0].id}`,
 * `{r2.total_results}`. It hands on what was received without writing it out.
 */
export interface NamedValue {
  /** As it was written, with its braces. */
  readonly written: string;
  readonly source: string;
  /** `[0].id`; empty for the whole. */
  readonly path: string;
}

const NAMED = /\{([er]\d+)((?:\.|\[)[^{}\n]*)?\}/giu;

/** All that are named in a text. */
export function namedValuesIn(text: string): readonly NamedValue[] {
  return [...text.matchAll(NAMED)].map(([written, source = "", path = ""]) => ({ written, source, path }));
}

/** The text with values in the place of their names; what stands in a value is not read. */
export function withNamedValues(text: string, standingFor: (written: string) => string): string {
  return text.replace(NAMED, (written) => standingFor(written));
}

/** What a text names that is nothing but the name of a value. */
export function asNamedValue(text: string): NamedValue | undefined {
  const [named] = namedValuesIn(text);
  return named?.written === text.trim() ? named : undefined;
}

/** @throws Refusal `unknown-response`, also where there is nothing at the path, and as `extracted` does */
export async function readNamedValue({ written, source, path }: NamedValue, call: ToolCall): Promise<Json> {
  const sources = sourcesOf(source, call.state);
  const { value } = await extracted(sources, { expression: `$${path}` }, call, `${written} cannot be read: `);
  if (isNothing(value)) throw holdsNothing(written);
  return value;
}

export function holdsNothing(written: string): Refusal {
  const message = `${written} holds nothing. Compare its path with the form of what it is read from.`;
  return new Refusal("unknown-response", message, { text: written });
}

/** Values by the names that stood in their place: `{e1.id}`, and of other environments `kb:#3.labels`. */
export type Filled = ReadonlyMap<string, Json>;

/**
 * The values that texts such as `{e1[0].id}` name, wherever one is the whole text of an argument, and those of references to other environments. An
 * operation that changes something takes none: the person would be shown the name in place of what is sent.
 */
export async function filledArguments(
  operation: Operation,
  given: JsonObject,
  call: ToolCall,
): Promise<Filled> {
  const named = namedIn(given);
  const [first] = named;
  if (first !== undefined && call.services.isEffect(operation)) {
    const message = `${operation.id} changes something: its arguments have to be written out, so that the person sees what is sent.`;
    throw unsent("invalid-arguments", message, nameOf(first));
  }
  const filled = new Map<string, Json>();
  for (const each of named) {
    const written = nameOf(each);
    if (filled.has(written)) continue;
    const value =
      typeof each === "string" ? await handedOver(each, call.context) : await readNamedValue(each, call);
    filled.set(written, value);
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

/** The arguments with values in the place of their names. */
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

/** The innermost member of the arguments in whose place the name stands. */
export function argumentNamed(written: string, given: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!namedIn(value).some((each) => nameOf(each) === written)) continue;
    const inner =
      isObject(value) && referenceText(value) === undefined ? argumentNamed(written, value) : undefined;
    return inner ?? name;
  }
  return undefined;
}

/** What is wrong with arguments; where values are withheld, what a checker says of those that were named would tell them. */
export function unfitting({ id }: Operation, filled: Filled, refusal: Refusal): Refusal {
  if (filled.size === 0 || egressScope() === undefined) return refusal;
  const held = [...filled].map(([written, value]) => `${written} is ${formOf(value)}`).join(", ");
  const message = `The arguments do not fit ${id}: ${held}. Look at what describe_operation says of them, and name one value for each. Nothing was sent.`;
  return new Refusal("invalid-arguments", message, { argument: "arguments" });
}

function formOf(value: Json): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

/** More than can be called for in turn, or stand in one request. */
const MOST_VALUES = 2000;

/** The values of a reference to another environment, without those that are not known; a single one is no list. */
async function handedOver(
  reference: string,
  { references, artifacts, principal }: ActContext,
): Promise<Json> {
  const given = references?.get(reference);
  if (given === undefined) {
    const message = `"${reference}" names nothing that another environment holds.`;
    throw unsent("unknown-reference", message, reference);
  }
  if (given.total > MOST_VALUES) {
    const message = `${reference} has ${given.total.toLocaleString("en")} values; at most ${MOST_VALUES.toLocaleString("en")} can be handed to an API. Narrow it in the environment that holds it.`;
    throw unsent("too-large", message, reference);
  }
  const text = new TextDecoder().decode(await artifacts.get(given.values.sha256, principal));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line) => JSON.parse(line) as Json).filter((value) => value !== null);
  const [only] = values;
  if (only === undefined) throw unsent("unknown-reference", `${reference} holds no value.`, reference);
  return values.length === 1 ? only : values;
}

function unsent(code: FailureCode, message: string, text: string): Refusal {
  return new Refusal(code, `${message} Nothing was sent.`, { text });
}

/** Responses that one extraction reads: each is read whole. */
const MOST_RESPONSES = 20;

/** A response or an extraction of the workspace. */
interface Source {
  readonly name: string;
  readonly body: RestApiState["calls"][number]["body"];
}

/** What a text such as `r1, e2` names, each once. @throws Refusal that names what there is where it names anything else */
export function sourcesOf(written: string, { calls, extractions }: RestApiState): readonly Source[] {
  const known: readonly Source[] = [
    ...calls.map(({ name, body }) => ({ name, body })),
    ...extractions.map(({ name, value }) => ({ name, body: value })),
  ];
  const named = written.split(/[\s,;]+|\band\b/u).filter((name) => name !== "");
  // The same response, named again, is read once.
  const names = [...new Map(named.map((name) => [name.toLowerCase(), name])).values()];
  if (names.length > MOST_RESPONSES) {
    const message = `extract reads at most ${MOST_RESPONSES} responses at once; ${names.length} are named. Take less of each first, as e1, e2, …, and read those.`;
    throw new Refusal("too-large", message, { argument: "response" });
  }
  const found = names.map((name) => known.find((each) => each.name.toLowerCase() === name.toLowerCase()));
  const at = found.indexOf(undefined);
  if (at < 0 && found.length > 0) return found as readonly Source[];
  const all = known.map(({ name }) => name);
  const wrong = names[at] ?? written;
  const there = all.length === 0 ? "Nothing was called yet." : `There are: ${all.join(", ")}.`;
  const near = nearestNames(wrong, all, { limit: 3 }).map(({ name }) => name);
  throw new Refusal(
    "unknown-response",
    `There is no response "${wrong}". ${there}`,
    { argument: "response", text: wrong },
    [...near, ...all.slice(-1)].slice(0, 3).map((text) => ({ text, replaces: wrong })),
  );
}

/** Reads from the whole of the sources. @throws Refusal where no value comes, `before` in front of the reason */
export async function extracted(
  sources: readonly Source[],
  what: Selection,
  { services: { extractor }, context: { artifacts, principal, limits, signal } }: ToolCall,
  before = "",
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
      before + result.message,
    );
  const { line, column } = result;
  // A program can throw what it has read.
  const message = egressScope() ? "It failed when it was run" : result.message;
  const place =
    line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  throw new Refusal("program-failed", `${before}${message}${place}`);
}

/** True for a value that an extraction makes where nothing fits. */
export function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
