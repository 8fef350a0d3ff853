import { type ChartInput, type Edge, type Rule, readAs } from "./chart.ts";
import { CONDITION_RULES } from "./condition-rules.ts";
import { COUNT_RULES } from "./count-rules.ts";
import { LATE_QUESTION_RULES } from "./late-question-rules.ts";
import { MEASURE_RULES } from "./measure-rules.ts";
import { NOUN_RULES } from "./noun-rules.ts";
import type { Condition, Phrase } from "./phrase.ts";
import { QUESTION_RULES } from "./question-rules.ts";
import { SMALL_RULES } from "./small-rules.ts";
import { VERB_RULES } from "./verb-rules.ts";

const RULES: ReadonlyMap<string, readonly Rule[]> = Map.groupBy(
  [
    ...SMALL_RULES,
    ...NOUN_RULES,
    ...CONDITION_RULES,
    ...MEASURE_RULES,
    ...VERB_RULES,
    ...QUESTION_RULES,
    ...COUNT_RULES,
    ...LATE_QUESTION_RULES,
  ],
  ({ category }) => category,
);

/** All readings of a text that is no question as a part of one: what may stand behind a noun (`COND`), what is said of a subject (`VP`). */
export function readConditions(
  category: "COND" | "VP",
  input: ChartInput,
): readonly Edge<readonly Condition[]>[] {
  return readAs(category, RULES, input) as readonly Edge<readonly Condition[]>[];
}

/** All readings of the question, cheapest first; none where the rules cannot put its words together. */
export function readQuestion(input: ChartInput): readonly Edge<Phrase>[] {
  return readAs("Q", RULES, input) as readonly Edge<Phrase>[];
}
