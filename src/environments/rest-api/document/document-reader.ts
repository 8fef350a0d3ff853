import { isObject } from "../../../util/is-object.ts";
import type { Schema } from "./api-document.ts";
import { childOf, memberOf, type Place, startOf, tokensOf } from "./reading/place.ts";
import { addressOf, type DocumentFiles } from "./reading/read-files.ts";

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

/** What a reference leads to, or one clause that says why it leads nowhere. */
export type Target =
  | { readonly place: Place; readonly problem?: never }
  | { readonly problem: string; readonly place?: never };

export interface References {
  /** One step: what `reference` written in `from` means. */
  target(from: Place, reference: string): Target;
}

export function createReferences(files: DocumentFiles): References {
  /** `left`: references that may still be followed; a pointer may lead through things that themselves stand elsewhere. */
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

  return { target: (from, reference) => target(from, reference, MOST_STEPS) };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
