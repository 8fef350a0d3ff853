import type { NameReading } from "../linking/link-names.ts";

/** A noun or a verb of the question. */
export interface Word {
  /** `phraseKey` of its words: the same for all forms of a word. */
  readonly key: string;
  /** Folded, as written. */
  readonly text: string;
}

export interface Name {
  readonly is: "name";
  readonly readings: readonly NameReading[];
  readonly text: string;
  /** The noun before it: *the film* X. */
  readonly called?: Word;
}

/** The set that a question, or a part of it, describes in words, before relations are looked up. */
export type Phrase = Name | Described | { readonly is: "how-many"; readonly of: Phrase };

export interface Described {
  readonly is: "described";
  /** Absent for "who" and "what". */
  readonly noun?: Word;
  /** "Who" asks for persons. */
  readonly person?: true;
  readonly that: Conditions;
}

export type Conditions = readonly Condition[];

/** A condition on each member, relative to the phrase `of`. */
export type Condition =
  /** The member is the noun of `of`: director of X. */
  | { readonly by: "role"; readonly noun: Word; readonly of: Phrase }
  /** The member's noun is `of`: which films was X the director of, films whose director is X. */
  | { readonly by: "holder"; readonly noun: Word; readonly of: Phrase; readonly others?: boolean }
  /** `of` does the verb to the member: films directed by X. */
  | { readonly by: "object"; readonly verb: Word; readonly of: Phrase; readonly others?: boolean }
  /** The member does the verb to `of`: who directed X, who starred in X. */
  | { readonly by: "subject"; readonly verb: Word; readonly of: Phrase; readonly others?: boolean }
  /** The member shares the noun with `of`: same director as X. */
  | { readonly by: "shared"; readonly noun: Word; readonly of: Phrase }
  /** The member did the verb together with `of`: who co-starred with X. */
  | { readonly by: "joint"; readonly verb: Word; readonly of: Phrase }
  | { readonly by: "link"; readonly preposition: string; readonly of: Phrase }
  /** The member is the time or place at which the verb happened to `of`. */
  | { readonly by: "asked"; readonly question: string; readonly verb: Word; readonly of: Phrase };

/** All names in a phrase. */
export function namesIn(phrase: Phrase): readonly Name[] {
  if (phrase.is === "name") return [phrase];
  if (phrase.is === "how-many") return namesIn(phrase.of);
  return phrase.that.flatMap((condition) => namesIn(condition.of));
}
