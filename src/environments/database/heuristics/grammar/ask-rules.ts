import { alt, cost, map, maybe, type Rule, seq, words, wordWhere } from "./parser.ts";
import type { Item, NounPhrase, QuestionTree } from "./question-tree.ts";

export const polite = maybe(
  words(
    "please|can you|could you|could you please|can you please|i want to know|i would like to know|tell me|let me know|do you know|and|now|kindly|i need|i 'd like to know",
  ),
);
export const show = words(
  "show|list|find|give|return|display|name|report|provide|get|select|state|identify|tell|tell me|show me|give me|find me|list out|find out|retrieve|output|print|compute|calculate|determine|indicate|mention|describe|write down|enumerate|fetch|please list|please show|show all|list all|find all|give all|list down|please give|please provide|write",
);
const whatIs = words(
  "what is|what are|what was|what were|what 's|which is|which are|who is|who are|who was|who were|whats|who 's",
);
export const which = words(
  "which|what|whose|in which|in what|from which|of which|for which|on which|at which|which of the|which of our|which of these|to which|by which",
);
/** "What is", "Please list", "Show me what are". */
const asked = seq(
  [
    polite,
    alt<string>(
      show,
      whatIs,
      seq([show, whatIs], (_, found) => found),
    ),
  ],
  () => true,
);
/** A question may also begin with what it asks for: "customers without email". */
const begun: Rule<boolean> = (input, at) =>
  at === 0 && input.words.length > 0 ? [{ value: true, end: at, cost: 0.03 }] : [];
export const ask: Rule<boolean> = alt(asked, begun);
export const distinctAsk = maybe(
  words(
    "different|distinct|unique|the different|the distinct|the unique|all different|all distinct|the distinctive|all the distinct|all the different",
  ),
);
export const tailVerb = alt(
  words(
    "have|has|own|owns|belong to|come from|come|hold|live in|live|give|offer|get|from|take place in|there|in|lie in|from which|make|has had",
  ),
  cost(
    0.1,
    map(
      wordWhere((word) => word.kind === "word" && !word.capital && word.folded.length > 2),
      (word) => word.folded,
    ),
  ),
);

export function tree(
  items: readonly Item[],
  subject?: NounPhrase,
  more: Partial<QuestionTree> = {},
): QuestionTree {
  return { items, subject, distinct: false, ...more };
}

/** The phrase with modifiers that stand elsewhere in the question. */
export function withModifiers(phrase: NounPhrase, more: NounPhrase["modifiers"]): NounPhrase {
  return { ...phrase, modifiers: [...phrase.modifiers, ...more] };
}
