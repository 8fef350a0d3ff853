import { type Rule, rule } from "./chart.ts";
import type { Noun, Phrase, Verb } from "./phrase.ts";
import {
  asked,
  type Conditions,
  holder,
  isValue,
  link,
  objectOf,
  persons,
  shared,
  some,
  subjectOf,
  subjectOrDate,
} from "./phrase-makers.ts";

const all = (conditions: Conditions) => some(conditions, (each) => each);
const done = (subject: Phrase, others: true | undefined, verb: Verb) =>
  isValue(subject) ? undefined : all(objectOf(verb, subject, others));

/** What may stand behind a noun. */
export const CONDITION_RULES: readonly Rule[] = [
  ...rule("COND", "V by|with KNOWN", (verb: Verb, subject: Phrase) => all(objectOf(verb, subject))),
  ...rule("COND", "V in|at|on|to|for|from|of|about|through|into KNOWN", (verb: Verb, known: Phrase) =>
    all(subjectOrDate(verb, known)),
  ),
  ...rule("COND", "DOING KNOWN", (verb: Verb, object: Phrase) => all(subjectOf(verb, object))),
  ...rule("COND", "THAT VP", (conditions: Conditions) => conditions),
  ...rule("COND", "THAT? KNOWN ALSO? V P?", done, 0.02),
  ...rule("COND", "THAT KNOWN AUX ALSO? V P?", done),
  ...rule("COND", "P which|whom NP BE? V", (subject: Phrase, verb: Verb) => done(subject, undefined, verb)),
  ...rule("COND", "WHEN NP BE? V", (question: "when" | "where", of: Phrase, verb: Verb) =>
    all(asked(question, verb, of)),
  ),
  ...rule("COND", "whose N ALSO VP", (noun: Noun, others: true, conditions: Conditions) =>
    holder(noun, persons(conditions), others),
  ),
  ...rule("COND", "whose N VP", (noun: Noun, conditions: Conditions) =>
    conditions.some((each) => "others" in each) ? undefined : holder(noun, persons(conditions)),
  ),
  ...rule("COND", "whose N BE KNOWN", (noun: Noun, is: Phrase) => all(holder(noun, is))),
  ...rule("COND", "with KNOWN as DET? N", (is: Phrase, noun: Noun) => all(holder(noun, is))),
  ...rule("COND", "with|having the same N as|of|with|like KNOWN", (noun: Noun, known: Phrase) =>
    all(shared(noun, known)),
  ),
  ...rule("COND", "LINK KNOWN", (preposition: string, to: Phrase) => all(link(preposition, to)), 0.05),
  ...rule("COND", "COND and|but? ALSO? COND", (a: Conditions, _: true | undefined, b: Conditions) => [
    ...a,
    ...b,
  ]),
  ...rule("COND", "COND , COND", (a: Conditions, b: Conditions) => [...a, ...b]),
  ...rule("COND", "COND or COND", (a: Conditions, b: Conditions) => [{ by: "any", of: [a, b] }]),
  ...rule("COND", "but|and? not COND", (that: Conditions) => [{ by: "not", that }]),
  ...rule("COND", "THAT NOT VERBAL", (that: Conditions) => [{ by: "not", that }]),
];
