import { type Rule, rule } from "./chart.ts";
import type { Noun, Phrase, Verb } from "./phrase.ts";
import {
  asked,
  type Conditions,
  holder,
  joint,
  objectOf,
  question,
  role,
  some,
  subjectOf,
  things,
} from "./phrase-makers.ts";
import { dateAsked } from "./question-rules.ts";

/** "Who" and "what" name no kind of thing. */
type Which = Noun | "any";

const set = (conditions: Conditions, which: Which) =>
  some(conditions, (all) => things(which === "any" ? undefined : which, all));

/** Questions with the question word behind: "the films of X starred who". */
export const LATE_QUESTION_RULES: readonly Rule[] = [
  ...rule("WHICH", "who|whom|what", () => "any"),
  ...rule("WHICH", "what|which N", (noun: Noun) => noun),
  ...rule(
    "Q",
    "KNOWN DO? ALSO? V P? WHICH",
    (subject: Phrase, others: true | undefined, verb: Verb, which: Which) =>
      set(objectOf(verb, subject, others), which),
  ),
  ...rule(
    "Q",
    "NP BE ALSO? V by WHICH",
    (object: Phrase, others: true | undefined, verb: Verb, which: Which) =>
      set(subjectOf(verb, object, others), which),
  ),
  ...rule(
    "Q",
    "NP BE V in|at|on|to|from WHICH",
    (subject: Phrase, verb: Verb, which: Which) =>
      (which === "any" ? undefined : dateAsked(which, subject, verb)) ?? set(objectOf(verb, subject), which),
  ),
  ...rule("Q", "NP BE P which|what N", (of: Phrase, noun: Noun) => set(role(noun, of), noun)),
  ...rule("Q", "NP BE who|what", question),
  ...rule("Q", "NP BE", question, 0.1),
  ...rule("Q", "NP BE V WHEN", (of: Phrase, verb: Verb, when: "when" | "where") =>
    set(asked(when, verb, of), "any"),
  ),
  ...rule("Q", "NP WHEN BE it V", (of: Phrase, when: "when" | "where", verb: Verb) =>
    set(asked(when, verb, of), "any"),
  ),
  ...rule(
    "Q",
    "NP BE ALSO? DET? N of|on|in|for WHICH",
    (is: Phrase, others: true | undefined, noun: Noun, which: Which) => set(holder(noun, is, others), which),
  ),
  ...rule("Q", "NP JOINTV N? with WHICH", (known: Phrase, verb: Verb, noun: Noun | undefined, which: Which) =>
    set(joint(verb, known, noun), which),
  ),
  ...rule(
    "Q",
    "NP V in? N? together with WHICH",
    (known: Phrase, verb: Verb, noun: Noun | undefined, which: Which) => set(joint(verb, known, noun), which),
  ),
  ...rule("Q", "NP V in? the same N with|as WHICH", (known: Phrase, verb: Verb, noun: Noun, which: Which) =>
    set(joint(verb, known, noun), which),
  ),
  ...rule("Q", "NP BE DET? JOINTN of WHICH", (known: Phrase, verb: Verb, which: Which) =>
    set(joint(verb, known), which),
  ),
];
