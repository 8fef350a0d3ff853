import type { ActContext, ReferencedValues } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import { type EgressLevel, stricterEgress } from "../environment/egress/egress-level.ts";
import type { Environment } from "../environment/environment.ts";
import { REFERENCE_FORMAT, referenceText, splitReference } from "../environment/references.ts";
import type { Tool } from "../environment/tool.ts";
import type { OrFailure, Suggestion, ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import { type Parameter, parametersOf } from "./text-actions/tool-signature.ts";

/**
 * Reads the values of an action's references from the environments that hold them, for the acting environment. The values never enter a prompt or
 * a trajectory.
 */
export async function resolveReferences(
  action: Action,
  tool: Tool,
  sources: ReferenceSources,
  context: ActContext,
): Promise<OrFailure<{ readonly references?: ReadonlyMap<string, ReferencedValues> }>> {
  const written = referencesIn(action, tool);
  if (written.length === 0) return {};
  const references = new Map<string, ReferencedValues>();
  for (const reference of written) {
    const parts = splitReference(reference);
    const source = sources.environments.find(
      ({ id }) => id === parts?.environment && id !== action.environment,
    );
    const acting = sources.environments.find(({ id }) => id === action.environment);
    if (source !== undefined && acting !== undefined && !mayHandOver(source, acting))
      return { failure: withheldThere(reference, source, acting) };
    const capability = source?.capabilities.references;
    const workspace = sources.workspaces.get(source?.id ?? "");
    const read =
      capability === undefined || workspace === undefined
        ? undefined
        : await capability.read(workspace, parts?.name ?? "", context);
    if (read?.values !== undefined) references.set(reference, { ...read.values, reference });
    else if (read === undefined || read.failure.code === "unknown-reference") {
      return { failure: await unknownReference(reference, action.environment, sources, context) };
    } else return { failure: { ...read.failure, part: { text: reference, ...read.failure.part } } };
  }
  return { references };
}

function withheldThere(reference: string, source: Environment, acting: Environment): ToolFailure {
  return {
    code: "not-permitted",
    message: `Values of ${source.id} are withheld (egress ${levelOf(source)}), and ${acting.id} would show them (egress ${levelOf(acting)}): they cannot be handed over.`,
    part: { text: reference },
    suggestions: [],
  };
}

/** References named in the message; the newest come first. */
const MOST_NAMED = 10;
const MOST_SUGGESTIONS = 3;

/** The failure `unknown-reference`, with the references into other environments. */
async function unknownReference(
  reference: string,
  acting: string,
  sources: ReferenceSources,
  context: ActContext,
): Promise<ToolFailure> {
  const known = await referable(acting, sources, context);
  const shown = known.slice(0, MOST_NAMED).map(({ text }) => text);
  const more = known.length > shown.length ? `, and ${known.length - shown.length} more` : "";
  const own = splitReference(reference)?.environment === acting;
  const message = [
    own
      ? `"${reference}" belongs to ${acting} itself; only what another environment holds is handed over by reference.`
      : `There is nothing by the reference "${reference}".`,
    known.length === 0 ? "No other environment holds a result yet." : `There is: ${shown.join(", ")}${more}.`,
  ].join(" ");
  return {
    code: "unknown-reference",
    message,
    part: { text: reference },
    suggestions: suggestionsFor(reference, known),
  };
}

/** The nearest references; the newest if none is near. */
function suggestionsFor(reference: string, known: readonly Referable[]): readonly Suggestion[] {
  const texts = known.map(({ text }) => text);
  const near = nearestNames(reference, texts, { limit: MOST_SUGGESTIONS }).map(({ name }) => name);
  const chosen = near.length > 0 ? near : texts.slice(0, MOST_SUGGESTIONS);
  return known
    .filter(({ text }) => chosen.includes(text))
    .sort((a, b) => chosen.indexOf(a.text) - chosen.indexOf(b.text))
    .map(({ text, reason }) => ({ text, replaces: reference, reason }));
}

/** Cache of the parameters that take references, by input schema and by name: every action needs them. */
const taking = new WeakMap<JsonObject, ReadonlyMap<string, Parameter>>();

/**
 * The references in an action's arguments, as written and each once: `{"$ref": …}` anywhere, and the text of parameters that take a
 * reference.
 */
export function referencesIn(action: Action, tool: Pick<Tool, "inputSchema">): readonly string[] {
  const takers = takingReferences(tool);
  const found = Object.entries(action.arguments).flatMap(([name, value]) =>
    referencesOf(value, takers.has(name)),
  );
  return [...new Set(found)];
}

/** The action with `{"$ref": text}` as the bare text where a parameter takes a reference: environments then see one form. */
export function withPlainReferences(action: Action, tool: Pick<Tool, "inputSchema">): Action {
  const takers = takingReferences(tool);
  if (takers.size === 0) return action;
  const plain = [...takers.values()].flatMap(({ name, schema }): [string, Json][] => {
    const value = action.arguments[name];
    const text = referenceText(value);
    if (text !== undefined) return [[name, schema.type === "array" ? [text] : text]];
    if (!Array.isArray(value)) return [];
    return [[name, value.map((item: Json) => referenceText(item) ?? item)]];
  });
  return plain.length === 0
    ? action
    : { ...action, arguments: { ...action.arguments, ...Object.fromEntries(plain) } };
}

function takingReferences(tool: Pick<Tool, "inputSchema">): ReadonlyMap<string, Parameter> {
  const known = taking.get(tool.inputSchema);
  if (known !== undefined) return known;
  const found = parametersOf(tool).filter(({ schema }) => takesReference(schema));
  const byName = new Map(found.map((parameter) => [parameter.name, parameter]));
  taking.set(tool.inputSchema, byName);
  return byName;
}

export function takesReference(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const options = schema.anyOf ?? schema.oneOf;
  return (
    schema.format === REFERENCE_FORMAT ||
    (isObject(schema.items) && takesReference(schema.items)) ||
    (Array.isArray(options) && options.some((option: Json) => isObject(option) && takesReference(option)))
  );
}

function referencesOf(value: Json | undefined, texts: boolean): readonly string[] {
  if (typeof value === "string") return texts ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const reference = referenceText(value);
  if (reference !== undefined) return [reference];
  return Array.isArray(value)
    ? value.flatMap((item: Json) => referencesOf(item, texts))
    : Object.values(value).flatMap((item) => referencesOf(item, false));
}

/** Environments and workspaces that a run's references lead to. */
export interface ReferenceSources {
  readonly environments: readonly Environment[];
  /** The newest workspace of each environment, by its id. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

/** Egress level of an environment. */
export function levelOf({ egress }: Pick<Environment, "egress">): EgressLevel {
  return egress ?? "all";
}

/** False if a model could read from the receiving environment values that the source withholds. */
export function mayHandOver(from: Pick<Environment, "egress">, to: Pick<Environment, "egress">): boolean {
  return stricterEgress(levelOf(from), levelOf(to)) === levelOf(to);
}

export interface Referable {
  /** `kb:#3.labels`. */
  readonly text: string;
  /** Number and kind of its values: "12 texts". */
  readonly reason: string;
}

/** References that the other environments offer to the acting one now, the newest first for each. */
export async function referable(
  acting: string,
  { environments, workspaces }: ReferenceSources,
  context: ActContext,
): Promise<readonly Referable[]> {
  const taking = environments.find(({ id }) => id === acting);
  const lists = await Promise.all(
    environments.map(async (environment) => {
      const { id, capabilities } = environment;
      const workspace = workspaces.get(id);
      if (id === acting || workspace === undefined) return [];
      if (taking !== undefined && !mayHandOver(environment, taking)) return [];
      const names = (await capabilities.references?.list(workspace, context)) ?? [];
      return names.map(({ name, kind, total }) => ({
        text: `${id}:${name}`,
        reason: total === undefined ? kind : `${total} ${kind}`,
      }));
    }),
  );
  return lists.flat();
}
