import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { followed, partsOf } from "./schema-view.ts";

export interface Member {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly description: string;
}

export interface Members {
  readonly list: readonly Member[];
  /** True where members that are not listed are taken, too. */
  readonly open: boolean;
}

const DEEPEST = 12;

/** The members of an object body, combined schemas taken together; `root` is a self-contained schema. */
export function membersOf(root: JsonObject): Members {
  const found = new Map<string, Member>();
  const open = collect(root, root, found, true, 0);
  return { list: [...found.values()], open };
}

function collect(
  root: JsonObject,
  node: Json,
  found: Map<string, Member>,
  surely: boolean,
  depth: number,
): boolean {
  if (depth > DEEPEST) return true;
  const schema = followed(root, node);
  const required = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, property = {}] of Object.entries(properties)) {
    const before = found.get(name);
    const { description, readOnly } = followed(root, property);
    found.set(name, {
      name,
      schema: before?.schema ?? property,
      required: before?.required === true || (surely && readOnly !== true && required.includes(name)),
      description: before?.description || (typeof description === "string" ? description : ""),
    });
  }
  // Requirements may stand beside the properties of another part.
  for (const name of required) {
    const member = typeof name === "string" && surely ? found.get(name) : undefined;
    if (member !== undefined && followed(root, member.schema).readOnly !== true)
      found.set(member.name, { ...member, required: true });
  }
  const parts = [
    ...partsOf(schema, "allOf").map((part) => collect(root, part, found, surely, depth + 1)),
    ...[...partsOf(schema, "anyOf"), ...partsOf(schema, "oneOf")].map((part) =>
      collect(root, part, found, false, depth + 1),
    ),
  ];
  const { additionalProperties } = schema;
  if (additionalProperties === false) return false;
  return (
    isObject(additionalProperties) ||
    additionalProperties === true ||
    found.size === 0 ||
    parts.some((each) => each && found.size === 0)
  );
}
