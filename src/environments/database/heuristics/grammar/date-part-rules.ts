import { attribute } from "./basic-rules.ts";
import { alt, map, maybe, type Rule, rule, seq, words } from "./parser.ts";
import type { DatePart, Grouping } from "./question-tree.ts";

type DateGrouping = Extract<Grouping, { kind: "date" }>;

const PARTS: ReadonlyMap<string, DatePart> = new Map([
  ["year", "year"],
  ["years", "year"],
  ["quarter", "quarter"],
  ["quarters", "quarter"],
  ["month", "month"],
  ["months", "month"],
  ["day", "day"],
  ["days", "day"],
  ["date", "day"],
  ["dates", "day"],
]);

/** "month", "calendar year", "month of sold on": a part of dates that rows are told apart by. */
export const datePart: Rule<DateGrouping> = rule(() => {
  const part = seq([maybe(words("calendar")), words(...PARTS.keys())], (_, word) => word);
  const plain = map(part, (word): DateGrouping => ({ kind: "date", part: PARTS.get(word) ?? "day", word }));
  return alt<DateGrouping>(
    plain,
    // Columns of days are often called `shipped_on`; the small word alone at the end of a name is part of no name.
    seq([plain, words("of|of the"), attribute, maybe(words("on|at"))], (found, _, of) => ({ ...found, of })),
  );
});
