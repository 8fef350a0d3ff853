import type { Reading } from "../../trajectory/clarification.ts";
import { isObject } from "../../util/is-object.ts";

/** What a reading is called: by what it would put into the question, and by the end of its IRI where it is marked with one. */
export function namesOfReading({ text, replacement, token }: Reading): readonly string[] {
  const iri = isObject(token) && typeof token.iri === "string" ? token.iri : undefined;
  const end = iri?.slice(Math.max(iri.lastIndexOf("/"), iri.lastIndexOf("#")) + 1);
  const ends = end === undefined ? [] : [end, decoded(end).replaceAll("_", " ")];
  return [replacement ?? text, ...ends];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
