/**
 * What English says about one kind of relation, whatever data set has it. It leads from a `start` (the film) to an `end` (its director). Lists
 * are separated by commas.
 */
export interface Concept {
  readonly id: string;
  /** What the end is called, seen from the start: "director of". */
  readonly nouns: string;
  /** What the start is called, seen from the end, where there is a noun for that ("child" of a parent). */
  readonly back?: string;
  /** What the end does to the start: a director directs a film. */
  readonly does?: string;
  /** What the start does, with the end as object or after a preposition: a film stars an actor; a person studies at a school. */
  readonly undergoes?: string;
  /** What happens to the start, where the question word asks for the end: "when was X released", "where was X born". */
  readonly happens?: string;
  /** What asks for the end: "when", "where". */
  readonly asked?: "when" | "where";
  /** Prepositions that put the end behind the start: films *about* X, films *in* French. */
  readonly prepositions?: string;
  /** Kinds of the start and the end (`kinds.ts`). */
  readonly starts: string;
  readonly ends: string;
  /** Further names that relations of this kind have. */
  readonly names?: string;
  /** Names of relations that run the other way. */
  readonly reverse?: string;
  /** Whether ends and starts are alike (spouse): both directions say the same. */
  readonly symmetric?: true;
}
