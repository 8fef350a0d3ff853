import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";

/** The first text or number at a field as an `ArgumentOrigin` names it: `results[].id`. */
export function scalarAt(body: Json, field: string): Json | undefined {
  let at: Json | undefined = body;
  for (const step of field.split(".")) {
    const [, name = "", lists = ""] = /^(.*?)((?:\[\])*)$/u.exec(step) ?? [];
    if (name !== "") at = isObject(at) ? at[name] : undefined;
    for (let left = lists.length / 2; left > 0; left--) at = Array.isArray(at) ? at[0] : undefined;
  }
  return isScalar(at) ? at : undefined;
}

/** The first text or number under a name, what stands nearest to the top before what is within it. */
export function scalarCalled(body: Json, name: string): Json | undefined {
  let level: readonly Json[] = [body];
  while (level.length > 0) {
    const objects = level.filter(isObject);
    const found = objects.map((each) => each[name]).find(isScalar);
    if (found !== undefined) return found;
    level = level.flatMap((each) => (isObject(each) || Array.isArray(each) ? Object.values(each) : []));
  }
  return undefined;
}

function isScalar(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
