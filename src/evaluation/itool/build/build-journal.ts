import { createHash } from "node:crypto";
import { z } from "zod";
import { openLineJournal } from "../../construction/line-journal.ts";
import { type ItoolItem, itoolItem } from "../itool-item.ts";
import { ITOOL_KINDS } from "./itool-kinds.ts";
import { holdsWords } from "./make-kinds.ts";

/** The result of making one kind from one clear item. */
export const buildEntry = z.strictObject({
  source: z.string(),
  kind: z.enum(ITOOL_KINDS),
  item: itoolItem.exactOptional(),
  /** Whether the user has to be asked, as computed from the solution. */
  needsQuestion: z.boolean().exactOptional(),
  /** Notes for a reviewer. */
  notes: z.array(z.string()),
  /** Why tries were rejected, in order. Without an item, why there is none. */
  rejected: z.array(z.string()),
});

/**
 * The result of making one kind from one clear item: the unclear item, or why there is none.
 *
 * @interface
 */
export type BuildEntry = z.infer<typeof buildEntry>;

/** A person's verdict on an item that a model wrote. */
const itemReview = z.strictObject({
  /** Id of the item. */
  reviewed: z.string(),
  verdict: z.enum(["confirmed", "edited", "rejected"]),
  /** The edited texts, if `verdict` is `edited`. */
  query: z.string().min(1).exactOptional(),
  question: z.string().exactOptional(),
});

export type ItemReview = z.infer<typeof itemReview>;

/** The item after its last review. Undefined if it was rejected. */
function reviewedItem(item: ItoolItem, reviews: readonly ItemReview[]): ItoolItem | undefined {
  const review = reviews.findLast(({ reviewed }) => reviewed === item.id);
  if (review === undefined) return item;
  if (review.verdict === "rejected") return undefined;
  const { query = item.query, question = item.question } = review;
  return { ...item, query, question, confirmed: true };
}

/** Why an edited item does not fit its kind any more. Undefined if it does. */
export function editProblem({ query, words, category, intended, question }: ItoolItem): string | undefined {
  if (query.trim() === "") return "The query is empty.";
  const absent = words.find((each) => !holdsWords(query, each));
  if (absent !== undefined) return `The unclear words "${absent}" no longer stand in the query.`;
  const isBlurred = words.length > 0 && category !== "problematic" && intended !== "";
  if (isBlurred && holdsWords(query, intended)) return `The query names "${intended}".`;
  if (words.length > 0 && !question.includes("?")) return "The question to be raised is none.";
  if (intended !== "" && holdsWords(question, intended)) return `The question gives away "${intended}".`;
  return undefined;
}

/** The reviewed items, and the review file, whose content has no place in the format of items. */
export function reviewedSet(entries: readonly BuildEntry[], reviews: readonly ItemReview[] = []) {
  const seen = entries.map((entry) => ({ ...entry, left: entry.item && reviewedItem(entry.item, reviews) }));
  return {
    items: seen.flatMap(({ left }) => left ?? []),
    review: {
      /** Made by a model and checked by code; of those that are not confirmed a person has yet to say that each reads as it should. */
      items: seen.flatMap(({ left, source, needsQuestion = false, notes }) =>
        left === undefined
          ? []
          : [{ id: left.id, source, confirmed: left.confirmed === true, needsQuestion, notes }],
      ),
      rejected: seen.flatMap(({ item, left, source, kind, rejected }) =>
        left === undefined
          ? [{ source, kind, rejected: item === undefined ? rejected : ["A person rejected it."] }]
          : [],
      ),
    },
  };
}

/** What a build was begun with: the clear items and the seed. */
const heading = z.strictObject({ set: z.string(), seed: z.int() });

/**
 * The entries of a build and what a person said of its items since, as JSON lines: a second call goes on where the first ended. Without what it is begun with (the clear items
 * as they were read, and the seed) it has to be there.
 * @throws FuxiError as `openLineJournal`
 */
export function openBuildJournal(
  path: string,
  begun?: { readonly text: string; readonly seed: number },
): {
  readonly done: readonly BuildEntry[];
  readonly reviews: readonly ItemReview[];
  append(entry: BuildEntry | ItemReview): void;
} {
  const own = begun && {
    set: createHash("sha256").update(begun.text).digest("hex").slice(0, 16),
    seed: begun.seed,
  };
  const journal = openLineJournal(
    path,
    { heading, entry: z.union([buildEntry, itemReview]) },
    own && {
      begin: () => own,
      strange: ({ set, seed }) =>
        set === own.set && seed === own.seed
          ? undefined
          : "it was begun with other items or with another seed",
    },
  );
  return {
    done: journal.done.filter((each) => "source" in each),
    reviews: journal.done.filter((each) => "reviewed" in each),
    append: journal.append,
  };
}
