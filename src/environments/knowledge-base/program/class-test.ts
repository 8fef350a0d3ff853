import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Whether an IRI that stands by itself in a program means a class, all of whose instances are the set, and not an entity. */
export type ClassTest = (iri: string) => boolean;

export const noClasses: ClassTest = () => false;

/** By the vocabulary's pattern of class names (Freebase, DBpedia), and by the classes that are known from the data. */
export function classTest({ classPattern }: Vocabulary, known: Iterable<string> = []): ClassTest {
  const classes = new Set(known);
  const pattern = classPattern === undefined ? undefined : new RegExp(classPattern, "u");
  return (iri) => classes.has(iri) || pattern?.test(iri) === true;
}
