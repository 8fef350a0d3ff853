import { type ChartInput, type Edge, type Rule, readAs, rule } from "./chart.ts";
import { CONDITION_RULES } from "./condition-rules.ts";
import { LATE_QUESTION_RULES } from "./late-question-rules.ts";
import { NOUN_RULES } from "./noun-rules.ts";
import type { Phrase } from "./phrase.ts";
import { QUESTION_RULES } from "./question-rules.ts";
import { VERB_RULES } from "./verb-rules.ts";

const RULES: readonly Rule[] = [
  ...NOUN_RULES,
  ...CONDITION_RULES,
  ...VERB_RULES,
  ...QUESTION_RULES,
  ...LATE_QUESTION_RULES,
  ...rule("LINK", "about|in|from|by|with|on|at|of|within", (word: string) => word),
];

/** All readings of the question, cheapest first; none where the rules cannot put its words together. */
export function readQuestion(input: ChartInput): readonly Edge<Phrase>[] {
  return readAs("Q", RULES, input) as readonly Edge<Phrase>[];
}
