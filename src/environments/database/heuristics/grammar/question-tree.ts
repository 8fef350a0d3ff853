import type { Mention } from "../lexicon/link.ts";

/** A property in the question: "age", "stadium name" (with its owner), "the name of the country". */
export interface Attribute {
  readonly mention: Mention;
  readonly owner?: Mention;
}

export type Aggregate = "avg" | "sum" | "min" | "max";

/** A calendar span; `month` and `day` if given. */
export interface DateSpan {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

export type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Operand =
  | { readonly kind: "number"; readonly value: number }
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
      /** True if only codes that the verb itself describes count ("who directed …"), not a mere relation. */
      readonly verbTells?: boolean;
      /** True after "of" or "for": it owns the preceding noun. */
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
      /** A vague preposition that alone ties the two: "with", "by". It may limit the rows or ask for more columns. */
      readonly loose?: string;
      /** True after "of" or "for": it owns the preceding noun. */
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
  /** True with "each", "every" or "per". */
  readonly each: boolean;
  readonly distinct: boolean;
  /** True if it belongs to the preceding noun ("their genre"). */
  readonly possessed?: boolean;
  /** True with "all" ("for all the events"). */
  readonly universal?: boolean;
}

/** One requested item. */
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

/** A parsed question, before tables and columns are chosen. */
export interface QuestionTree {
  readonly items: readonly Item[];
  /** The noun that the items belong to. */
  readonly subject?: NounPhrase | undefined;
  /** "for each …" around the whole question. */
  readonly each?: NounPhrase | undefined;
  readonly distinct: boolean;
  readonly order?: Ordering | undefined;
  /** True for "who": only people are an answer. */
  readonly who?: boolean;
}
