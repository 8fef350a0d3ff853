import { isObject } from "../../../../util/is-object.ts";
import type { Schema } from "../api-document.ts";
import { type Dialect, type References, referenceOf } from "../document-reader.ts";
import { childOf, type Place, type SourceFile, startOf, tokensOf } from "../reading/place.ts";
import { normaliseSchema } from "./normalise-schema.ts";
import type { SchemaContext } from "./schema-keywords.ts";

interface SchemaNames {
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
function createSchemaNames(root: SourceFile): SchemaNames {
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

export interface SchemaReader {
  /** The schema at a place; what it refers to is read later. */
  read(place: Place): Schema;
  /** Everything referred to so far, by name. */
  all(): ReadonlyMap<string, Schema>;
}

const MOST_STEPS = 100;

export function createSchemaReader(
  root: Place,
  dialect: Dialect,
  references: References,
  fault: (place: Place, message: string) => void,
): SchemaReader {
  const names = createSchemaNames(root.file);
  const schemas = new Map<string, Schema>();
  const pending: { readonly name: string; readonly place: Place }[] = [];
  const asked = new Set<string>();
  // One and the same written schema is met at many operations.
  const read = new WeakMap<object, Schema>();

  /** Through mere aliases: a chain of them that bites its tail would keep a validator busy for ever. */
  const meant = (from: Place, reference: string): Place | undefined => {
    let target = references.target(from, reference);
    for (let steps = 0; target.place !== undefined; steps++) {
      const next = referenceOf(target.place);
      const alone = dialect !== "3.1" || Object.keys(target.place.value as object).length === 1;
      if (next === undefined || !alone) return target.place;
      if (steps > MOST_STEPS) {
        fault(from, `"${reference}" leads around in a circle. Anything is accepted here.`);
        return undefined;
      }
      target = references.target(target.place, next);
    }
    fault(from, `${target.problem}. Anything is accepted here.`);
    return undefined;
  };

  const context: SchemaContext = {
    dialect,
    references,
    fault,
    reference(from, reference) {
      const place = meant(from, reference);
      if (place === undefined) return undefined;
      const name = names.nameOf(place);
      if (!asked.has(name)) {
        asked.add(name);
        pending.push({ name, place });
      }
      return { $ref: `#/$defs/${name}` };
    },
    schema(place) {
      const { value } = place;
      if (!isObject(value)) return normaliseSchema(place, context);
      const known = read.get(value);
      if (known !== undefined) return known;
      const schema = normaliseSchema(place, context);
      read.set(value, schema);
      return schema;
    },
  };

  return {
    read: context.schema,
    all() {
      for (let next = pending.pop(); next !== undefined; next = pending.pop())
        schemas.set(next.name, context.schema(next.place));
      return schemas;
    },
  };
}
