import type { Json } from "../../../util/json.ts";
import type { Iri } from "../term/term.ts";

/** What a reading stands for: one entity, class or relation, by its full IRI. */
export type ReadingMark =
  | { readonly is: "entity" | "class"; readonly iri: string }
  /** One relation or attribute; `inverse` where it is walked against its direction. */
  | { readonly is: "relation"; readonly iri: string; readonly inverse?: boolean };

/** Longer marks are left out; the reading is then known by its text alone. */
const LONGEST = 500;

export function tokenOf(mark: ReadingMark): { readonly token?: Json } {
  const token: Json = { ...mark };
  return JSON.stringify(token).length > LONGEST ? {} : { token };
}

/** Undefined for what is no mark of ours: tokens come back from outside. */
export function readToken(token: Json | undefined): ReadingMark | undefined {
  if (typeof token !== "object" || token === null || Array.isArray(token)) return undefined;
  const { is, iri, inverse } = token as { readonly [key: string]: Json };
  if (typeof iri !== "string" || iri === "") return undefined;
  if (is === "entity" || is === "class") return { is, iri };
  return is === "relation" ? { is, iri, ...(inverse === true ? { inverse } : {}) } : undefined;
}

export const termOf = ({ iri: value }: ReadingMark): Iri => ({ kind: "iri", value });
