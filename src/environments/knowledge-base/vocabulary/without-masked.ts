import type { Vocabulary } from "./vocabulary.ts";

/** The vocabulary where values of these predicates read `***`: nothing is called so, or counted as a number. */
export function withoutMasked(vocabulary: Vocabulary, masked: ReadonlySet<string>): Vocabulary {
  const rest = (iris: readonly string[]) => iris.filter((iri) => !masked.has(iri));
  const { label, alias, description, attributes } = vocabulary;
  return {
    ...vocabulary,
    label: rest(label),
    alias: rest(alias),
    description: rest(description),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([iri]) => !masked.has(iri))),
  };
}
