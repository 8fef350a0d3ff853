import { isObject } from "../../../util/is-object.ts";
import type { Schema } from "./api-document.ts";
import { childOf, memberOf, type Place, startOf, tokensOf } from "./reading/place.ts";
import { addressOf, type DocumentFiles } from "./reading/read-files.ts";

/** The specification whose rules apply. 3.2 follows the rules of 3.1. */
export type Dialect = "2.0" | "3.0" | "3.1";

/** Shared by the readers of a document's parts: resolves references and normalises schemas. */
export interface DocumentReader {
  readonly dialect: Dialect;
  readonly root: Place;
  fault(place: Place, message: string): void;
  /** Follows a chain of `$ref`s to its target. Notes a fault and returns undefined if the target is missing. */
  follow(place: Place): Place | undefined;
  /** A schema as JSON Schema 2020-12; never fails. */
  schema(place: Place): Schema;
}

const MOST_STEPS = 20;

export function referenceOf(place: Place): string | undefined {
  const reference = isObject(place.value) ? memberOf(place.value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

export function createFollow(
  references: References,
  fault: DocumentReader["fault"],
): DocumentReader["follow"] {
  return (start) => {
    const reference = referenceOf(start);
    if (reference === undefined) return start;
    const { place, problem } = references.follow(start, reference);
    if (place === undefined) fault(start, `${problem}. It is left out.`);
    return place;
  };
}

/** The target of a reference, or a clause that says why there is none. */
export type Target =
  | { readonly place: Place; readonly problem?: never }
  | { readonly problem: string; readonly place?: never };

export interface References {
  /** Follows a reference, and those of its targets up to one that `isMeant` accepts as it is (none unless given). */
  follow(from: Place, reference: string, isMeant?: (place: Place) => boolean): Target;
}

export function createReferences(files: DocumentFiles): References {
  /** `left`: references that may still be followed. A pointer may itself lead through references. */
  const target = (from: Place, reference: string, left: number): Target => {
    if (left <= 0) return { problem: `"${reference}" leads around in a circle` };
    const address = addressOf(reference);
    const file = address === "" ? from.file : files.find(from.file, address);
    if ("problem" in file) return file;
    const start = startOf(file);
    const fragment = decoded(reference.slice(reference.indexOf("#") + 1).trim());
    if (!reference.includes("#") || fragment === "" || fragment === "/") return { place: start };
    const place = walk(start, fragment.startsWith("/") ? fragment : `/${fragment}`, left);
    return place === undefined ? { problem: `"${reference}" leads nowhere` } : { place };
  };

  const walk = (start: Place, pointer: string, left: number): Place | undefined => {
    let place = start;
    let steps = left;
    for (const token of tokensOf(pointer)) {
      while (memberOf(place.value, token) === undefined) {
        const reference = referenceOf(place);
        const next = reference === undefined ? undefined : target(place, reference, --steps).place;
        if (next === undefined) return undefined;
        place = next;
      }
      place = childOf(place, token);
    }
    return place;
  };

  return {
    follow(from, reference, isMeant = () => false) {
      let found = target(from, reference, MOST_STEPS);
      for (let steps = 0; found.place !== undefined; steps++) {
        const next = referenceOf(found.place);
        if (next === undefined || isMeant(found.place)) return found;
        found =
          steps > MOST_STEPS
            ? { problem: `"${reference}" leads around in a circle` }
            : target(found.place, next, MOST_STEPS);
      }
      return found;
    },
  };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
