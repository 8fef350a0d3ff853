import { isList, isObject, memberOf, truthOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import type { References } from "../reading/references.ts";

const DEEPEST = 6;

/** Names that a request must give: the server makes the members that are `readOnly`, though documents list them as required. */
export function withoutReadOnly(
  place: Place,
  required: readonly string[],
  references: References,
): readonly string[] {
  if (required.length === 0) return required;
  const names = new Set<string>();
  collect(place, references, names, 0);
  return names.size === 0 ? required : required.filter((name) => !names.has(name));
}

function collect(place: Place, references: References, names: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const [name, property] of childrenOf(childOf(place, "properties")))
    if (isReadOnly(property, references)) names.add(name);
  const parts = childOf(place, "allOf");
  if (!isList(parts.value)) return;
  for (const [, part] of childrenOf(parts)) collect(meant(part, references), references, names, depth + 1);
}

function isReadOnly(property: Place, references: References): boolean {
  if (!isObject(property.value)) return false;
  return (
    truthOf(memberOf(property.value, "readOnly")) === true ||
    truthOf(memberOf(meant(property, references).value, "readOnly")) === true
  );
}

function meant(place: Place, references: References): Place {
  let found = place;
  for (let steps = 0; steps < DEEPEST; steps++) {
    const reference = memberOf(found.value, "$ref");
    if (typeof reference !== "string") return found;
    const target = references.target(found, reference);
    if (target.place === undefined) return found;
    found = target.place;
  }
  return found;
}
