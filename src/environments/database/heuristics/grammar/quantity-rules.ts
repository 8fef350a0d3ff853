import { number } from "./basic-rules.ts";
import { operator } from "./comparison-rules.ts";
import { alt, cost, map, type Rule, seq, words } from "./parser.ts";
import type { Operator } from "./question-tree.ts";

export const most = words(
  "the most|most|the largest number of|largest number of|the highest number of|the greatest number of|greatest number of|highest number of|the maximum number of|the most number of|most number of|maximum number of|the largest amount of",
);
export const fewest = words(
  "the fewest|fewest|the least|least|the smallest number of|smallest number of|the lowest number of|lowest number of|the least number of|the fewest number of|the minimum number of|minimum number of|least number of|fewest number of",
);
export const countOf: Rule<{ operator: Operator; value: number }> = alt(
  seq([operator, number], (op, value) => ({ operator: op, value })),
  seq([number, words("or more")], (value) => ({ operator: ">=" as const, value })),
  seq([number, words("or less|or fewer")], (value) => ({ operator: "<=" as const, value })),
  cost(
    0.05,
    map(number, (value) => ({ operator: "=" as const, value })),
  ),
  map(words("multiple|several|more than one"), () => ({ operator: ">" as const, value: 1 })),
);
