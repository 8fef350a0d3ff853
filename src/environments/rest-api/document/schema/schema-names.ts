import { isObject } from "../../../../util/is-object.ts";
import type { SourceFile } from "../reading/place.ts";
import { childOf, type Place, startOf, tokensOf } from "../reading/place.ts";

export interface SchemaNames {
  /** The same place always has the same name, another place another one. */
  nameOf(place: Place): string;
}

const LONGEST = 60;
const HOLDERS = new Set(["schemas", "definitions", "$defs"]);
const NOISE = new Set([
  ...["paths", "components", "schemas", "definitions", "$defs", "responses", "parameters", "requestBody"],
  ...["content", "schema", "properties", "items", "application/json", "allOf", "anyOf", "oneOf"],
]);

/** Short names for schemas that are referred to. Those of the root's own components keep theirs; namesakes of other files are told apart. */
export function createSchemaNames(root: SourceFile): SchemaNames {
  const byPlace = new Map<string, string>();
  const taken = new Set<string>();
  const keep = (key: string, candidates: readonly string[]): string => {
    let name = candidates.find((each) => !taken.has(each));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${candidates[0]}_${number}`;
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    byPlace.set(key, name);
    return name;
  };
  const start = startOf(root);
  for (const holder of [childOf(childOf(start, "components"), "schemas"), childOf(start, "definitions")]) {
    if (!isObject(holder.value)) continue;
    for (const name of Object.keys(holder.value)) keep(keyOf(childOf(holder, name)), [readable(name)]);
  }
  return {
    nameOf(place) {
      const key = keyOf(place);
      return byPlace.get(key) ?? keep(key, candidatesFor(place, root));
    },
  };
}

function keyOf({ file, pointer }: Place): string {
  return `${file.location}#${pointer}`;
}

function candidatesFor({ file, pointer }: Place, root: SourceFile): readonly string[] {
  const [base = "", folder = ""] = file.name.split("/").toReversed();
  const fileName = readable(base.replace(/\.[^.]*$/u, ""));
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) return [fileName, readable(`${folder}_${fileName}`)];
  const last = tokens.at(-1) ?? "";
  const isNamed = tokens.length === 1 || HOLDERS.has(tokens.at(-2) ?? "");
  const own = isNamed ? last : tokens.filter((token) => !NOISE.has(token)).join("_");
  const name = readable(own || last);
  return file.location === root.location ? [name] : [name, readable(`${fileName}_${name}`)];
}

function readable(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/gu, "_").replace(/^_+|_+$/gu, "");
  return plain === "" ? "schema" : plain.slice(0, LONGEST);
}
