import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { type LineJournal, openLineJournal } from "../line-journal.ts";
import { type DbqaEntry, dbqaEntry } from "./dbqa-entry.ts";

const heading = z.strictObject({
  dataset: z.literal("dbqa"),
  /** In the ids of the runs that conclude. */
  build: z.string(),
  /** What names of databases begin with. */
  database: z.string().regex(/^[\w-]+$/u),
  /** Digest of the schema. */
  schema: z.string(),
  /** Digest of the seeds that were given, or the number that they are drawn by. */
  seeds: z.string(),
});

export type DbqaHeading = z.infer<typeof heading>;
export type DbqaJournal = LineJournal<DbqaHeading, DbqaEntry>;

/** What a build is begun with. */
export interface DbqaBegun {
  readonly database: string;
  readonly schema: string;
  /** The text of the seeds, where they are given. */
  readonly seeds: string | undefined;
  readonly seed: number;
}

/** The journal of a set of long-form questions in its folder; without what it is begun with it has to be there. @throws FuxiError as `openLineJournal` */
export function openDbqaJournal(folder: string, begun?: DbqaBegun): DbqaJournal {
  const own = begun && {
    database: begun.database.replace(/[^\w-]+/gu, "-"),
    schema: digest(begun.schema),
    seeds: begun.seeds === undefined ? `drawn by ${begun.seed}` : digest(begun.seeds),
  };
  return openLineJournal(
    join(folder, "journal.jsonl"),
    { heading, entry: dbqaEntry },
    own && {
      begin: () => ({ dataset: "dbqa" as const, build: randomUUID(), ...own }),
      strange: (before) =>
        before.schema !== own.schema
          ? "it was begun with another schema"
          : before.seeds !== own.seeds
            ? "it was begun with other seeds"
            : undefined,
    },
  );
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
