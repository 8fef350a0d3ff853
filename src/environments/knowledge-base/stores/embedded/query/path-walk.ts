import type { Algebra } from "@traqula/algebra-transformations-1-1";

/** A property path in a form that can be turned around. */
export type Walk =
  | { readonly type: "step"; readonly iri: string; readonly inverse: boolean }
  /** Any one step whose predicate is none of these. */
  | { readonly type: "other"; readonly iris: ReadonlySet<string>; readonly inverse: boolean }
  | { readonly type: "sequence" | "alternatives"; readonly walks: readonly Walk[] }
  | { readonly type: "repeated"; readonly walk: Walk; readonly least: 0 | 1; readonly once: boolean };

export function walkOf(path: Algebra.PropertyPathSymbol): Walk {
  switch (path.type) {
    case "link":
      return { type: "step", iri: path.iri.value, inverse: false };
    case "inv":
      return turned(walkOf(path.path as Algebra.PropertyPathSymbol));
    case "nps":
      return { type: "other", iris: new Set(path.iris.map(({ value }) => value)), inverse: false };
    case "seq":
      return { type: "sequence", walks: path.input.map(walkOf) };
    case "alt":
      return { type: "alternatives", walks: path.input.map(walkOf) };
    case "ZeroOrOnePath":
      return {
        type: "repeated",
        walk: walkOf(path.path as Algebra.PropertyPathSymbol),
        least: 0,
        once: true,
      };
    case "ZeroOrMorePath":
      return {
        type: "repeated",
        walk: walkOf(path.path as Algebra.PropertyPathSymbol),
        least: 0,
        once: false,
      };
    default:
      return {
        type: "repeated",
        walk: walkOf(path.path as Algebra.PropertyPathSymbol),
        least: 1,
        once: false,
      };
  }
}

/** The walk from the other end. */
export function turned(walk: Walk): Walk {
  switch (walk.type) {
    case "step":
    case "other":
      return { ...walk, inverse: !walk.inverse };
    case "sequence":
      return { ...walk, walks: walk.walks.map(turned).reverse() };
    case "alternatives":
      return { ...walk, walks: walk.walks.map(turned) };
    case "repeated":
      return { ...walk, walk: turned(walk.walk) };
  }
}
