import type { ItoolItem } from "../itool-item.ts";
import type { BuildEntry } from "./build-entry.ts";
import { type ItemReview, reviewedItem } from "./item-review.ts";

export interface ReviewList {
  /** Made by a model and checked by code; of those that are not confirmed a person has yet to say that each reads as it should. */
  readonly items: readonly {
    readonly id: string;
    readonly source: string;
    readonly confirmed: boolean;
    readonly needsQuestion: boolean;
    readonly notes: readonly string[];
  }[];
  readonly rejected: readonly Pick<BuildEntry, "source" | "kind" | "rejected">[];
}

/** The items as a person left them, where one has looked: what the set is made of. */
export function reviewedItems(
  entries: readonly BuildEntry[],
  reviews: readonly ItemReview[] = [],
): readonly ItoolItem[] {
  return entries.flatMap(({ item }) => (item === undefined ? [] : (reviewedItem(item, reviews) ?? [])));
}

/** What stands beside the items of a build: the format itself has no place for it. */
export function reviewList(entries: readonly BuildEntry[], reviews: readonly ItemReview[] = []): ReviewList {
  return {
    items: entries.flatMap(({ item, source, needsQuestion = false, notes }) => {
      const left = item === undefined ? undefined : reviewedItem(item, reviews);
      return left === undefined
        ? []
        : [{ id: left.id, source, confirmed: left.confirmed === true, needsQuestion, notes }];
    }),
    rejected: entries.flatMap(({ item, source, kind, rejected }) => {
      if (item === undefined) return [{ source, kind, rejected }];
      return reviewedItem(item, reviews) === undefined
        ? [{ source, kind, rejected: ["A person rejected it."] }]
        : [];
    }),
  };
}
