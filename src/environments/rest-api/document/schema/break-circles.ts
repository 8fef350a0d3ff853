import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import type { Schema } from "../api-document.ts";
import { isList, memberOf } from "../reading/json-shape.ts";
import { referredName, schemasInPlace } from "./subschemas.ts";

/**
 * Takes apart schemas that judge a value by themselves again, without going into it: a validator would never come to an end. Documents have them where a
 * base lists its variants in `oneOf` and each variant takes the base in by `allOf`; there the list goes, so that the variants stay whole.
 */
export function breakCircles(
  schemas: Map<string, Schema>,
  fault: (name: string, message: string) => void,
): void {
  const leads = new Map([...schemas].map(([name, schema]) => [name, namesInPlace(schema)]));
  for (const name of circular(leads)) {
    const returns = (schema: Schema): boolean =>
      namesInPlace(schema).some((next) => reaches(leads, next, name));
    const change = (rewrite: (schema: Schema) => Schema, message: string): void => {
      const schema = schemas.get(name) as Schema;
      if (!returns(schema)) return;
      const changed = rewrite(schema);
      if (changed === schema) return;
      schemas.set(name, changed);
      leads.set(name, namesInPlace(changed));
      fault(name, message);
    };
    change(
      (schema) => withoutVariants(schema, returns),
      "The list of variants leads back to this schema itself; it is left out here.",
    );
  }
  for (const name of circular(leads)) {
    const schema = schemas.get(name) as Schema;
    const changed = withoutReturn(schema, (next) => reaches(leads, next, name));
    if (changed === schema) continue;
    schemas.set(name, changed);
    leads.set(name, namesInPlace(changed));
    fault(name, "The schema contains itself without end; the reference that leads back is left out.");
  }
}

type Leads = ReadonlyMap<string, readonly string[]>;

function namesInPlace(schema: Schema): readonly string[] {
  const names: string[] = [];
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = referredName(next);
    if (name !== undefined) names.push(name);
    open.push(...schemasInPlace(next));
  }
  return names;
}

/** Names left when those that lead to nothing left have been taken away, again and again: circles, and what leads into them. */
function circular(leads: Leads): readonly string[] {
  const left = new Set([...leads].filter(([, next]) => next.length > 0).map(([name]) => name));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const name of left) if (!leads.get(name)?.some((next) => left.has(next))) left.delete(name);
  }
  return [...left];
}

function reaches(leads: Leads, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const name of reached) {
    if (name === to) return true;
    for (const next of leads.get(name) ?? []) reached.add(next);
  }
  return false;
}

function withoutVariants(schema: Schema, returns: (schema: Schema) => boolean): Schema {
  const entries = Object.entries(schema);
  const kept = entries.filter(([key, value]) => {
    if ((key !== "oneOf" && key !== "anyOf") || !isList(value)) return true;
    return !value.some((each) => isObject(each) && returns(each));
  });
  const inner = kept.map(([key, value]): [string, Json | undefined] => {
    if (key !== "allOf" || !isList(value)) return [key, value];
    return [key, sameIfSame(value, (each) => (isObject(each) ? withoutVariants(each, returns) : each))];
  });
  const isSame = kept.length === entries.length && inner.every(([key, value]) => value === schema[key]);
  return isSame ? schema : Object.fromEntries(inner);
}

function withoutReturn(schema: Schema, returns: (name: string) => boolean): Schema {
  const name = referredName(schema);
  if (name !== undefined && returns(name)) {
    const { $ref: _, ...rest } = schema;
    return withoutReturn(rest, returns);
  }
  const changed = Object.entries(schema).map(([key, value]): [string, Json | undefined] => {
    if (["not", "if", "then", "else"].includes(key) && isObject(value))
      return [key, withoutReturn(value, returns)];
    if (["allOf", "anyOf", "oneOf"].includes(key) && isList(value))
      return [key, sameIfSame(value, (each) => (isObject(each) ? withoutReturn(each, returns) : each))];
    if (key !== "dependentSchemas" || !isObject(value)) return [key, value];
    return [
      key,
      Object.fromEntries(
        Object.entries(value).map(([each, inner]) => [
          each,
          isObject(inner) ? withoutReturn(inner, returns) : inner,
        ]),
      ),
    ];
  });
  return changed.every(([key, value]) => value === memberOf(schema, key))
    ? schema
    : Object.fromEntries(changed);
}

function sameIfSame(list: readonly Json[], change: (value: Json) => Json): readonly Json[] {
  const changed = list.map(change);
  return changed.every((each, at) => each === list[at]) ? list : changed;
}
