import type { Mention } from "../lexicon/link.ts";

/** A property that the question speaks of: "age", "stadium name" (with its owner), "the name of the country" (with the thing it is of). */
export interface Attribute {
  readonly mention: Mention;
  readonly owner?: Mention;
}

export type Aggregate = "avg" | "sum" | "min" | "max" | "count-distinct";

/** A calendar span; `month` and `day` as far as they were said. */
export interface DateSpan {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** Ten years from `year` on. */
  readonly decade?: boolean;
}

export type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Operand =
  | { readonly kind: "number"; readonly value: number; readonly unit?: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "one-of"; readonly values: readonly number[] }
  | { readonly kind: "average" | "minimum" | "maximum" }
  | { readonly kind: "cells"; readonly mentions: readonly Mention[] }
  | { readonly kind: "text"; readonly text: string; readonly place: "inside" | "start" | "end" }
  | { readonly kind: "dates"; readonly dates: readonly DateSpan[]; readonly until?: DateSpan };

/** A quantity by adjective ("older"), or by name. */
export type Quantity = { readonly attribute: Attribute } | { readonly adjective: string };

export type Modifier =
  | {
      readonly kind: "cells";
      readonly mentions: readonly Mention[];
      readonly negated: boolean;
      readonly together?: boolean;
      readonly verb?: string;
      /** Said to own what stands before ("of", "for"). */
      readonly owning?: boolean;
      /** Only what the verb itself says of a code counts ("who directed …"), not that the two are tied somehow. */
      readonly verbTells?: boolean;
    }
  | {
      readonly kind: "compare";
      readonly by: Quantity | undefined;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly verb?: string | undefined;
      /** The verb is the sentence's own ("were held"): it is said of what is asked about rather than of what is named on the way there. */
      readonly finite?: boolean;
    }
  | { readonly kind: "present"; readonly attribute: Attribute; readonly negated: boolean }
  | {
      readonly kind: "has";
      readonly phrase: NounPhrase;
      readonly negated: boolean;
      readonly count?: { readonly operator: Operator; readonly value: number } | undefined;
      readonly verb?: string;
      /** The preposition where nothing else ties the two: "with", "by". Whether it limits the rows or asks to show more is then open. */
      readonly loose?: string;
      /** Said to own what stands before ("of", "for"). */
      readonly owning?: boolean;
    }
  | {
      readonly kind: "rank";
      readonly by: Quantity;
      readonly direction: "asc" | "desc";
      readonly limit: number;
      /** "top 3 … by": of each that is called so, not of single rows. */
      readonly ofEach?: boolean;
    }
  | {
      readonly kind: "rank-by-count";
      readonly phrase?: NounPhrase;
      readonly direction: "asc" | "desc";
      readonly limit: number;
    }
  /** "by total quantity", "by total invoices": the sum of a column, or of what the rows of a table come to. */
  | {
      readonly kind: "rank-by-sum";
      readonly of: Mention;
      readonly direction: "asc" | "desc";
      readonly limit: number;
      /** Rows of a table are counted, whatever they come to. */
      readonly bySize?: boolean;
      /** "Total" was not said: adding up has to be the one thing that makes sense of such a column. */
      readonly onlyNamed?: boolean;
      /** What limits the rows that are added up. */
      readonly among?: readonly Modifier[];
    }
  | { readonly kind: "each"; readonly phrase: NounPhrase }
  | { readonly kind: "any"; readonly either: readonly Modifier[] }
  | { readonly kind: "verb"; readonly word: string }
  /** A verb without more ("were refunded", "have not left"): there is a date of it, or none. */
  | { readonly kind: "done"; readonly word: string; readonly negated: boolean };

export interface NounPhrase {
  readonly head: Mention;
  readonly modifiers: readonly Modifier[];
  /** Said with "each", "every" or "per". */
  readonly each: boolean;
  readonly distinct: boolean;
  /** Said to belong to what stands before ("their genre"). */
  readonly possessed?: boolean;
  /** Said of all there are ("for all the events"). */
  readonly universal?: boolean;
}

/** One thing that is asked for. */
export type Item =
  | {
      readonly kind: "attribute";
      readonly attribute: Attribute;
      readonly aggregates: readonly Aggregate[];
      readonly distinct: boolean;
    }
  | { readonly kind: "count"; readonly phrase: NounPhrase; readonly distinct: boolean }
  /** How many of something each of the things before has ("how many courses do they teach"). */
  | { readonly kind: "their-count"; readonly phrase: NounPhrase }
  /** Other things that go with those asked about ("the courses they teach"). */
  | { readonly kind: "theirs"; readonly phrase: NounPhrase }
  | { readonly kind: "entity"; readonly phrase: NounPhrase };

export interface Ordering {
  readonly by: Quantity | "count" | "first-item";
  readonly direction: "asc" | "desc";
}

export type DatePart = "year" | "quarter" | "month" | "day";

/** What figures are told apart by: another thing, or a part of the dates of their rows. */
export type Grouping =
  | { readonly kind: "thing"; readonly phrase: NounPhrase }
  | {
      readonly kind: "date";
      readonly part: DatePart;
      /** The word for it, which may also be what a column is called by. */
      readonly word: string;
      /** The dates that are meant, where the question names them. */
      readonly of?: Attribute;
    };

/** How many of the groups are wanted, by the only figure that is asked for. */
export interface GroupCut {
  readonly direction: "asc" | "desc";
  readonly limit: number;
  /** The figure was only named ("by amount"): adding it up has to be the one thing that makes sense. */
  readonly onlyNamed?: boolean;
}

/** A question as it was read, before tables and columns are chosen. */
export interface QuestionTree {
  readonly items: readonly Item[];
  /** What the items are of. */
  readonly subject?: NounPhrase | undefined;
  /** "for each …" around the whole question. */
  readonly each?: NounPhrase | undefined;
  /** True when that stands in front: its name is then shown in front as well. */
  readonly eachFirst?: boolean;
  readonly distinct: boolean;
  readonly order?: Ordering | undefined;
  /** What the figures are told apart by, one within the other. */
  readonly groups?: readonly Grouping[] | undefined;
  readonly groupCut?: GroupCut | undefined;
  /** Asked with "who": only people are an answer. */
  readonly who?: boolean;
}
