import { isObject } from "../../../../util/is-object.ts";
import { memberOf } from "./json-shape.ts";
import { addressOf } from "./outgoing-addresses.ts";
import { absoluteUri, childOf, childrenOf, type Place, resourceStartOf, startOf, tokensOf } from "./place.ts";
import type { DocumentFiles } from "./read-files.ts";

/** What a reference leads to, or one clause that says why it leads nowhere. */
export type Target =
  | { readonly place: Place; readonly problem?: never }
  | { readonly problem: string; readonly place?: never };

export interface References {
  /** One step: what `reference` written in `from` means. */
  target(from: Place, reference: string): Target;
}

const MOST_STEPS = 100;

/** Shared by all that one reference leads through: each of a hundred steps may otherwise take a hundred of its own. */
interface Steps {
  left: number;
}

export function createReferences(files: DocumentFiles): References {
  let named: ReadonlyMap<string, Place> | undefined;
  const identified = (uri: string): Place | undefined => {
    if (!files.identifiers) return undefined;
    named ??= identifiersOf(files);
    return named.get(uri);
  };

  const starts = (from: Place, address: string): readonly Place[] | string => {
    // A schema with an `$id` is its own world by the letter; many documents mean the file all the same.
    if (address === "") return [resourceStartOf(from), startOf(from.file)];
    const resource = identified(absoluteUri(from.resource.uri, address));
    if (resource !== undefined) return [resource];
    const file = files.find(from.file, address);
    return "problem" in file ? file.problem : [startOf(file)];
  };

  const target = (from: Place, reference: string, steps: Steps): Target => {
    if (steps.left-- <= 0) return { problem: `"${reference}" leads around in a circle` };
    const address = addressOf(reference);
    const found = starts(from, address);
    if (typeof found === "string") {
      const meant = /^[\w.-]+$/u.test(reference) ? definitionNamed(files, reference) : undefined;
      return meant === undefined ? { problem: found } : { place: meant };
    }
    const fragment = decoded(reference.slice(reference.indexOf("#") + 1).trim());
    if (!reference.includes("#") || fragment === "" || fragment === "/") return { place: found[0] as Place };
    if (!fragment.startsWith("/")) {
      const uri = address === "" ? from.resource.uri : absoluteUri(from.resource.uri, address);
      const anchor = identified(`${uri}#${fragment}`) ?? identified(`${found[0]?.file.location}#${fragment}`);
      if (anchor !== undefined) return { place: anchor };
    }
    const pointer = fragment.startsWith("/") ? fragment : `/${fragment}`;
    for (const start of found) {
      const place = walk(start, pointer, steps);
      if (place !== undefined) return { place };
    }
    return { problem: `"${reference}" leads nowhere` };
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

/** Schemas by `$id` and `$anchor`: of the whole document, since one may name another wherever it stands. */
function identifiersOf(files: DocumentFiles): ReadonlyMap<string, Place> {
  const named = new Map<string, Place>();
  const add = (uri: string, place: Place): void => {
    if (!named.has(uri)) named.set(uri, place);
  };
  const seen = new Set<object>();
  const visit = (place: Place): void => {
    if (typeof place.value !== "object" || place.value === null || seen.has(place.value)) return;
    seen.add(place.value);
    if (isObject(place.value)) {
      const { $id, $anchor, $dynamicAnchor } = place.value;
      if (typeof $id === "string" && !$id.startsWith("#")) add(place.resource.uri, place);
      if (typeof $id === "string" && $id.startsWith("#")) add(`${place.resource.uri}${$id}`, place);
      for (const anchor of [$anchor, $dynamicAnchor])
        if (typeof anchor === "string") add(`${place.resource.uri}#${anchor}`, place);
    }
    for (const [, child] of childrenOf(place)) visit(child);
  };
  for (const file of files.all) visit(startOf(file));
  return named;
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
