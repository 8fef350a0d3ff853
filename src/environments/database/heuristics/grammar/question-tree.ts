import type { Mention } from "../lexicon/link.ts";

/** A property that the question speaks of: "age", "stadium name" (with its owner), "the name of the country" (with the thing it is of). */
export interface Attribute {
  readonly mention: Mention;
  readonly owner?: Mention;
}

export type Aggregate = "avg" | "sum" | "min" | "max";

/** A calendar span; `month` and `day` as far as they were said. */
export interface DateSpan {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

export type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Operand =
  | { readonly kind: "number"; readonly value: number; readonly unit?: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "one-of"; readonly values: readonly number[] }
  | { readonly kind: "average" }
  | { readonly kind: "cells"; readonly mentions: readonly Mention[] }
  | { readonly kind: "dates"; readonly dates: readonly DateSpan[]; readonly until?: DateSpan };

/** A quantity by adjective ("older"), or by name. */
export type Quantity = { readonly attribute: Attribute } | { readonly adjective: string };

export type Modifier =
  | {
      readonly kind: "cells";
      readonly mentions: readonly Mention[];
      readonly negated: boolean;
      readonly verb?: string;
      /** Only what the verb itself says of a code counts ("who directed …"), not that the two are tied somehow. */
      readonly verbTells?: boolean;
      /** Said to own what stands before ("of", "for"). */
      readonly owning?: boolean;
    }
  | {
      readonly kind: "compare";
      readonly by: Quantity | undefined;
      readonly operator: Operator;
      readonly operand: Operand;
      readonly verb?: string | undefined;
    }
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
    }
  | {
      readonly kind: "rank-by-count";
      readonly phrase: NounPhrase;
      readonly direction: "asc" | "desc";
      readonly limit: number;
    }
  | { readonly kind: "each"; readonly phrase: NounPhrase };

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
  | { readonly kind: "entity"; readonly phrase: NounPhrase };

export interface Ordering {
  readonly by: Quantity | "first-item";
  readonly direction: "asc" | "desc";
}

/** A question as it was read, before tables and columns are chosen. */
export interface QuestionTree {
  readonly items: readonly Item[];
  /** What the items are of. */
  readonly subject?: NounPhrase | undefined;
  /** "for each …" around the whole question. */
  readonly each?: NounPhrase | undefined;
  readonly distinct: boolean;
  readonly order?: Ordering | undefined;
  /** Asked with "who": only people are an answer. */
  readonly who?: boolean;
}
