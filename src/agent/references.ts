import type { ActContext } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import { type EgressLevel, stricterEgress } from "../environment/egress/egress-level.ts";
import type { Environment } from "../environment/environment.ts";
import { REFERENCE_FORMAT, referenceText } from "../environment/references.ts";
import type { Tool } from "../environment/tool.ts";
import type { Workspace } from "../environment/workspace.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { type Parameter, parametersOf } from "./text-actions/tool-signature.ts";

/** By input schema, by name: schemas stay the same, and every action asks. */
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

/** Where references of a run lead. */
export interface ReferenceSources {
  readonly environments: readonly Environment[];
  /** The newest workspace of each environment, by its id. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

/** What may reach a model of an environment. */
export function levelOf({ egress }: Pick<Environment, "egress">): EgressLevel {
  return egress ?? "all";
}

/** False where a model would read from the one environment what it may not read of the other. */
export function mayHandOver(from: Pick<Environment, "egress">, to: Pick<Environment, "egress">): boolean {
  return stricterEgress(levelOf(from), levelOf(to)) === levelOf(to);
}

export interface Referable {
  /** `kb:#3.labels`. */
  readonly text: string;
  /** What it holds, in a few words: "12 texts". */
  readonly reason: string;
}

/** What the environments other than the acting one can hand over now, of each the newest first. */
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
