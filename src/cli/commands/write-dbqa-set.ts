import { join } from "node:path";
import type { DbqaJournal } from "../../evaluation/construction/dbqa/dbqa-journal.ts";
import { type DbqaSet, dbqaSet } from "../../evaluation/construction/dbqa/dbqa-set.ts";
import { replaceFile } from "../../evaluation/construction/replace-file.ts";

/** Writes the set as far as it is made, and beside it how each question came about. @throws FuxiError `disk-full`, `output-not-written` */
export function writeDbqaSet(folder: string, journal: DbqaJournal): DbqaSet {
  const set = dbqaSet(journal);
  const { questions, ...review } = set;
  replaceFile(join(folder, "questions.json"), questions);
  replaceFile(join(folder, "review.json"), review);
  return set;
}
