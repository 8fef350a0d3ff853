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

/** What a reference leads to, or one clause that says why it leads nowhere. */
export type Target =
  | { readonly place: Place; readonly problem?: never }
  | { readonly problem: string; readonly place?: never };

export interface References {
  /** One step: what `reference` written in `from` means. */
  target(from: Place, reference: string): Target;
}

/** Shared by all that one reference leads through: each of a hundred steps may otherwise take a hundred of its own. */
interface Steps {
  left: number;
}

export function createReferences(files: DocumentFiles): References {
  const start = (from: Place, address: string): Place | string => {
    if (address === "") return startOf(from.file);
    const file = files.find(from.file, address);
    return "problem" in file ? file.problem : startOf(file);
  };

  const target = (from: Place, reference: string, steps: Steps): Target => {
    if (steps.left-- <= 0) return { problem: `"${reference}" leads around in a circle` };
    const address = addressOf(reference);
    const found = start(from, address);
    if (typeof found === "string") {
      const meant = /^[\w.-]+$/u.test(reference) ? definitionNamed(files, reference) : undefined;
      return meant === undefined ? { problem: found } : { place: meant };
    }
    const fragment = decoded(reference.slice(reference.indexOf("#") + 1).trim());
    if (!reference.includes("#") || fragment === "" || fragment === "/") return { place: found };
    const pointer = fragment.startsWith("/") ? fragment : `/${fragment}`;
    const place = walk(found, pointer, steps);
    return place === undefined ? { problem: `"${reference}" leads nowhere` } : { place };
  };

  const walk = (start: Place, pointer: string, steps: Steps): Place | undefined => {
    let place = start;
    for (const token of tokensOf(pointer)) {
      // A pointer may lead through something that itself stands elsewhere.
      while (memberOf(place.value, token) === undefined) {
        const reference = isObject(place.value) ? memberOf(place.value, "$ref") : undefined;
        if (typeof reference !== "string") return undefined;
        const next = target(place, reference, steps);
        if (next.place === undefined) return undefined;
        place = next.place;
      }
      place = childOf(place, token);
    }
    return place;
  };

  return { target: (from, reference) => target(from, reference, { left: MOST_STEPS }) };
}

/** `$ref: Pet`, of which the writer thought that it means a definition. */
function definitionNamed(files: DocumentFiles, name: string): Place | undefined {
  const root = startOf(files.root);
  const components = childOf(root, "components");
  const places = [childOf(childOf(components, "schemas"), name), childOf(childOf(root, "definitions"), name)];
  return places.find(({ value }) => value !== undefined);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
