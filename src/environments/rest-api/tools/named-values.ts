import type { ActContext } from "../../../environment/act-context.ts";
import { egressScope } from "../../../environment/egress/egress-scope.ts";
import { referenceText } from "../../../environment/references.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { Operation } from "../document/api-document.ts";
import type { ExtractResult } from "../extract/extraction.ts";
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

/** Reads the value; fails with `unknown-response`, also where there is nothing at the path, or as `extract` does. */
export async function readNamedValue(
  { written, source, path }: NamedValue,
  { state, services: { extractor }, context }: ToolCall,
): Promise<
  | { readonly value: Json; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly value?: never }
> {
  const sources = sourcesOf(source, state);
  if ("failure" in sources) return sources;
  const documents = await documentsOf(sources.found, context);
  const { limits, signal } = context;
  const bounds = { milliseconds: limits.milliseconds, signal };
  const read = await extractor.run(documents, { expression: `$${path}` }, bounds);
  if (read.type !== "value") {
    const failure = extractFailure(read);
    return { failure: { ...failure, message: `${written} cannot be read: ${failure.message}` } };
  }
  const { value } = read;
  return isNothing(value) ? { failure: holdsNothing(written) } : { value };
}

export function holdsNothing(written: string): ToolFailure {
  return {
    code: "unknown-response",
    message: `${written} holds nothing. Compare its path with the form of what it is read from.`,
    part: { text: written },
    suggestions: [],
  };
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
): Promise<{ readonly filled: Filled; readonly failure?: never } | { readonly failure: ToolFailure }> {
  const named = namedIn(given);
  const [first] = named;
  if (first !== undefined && call.services.isEffect(operation)) {
    const message = `${operation.id} changes something: its arguments have to be written out, so that the person sees what is sent.`;
    return { failure: refused("invalid-arguments", message, nameOf(first)) };
  }
  const filled = new Map<string, Json>();
  for (const each of named) {
    const written = nameOf(each);
    if (filled.has(written)) continue;
    const read =
      typeof each === "string" ? await handedOver(each, call.context) : await readNamedValue(each, call);
    if (read.failure !== undefined) return { failure: read.failure };
    filled.set(written, read.value);
  }
  return { filled };
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
export function unfitting({ id }: Operation, filled: Filled, failure: ToolFailure): ToolFailure {
  if (filled.size === 0 || egressScope() === undefined) return failure;
  const held = [...filled].map(([written, value]) => `${written} is ${formOf(value)}`).join(", ");
  return {
    code: "invalid-arguments",
    message: `The arguments do not fit ${id}: ${held}. Look at what describe_operation says of them, and name one value for each. Nothing was sent.`,
    part: { argument: "arguments" },
    suggestions: [],
  };
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
): Promise<{ readonly value: Json; readonly failure?: never } | { readonly failure: ToolFailure }> {
  const given = references?.get(reference);
  if (given === undefined) {
    const message = `"${reference}" names nothing that another environment holds.`;
    return { failure: refused("unknown-reference", message, reference) };
  }
  if (given.total > MOST_VALUES) {
    const message = `${reference} has ${given.total.toLocaleString("en")} values; at most ${MOST_VALUES.toLocaleString("en")} can be handed to an API. Narrow it in the environment that holds it.`;
    return { failure: refused("too-large", message, reference) };
  }
  const text = new TextDecoder().decode(await artifacts.get(given.values.sha256, principal));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line) => JSON.parse(line) as Json).filter((value) => value !== null);
  const [only] = values;
  if (only === undefined)
    return { failure: refused("unknown-reference", `${reference} holds no value.`, reference) };
  return { value: values.length === 1 ? only : values };
}

function refused(code: ToolFailure["code"], message: string, text: string): ToolFailure {
  return { code, message: `${message} Nothing was sent.`, part: { text }, suggestions: [] };
}

/** Responses that one extraction reads: each is read whole. */
const MOST_RESPONSES = 20;

/** A response or an extraction of the workspace. */
interface Source {
  readonly name: string;
  readonly body: RestApiState["calls"][number]["body"];
}

/** What a text such as `r1, e2` names, each once; a failure that names what there is where it names anything else. */
export function sourcesOf(
  written: string,
  { calls, extractions }: RestApiState,
): { readonly found: readonly Source[] } | { readonly failure: ToolFailure } {
  const known: readonly Source[] = [
    ...calls.map(({ name, body }) => ({ name, body })),
    ...extractions.map(({ name, value }) => ({ name, body: value })),
  ];
  const named = written
    .split(/[\s,;]+|\band\b/u)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  // The same response, named again, is read once.
  const names = [...new Map(named.map((name) => [name.toLowerCase(), name])).values()];
  if (names.length > MOST_RESPONSES) {
    const message = `extract reads at most ${MOST_RESPONSES} responses at once; ${names.length} are named. Take less of each first, as e1, e2, …, and read those.`;
    return { failure: { code: "too-large", message, part: { argument: "response" }, suggestions: [] } };
  }
  const found = names.map((name) => known.find((each) => each.name.toLowerCase() === name.toLowerCase()));
  const at = found.indexOf(undefined);
  if (at < 0 && found.length > 0) return { found: found as readonly Source[] };
  const all = known.map(({ name }) => name);
  const wrong = names[at] ?? written;
  return {
    failure: {
      code: "unknown-response",
      message: `There is no response "${wrong}".${all.length === 0 ? " Nothing was called yet." : ` There are: ${all.join(", ")}.`}`,
      part: { argument: "response", text: wrong },
      suggestions: nearestNames(wrong, all, { limit: 3 })
        .map(({ name }) => name)
        .concat(all.slice(-1))
        .slice(0, 3)
        .map((text) => ({ text, replaces: wrong })),
    },
  };
}

/** The JSON texts of sources by their names. */
export async function documentsOf(
  sources: readonly Source[],
  { artifacts, principal, signal }: ActContext,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const documents: Record<string, Uint8Array> = {};
  for (const { name, body } of sources) {
    if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    documents[name] = documentBytes(await artifacts.get(body.sha256, principal), body.mediaType);
  }
  return documents;
}

/** The failure of an extraction that brought no value. */
export function extractFailure(result: Exclude<ExtractResult, { type: "value" }>): ToolFailure {
  if (result.type === "stopped") {
    const code = result.reason === "too-large" ? "too-large" : "program-stopped";
    return { code, message: result.message, suggestions: [] };
  }
  const { line, column } = result;
  // A program can throw what it has read.
  const message = egressScope() ? "It failed when it was run" : result.message;
  const place =
    line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  return { code: "program-failed", message: `${message}${place}`, suggestions: [] };
}

/** True for a value that an extraction makes where nothing fits. */
export function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
