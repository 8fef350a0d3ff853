import type { JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Schema } from "./api-document.ts";
import { referredName, subschemasOf } from "./schema/subschemas.ts";

interface Memory {
  readonly closures: WeakMap<Schema, JsonObject>;
  /** Names that a named schema refers to itself, not by way of others. */
  readonly names: Map<string, readonly string[]>;
}

const memories = new WeakMap<ApiDocument, Memory>();

/**
 * A JSON Schema that stands for itself: the schema with `$defs` of everything that it leads to. The same object for the same schema, so that
 * validators can keep what they made of it; the definitions in it are shared, not copied.
 */
export function closure(document: ApiDocument, schema: Schema): JsonObject {
  const memory = memoryOf(document);
  const known = memory.closures.get(schema);
  if (known !== undefined) return known;
  const reached = new Set(namesIn(schema));
  // A set grows while it is gone through: what is added is visited as well.
  for (const name of reached) for (const next of namesOf(name, document, memory)) reached.add(next);
  const definitions = [...reached].map((name) => [name, document.schemas.get(name) ?? {}] as const);
  const whole = reached.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
  memory.closures.set(schema, whole);
  return whole;
}

function memoryOf(document: ApiDocument): Memory {
  const known = memories.get(document);
  if (known !== undefined) return known;
  const memory: Memory = { closures: new WeakMap(), names: new Map() };
  memories.set(document, memory);
  return memory;
}

function namesOf(name: string, document: ApiDocument, { names }: Memory): readonly string[] {
  const known = names.get(name);
  if (known !== undefined) return known;
  const found = namesIn(document.schemas.get(name) ?? {});
  names.set(name, found);
  return found;
}

function namesIn(schema: Schema): readonly string[] {
  const names = new Set<string>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = referredName(next);
    if (name !== undefined) names.add(name);
    open.push(...subschemasOf(next));
  }
  return [...names];
}
