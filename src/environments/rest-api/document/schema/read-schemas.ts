import { isObject } from "../../../../util/is-object.ts";
import type { Schema } from "../api-document.ts";
import { type Dialect, referenceOf } from "../document-reader.ts";
import type { Place } from "../reading/place.ts";
import type { References } from "../reading/references.ts";
import { normaliseSchema } from "./normalise-schema.ts";
import type { SchemaContext } from "./schema-context.ts";
import { createSchemaNames } from "./schema-names.ts";

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
