import { isObject } from "../../../util/is-object.ts";
import type { Schema } from "./api-document.ts";
import { memberOf } from "./reading/json-shape.ts";
import type { Place } from "./reading/place.ts";
import type { References } from "./reading/references.ts";

/** Which rules hold: 3.2 has those of 3.1. */
export type Dialect = "2.0" | "3.0" | "3.1";

/** What every part of a document is read with. */
export interface DocumentReader {
  readonly dialect: Dialect;
  readonly root: Place;
  fault(place: Place, message: string): void;
  /** Through `$ref`s, however many, to what is meant; undefined, with a fault, where they lead nowhere. */
  follow(place: Place): Place | undefined;
  /** A schema in the one form; never fails. */
  schema(place: Place): Schema;
}

const MOST_STEPS = 100;

export function referenceOf(place: Place): string | undefined {
  const reference = isObject(place.value) ? memberOf(place.value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

export function createFollow(
  references: References,
  fault: DocumentReader["fault"],
): DocumentReader["follow"] {
  return (start) => {
    let place = start;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const reference = referenceOf(place);
      if (reference === undefined) return place;
      const target = references.target(place, reference);
      if (target.place === undefined) {
        fault(start, `${target.problem}. It is left out.`);
        return undefined;
      }
      place = target.place;
    }
    fault(start, `The reference leads around in a circle. It is left out.`);
    return undefined;
  };
}
