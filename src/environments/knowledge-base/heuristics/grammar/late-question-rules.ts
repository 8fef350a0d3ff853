import { type Rule, rule } from "./chart.ts";
import type { Noun, Phrase } from "./phrase.ts";
import { holder, objectOf, role, subjectOf, things } from "./phrase-makers.ts";
import { datesOf } from "./question-rules.ts";
import { joint } from "./verb-rules.ts";

/** "Who" and "what" name no kind of thing. */
type None = "none";

const nounOf = (which: Noun | None): Noun | undefined => (which === "none" ? undefined : which);

/** Questions with the question word behind: "the films of X starred who". */
export const LATE_QUESTION_RULES: readonly Rule[] = [
  ...rule("WHICH", "who|whom|what", () => "none"),
  ...rule("WHICH", "what|which N", (_: string, noun: Noun) => noun),
  ...rule(
    "Q",
    "NP DO? also? V P? WHICH",
    (subject: Phrase, _: string, others: string, verb: string, __: string, which: Noun | None) =>
      things(nounOf(which), [objectOf(verb, subject, others !== undefined)]),
  ),
  ...rule(
    "Q",
    "NP BE also? V by WHICH",
    (object: Phrase, _: string, others: string, verb: string, __: string, which: Noun | None) =>
      things(nounOf(which), [subjectOf(verb, object, others !== undefined)]),
  ),
  ...rule(
    "Q",
    "NP BE V in|at|on|to|from WHICH",
    (subject: Phrase, _: string, verb: string, __: string, which: Noun | None) => {
      const noun = nounOf(which);
      const date = noun && datesOf(noun, verb, subject);
      return date ?? things(noun, [objectOf(verb, subject)]);
    },
  ),
  ...rule("Q", "NP BE P which|what N", (of: Phrase, _: string, __: string, ___: string, noun: Noun) =>
    things(noun, [role(noun, of)]),
  ),
  ...rule("Q", "NP BE who|what", (of: Phrase) => (of.is === "name" ? undefined : of)),
  ...rule("Q", "NP BE", (of: Phrase) => (of.is === "name" ? undefined : of), 0.1),
  ...rule("Q", "NP BE V? when|where", (of: Phrase, _: string, verb: string, question: "when" | "where") =>
    things(undefined, [{ by: "asked", question, verb: verb ?? "be", of }]),
  ),
  ...rule(
    "Q",
    "NP BE also? DET? N of|on|in|for WHICH",
    (is: Phrase, _: string, others: string, __: string, noun: Noun, ___: string, which: Noun | None) =>
      things(nounOf(which), [holder(noun, is, others !== undefined)]),
  ),
  ...rule(
    "Q",
    "NP when|where BE it V",
    (of: Phrase, question: "when" | "where", _: string, __: string, verb: string) =>
      things(undefined, [{ by: "asked", question, verb, of }]),
  ),
  ...rule(
    "Q",
    "NP JOINTV N? with WHICH",
    (known: Phrase, verb: string, noun: Noun, _: string, which: Noun | None) =>
      things(nounOf(which), [joint(verb, known, noun)]),
  ),
  ...rule(
    "Q",
    "NP V in? N? together with WHICH",
    (known: Phrase, verb: string, _: string, noun: Noun, __: string, ___: string, which: Noun | None) =>
      things(nounOf(which), [joint(verb, known, noun)]),
  ),
  ...rule(
    "Q",
    "NP V in? the same N with|as WHICH",
    (
      known: Phrase,
      verb: string,
      _: string,
      __: string,
      ___: string,
      noun: Noun,
      ____: string,
      which: Noun | None,
    ) => things(nounOf(which), [joint(verb, known, noun)]),
  ),
  ...rule(
    "Q",
    "NP BE DET? JOINTN of WHICH",
    (known: Phrase, _: string, __: string, verb: string, ___: string, which: Noun | None) =>
      things(nounOf(which), [joint(verb, known, undefined)]),
  ),
];
