import { createHash } from "node:crypto";
import { z } from "zod";
import { type JournalOwner, openLineJournal } from "../../construction/line-journal.ts";
import { type BuildEntry, buildEntry } from "./build-entry.ts";
import { type ItemReview, itemReview } from "./item-review.ts";

/** What a build was begun with: the clear items and the seed. */
const heading = z.strictObject({ set: z.string(), seed: z.int() });
type Heading = z.infer<typeof heading>;

export interface BuildJournal {
  readonly done: readonly BuildEntry[];
  /** What a person said of the items since. */
  readonly reviews: readonly ItemReview[];
  append(entry: BuildEntry | ItemReview): void;
}

/** The clear items as they were read, and the seed. */
export interface BuildBegun {
  readonly text: string;
  readonly seed: number;
}

/**
 * The entries of a build and what a person said of its items, as JSON lines: a second call goes on where the first ended. Without what it is begun with it has to be
 * there.
 *
 * @throws FuxiError as `openLineJournal`
 */
export function openBuildJournal(path: string, begun?: BuildBegun): BuildJournal {
  const entry = z.union([buildEntry, itemReview]);
  const journal = openLineJournal(path, { heading, entry }, begun && ownerOf(begun));
  return {
    done: journal.done.filter((each) => "source" in each),
    reviews: journal.done.filter((each) => "reviewed" in each),
    append: journal.append,
  };
}

function ownerOf({ text, seed }: BuildBegun): JournalOwner<Heading> {
  const own = { set: createHash("sha256").update(text).digest("hex").slice(0, 16), seed };
  return {
    begin: () => own,
    strange: (before) =>
      before.set === own.set && before.seed === own.seed
        ? undefined
        : "it was begun with other items or with another seed",
  };
}
