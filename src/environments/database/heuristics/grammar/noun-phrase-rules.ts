import { mention } from "./basic-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { many, rule, seq } from "./parser.ts";
import { before, nounPhrase, opening } from "./simple-phrase-rules.ts";

/** "all the French singers above age 20 who performed in 2014". */
nounPhrase.define(
  rule(() =>
    seq(
      [opening, many(before, 3), mention("table", "column", "value"), modifiers],
      (open, first, head, after) => ({
        ...open,
        head,
        modifiers: [...first, ...after],
      }),
    ),
  ),
);

export { nounPhrase };
