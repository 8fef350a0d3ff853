import type { Comparison } from "../../program/program.ts";
import type { NameReading } from "../linking/link-names.ts";

/** A noun or a verb as it stands in the question. */
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

/** What a question, or a part of it, asks for: a set that is described, before anything is known of relations. */
export type Phrase = Name | Things | { readonly is: "how-many"; readonly of: Phrase };

export interface Things {
  readonly is: "things";
  /** Absent for who and what. */
  readonly noun?: Word;
  /** "Who" asks for persons. */
  readonly person?: true;
  readonly that: Conditions;
  /** An adjective such as "longest": only those with the extreme value. */
  readonly superlative?: string;
}

export type Conditions = readonly Condition[];

/** What is said of each of the things. */
export type Condition =
  /** They are the noun of it: director of X. */
  | { readonly by: "role"; readonly noun: Word; readonly of: Phrase }
  /** Their noun is it: which films was X the director of, films whose director is X. */
  | { readonly by: "holder"; readonly noun: Word; readonly of: Phrase; readonly others?: boolean }
  /** It does so to them: films directed by X. */
  | { readonly by: "object"; readonly verb: Word; readonly of: Phrase; readonly others?: boolean }
  /** They do so to it: who directed X, who starred in X. */
  | { readonly by: "subject"; readonly verb: Word; readonly of: Phrase; readonly others?: boolean }
  /** They have the same noun as it. */
  | { readonly by: "shared"; readonly noun: Word; readonly of: Phrase }
  /** They did the same together with it: who co-starred with X. */
  | { readonly by: "joint"; readonly verb: Word; readonly of: Phrase }
  | { readonly by: "link"; readonly preposition: string; readonly of: Phrase }
  /** When or where it happened. */
  | { readonly by: "asked"; readonly question: string; readonly verb: Word; readonly of: Phrase }
  /** A date of theirs compares so: of what the verb says, or their only one. */
  | {
      readonly by: "time";
      readonly verb?: Word;
      readonly comparison: Comparison;
      readonly value: string;
    };

/** Names that stand anywhere in a phrase. */
export function namesIn(phrase: Phrase): readonly Name[] {
  if (phrase.is === "name") return [phrase];
  if (phrase.is === "how-many") return namesIn(phrase.of);
  return phrase.that.flatMap((condition) => ("of" in condition ? namesIn(condition.of) : []));
}
