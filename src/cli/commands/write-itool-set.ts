import { replaceFile } from "../../evaluation/construction/replace-file.ts";
import type { BuildEntry } from "../../evaluation/itool/build/build-entry.ts";
import type { ItemReview } from "../../evaluation/itool/build/item-review.ts";
import { reviewedItems, reviewList } from "../../evaluation/itool/build/review-list.ts";

/** Writes the set as it is by now, and beside it what a person has said and has yet to say. @throws FuxiError `disk-full`, `output-not-written` */
export function writeItoolSet(
  out: string,
  entries: readonly BuildEntry[],
  reviews: readonly ItemReview[],
): void {
  replaceFile(out, reviewedItems(entries, reviews));
  replaceFile(reviewFile(out), reviewList(entries, reviews) as unknown);
}

export function reviewFile(out: string): string {
  return `${out.replace(/\.json$/u, "")}.review.json`;
}
