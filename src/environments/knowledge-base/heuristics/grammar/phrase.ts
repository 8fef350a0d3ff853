import type { Comparison } from "../../program/program.ts";
import type { NameReading } from "../linking/link-names.ts";

/** A noun as it stands in the question. */
export interface Noun {
  /** `phraseKey` of its words. */
  readonly key: string;
  /** Folded, as written. */
  readonly text: string;
}

/** A verb likewise: its key is that of all its forms. */
export type Verb = Noun;

/** What a question, or a part of it, asks for: a set that is described, before anything is known of relations. */
export type Phrase =
  | {
      readonly is: "name";
      readonly readings: readonly NameReading[];
      readonly text: string;
      readonly called?: Noun;
    }
  | { readonly is: "date" | "number"; readonly value: string }
  | Things
  /** Each by itself, in one condition: directed by A and B. */
  | { readonly is: "both"; readonly of: readonly Phrase[] }
  /** Members of any: directed by A or B. */
  | { readonly is: "either"; readonly of: readonly Phrase[] }
  | { readonly is: "how-many"; readonly of: Phrase }
  /** The value of a measure: how long is X. */
  | { readonly is: "measure"; readonly adjective: string; readonly of: Phrase };

export interface Things {
  readonly is: "things";
  /** Absent for who and what. */
  readonly noun?: Noun;
  /** "who" asks for persons, "where" for places. */
  readonly asked?: "person" | "place";
  readonly that: readonly Condition[];
  readonly extreme?: Extreme;
}

/** The longest; the one with the greatest length. */
export interface Extreme {
  readonly adjective?: string;
  readonly attribute?: Noun;
  /** Where the adjective or "least" does not say it. */
  readonly greatest?: boolean;
}

/** What is said of each of the things. "Known" is what a condition starts from. */
export type Condition =
  /** They are the noun of it: director of X. */
  | { readonly by: "role"; readonly noun: Noun; readonly of: Phrase }
  /** Their noun is it: which films was X the director of, films whose director is X. */
  | { readonly by: "holder"; readonly noun: Noun; readonly is: Phrase; readonly others?: boolean }
  /** It does so to them: films directed by X. */
  | { readonly by: "object"; readonly verb: Verb; readonly subject: Phrase; readonly others?: boolean }
  /** They do so to it: who directed X, who starred in X. */
  | { readonly by: "subject"; readonly verb: Verb; readonly object: Phrase; readonly others?: boolean }
  /** They have the same noun as it. */
  | { readonly by: "shared"; readonly noun: Noun; readonly with: Phrase }
  /** They did the same together with it: who co-starred with X. */
  | { readonly by: "joint"; readonly verb: Verb; readonly with: Phrase; readonly noun?: Noun }
  | { readonly by: "link"; readonly preposition: string; readonly to: Phrase }
  /** When or where it happened. */
  | { readonly by: "asked"; readonly question: "when" | "where"; readonly verb: Verb; readonly of: Phrase }
  | {
      readonly by: "compare";
      readonly attribute: { readonly noun?: Noun; readonly adjective?: string; readonly verb?: Verb };
      readonly comparison: Comparison;
      readonly value: string;
    }
  | { readonly by: "except"; readonly it: Phrase }
  /** They are not so. */
  | { readonly by: "not"; readonly that: readonly Condition[] }
  /** They are so in one way or another. */
  | { readonly by: "any"; readonly of: readonly (readonly Condition[])[] }
  | { readonly by: "sex"; readonly sex: "male" | "female" };

/** Names that stand anywhere in a phrase. */
export function namesIn(phrase: Phrase): readonly Extract<Phrase, { is: "name" }>[] {
  if (phrase.is === "name") return [phrase];
  if (phrase.is === "how-many" || phrase.is === "measure") return namesIn(phrase.of);
  if (phrase.is === "both" || phrase.is === "either") return phrase.of.flatMap(namesIn);
  if (phrase.is !== "things") return [];
  return phrase.that.flatMap((condition) => knownOf(condition).flatMap(namesIn));
}

/** What a condition starts from; nothing where it only compares. */
export function knownOf(condition: Condition): readonly Phrase[] {
  switch (condition.by) {
    case "role":
    case "asked":
      return [condition.of];
    case "holder":
      return [condition.is];
    case "object":
      return [condition.subject];
    case "subject":
      return [condition.object];
    case "shared":
    case "joint":
      return [condition.with];
    case "link":
      return [condition.to];
    case "except":
      return [condition.it];
    case "compare":
    case "sex":
    case "not":
      return [];
    case "any":
      return condition.of.flatMap((each) => each.flatMap(knownOf));
  }
}
