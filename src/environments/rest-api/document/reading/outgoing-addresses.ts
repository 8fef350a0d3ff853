import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import { isList } from "./json-shape.ts";

/** Keys whose members carry names, not keywords: a property may be called `example`. */
const NAMING = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "definitions", "$defs", "schemas"],
  ...["parameters", "responses", "requestBodies", "headers", "paths", "pathItems"],
]);
const NO_REFERENCES = new Set(["example", "examples", "default", "enum", "const"]);

/** Addresses of other files that a file's `$ref`s name, without their fragments. */
export function outgoingAddresses(value: Json): ReadonlySet<string> {
  const addresses = new Set<string>();
  const seen = new Set<object>();
  const open: { readonly value: Json; readonly names: boolean }[] = [{ value, names: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== "object" || next.value === null || seen.has(next.value)) continue;
    seen.add(next.value);
    if (isList(next.value)) {
      for (const each of next.value) open.push({ value: each, names: false });
      continue;
    }
    for (const [key, each] of Object.entries(next.value)) {
      if (each === undefined) continue;
      if (typeof each === "string") {
        if (key === "$ref" || key === "$dynamicRef") {
          const address = addressOf(each);
          if (address !== "") addresses.add(address);
        }
      } else if (isObject(each) || isList(each)) {
        if (!next.names && (NO_REFERENCES.has(key) || key.startsWith("x-"))) continue;
        open.push({ value: each, names: !next.names && NAMING.has(key) });
      }
    }
  }
  return addresses;
}

export function addressOf(reference: string): string {
  const hash = reference.indexOf("#");
  return (hash === -1 ? reference : reference.slice(0, hash)).trim();
}
