import type { DbqaJournal } from "./dbqa-journal.ts";
import { dbqaSet } from "./dbqa-set.ts";

/**
 * Has the next build try what was not made of these items once more, with as many tries as the first time; what was made and confirmed stays, and so does what a person
 * rejected. How many items that are. @throws FuxiError of the journal
 */
export function tryAgain(journal: DbqaJournal, items: readonly string[]): number {
  const open = dbqaSet(journal).rejected.filter(({ id, stage }) => stage !== "confirm" && items.includes(id));
  for (const { id } of open) journal.append({ item: id, stage: "again" });
  return open.length;
}
