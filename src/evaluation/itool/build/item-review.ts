import { z } from "zod";
import type { ItoolItem } from "../itool-item.ts";
import { holdsWords } from "./builder-stage.ts";

/** What a person said of an item that a model wrote. */
export const itemReview = z.strictObject({
  /** Id of the item. */
  reviewed: z.string(),
  verdict: z.enum(["confirmed", "edited", "rejected"]),
  /** With `edited`, as they are now. */
  query: z.string().min(1).exactOptional(),
  question: z.string().exactOptional(),
});

/**
 * What a person said of an item that a model wrote.
 *
 * @interface
 */
export type ItemReview = z.infer<typeof itemReview>;

/** The item as the person left it; undefined where it was rejected. Of several reviews the last one counts. */
export function reviewedItem(item: ItoolItem, reviews: readonly ItemReview[]): ItoolItem | undefined {
  const own = reviews.filter(({ reviewed }) => reviewed === item.id);
  const last = own.at(-1);
  if (last === undefined) return item;
  if (last.verdict === "rejected") return undefined;
  const query = own.findLast((each) => each.query !== undefined)?.query ?? item.query;
  const question = own.findLast((each) => each.question !== undefined)?.question ?? item.question;
  return { ...item, query, question, confirmed: true };
}

/** What keeps an item from being one of its kind as a person has edited it; undefined where nothing does. */
export function editProblem(item: ItoolItem): string | undefined {
  if (item.query.trim() === "") return "The query is empty.";
  const absent = item.words.find((each) => !holdsWords(item.query, each));
  if (absent !== undefined) return `The unclear words "${absent}" no longer stand in the query.`;
  const isBlurred = item.words.length > 0 && item.category !== "problematic" && item.intended !== "";
  if (isBlurred && holdsWords(item.query, item.intended)) return `The query names "${item.intended}".`;
  if (item.words.length > 0 && !item.question.includes("?")) return "The question to be raised is none.";
  if (item.intended !== "" && holdsWords(item.question, item.intended))
    return `The question gives away "${item.intended}".`;
  return undefined;
}
