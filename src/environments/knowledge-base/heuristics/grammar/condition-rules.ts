import type { Comparison } from "../../program/program.ts";
import { type Rule, rule } from "./chart.ts";
import type { Condition, Noun, Phrase } from "./phrase.ts";
import { holder, objectOf, persons, subjectOf, subjectOrDate } from "./phrase-makers.ts";

const one = (condition: Condition): readonly Condition[] => [condition];
const WHO = "that|which|who";

/** What may stand behind a noun. */
export const CONDITION_RULES: readonly Rule[] = [
  ...rule("COND", "V by|with NP", (verb: string, _: string, subject: Phrase) => one(objectOf(verb, subject))),
  ...rule("COND", "V by NP and NP", (verb: string, _: string, a: Phrase, __: string, b: Phrase) => [
    objectOf(verb, a),
    objectOf(verb, b),
  ]),
  ...rule(
    "COND",
    "V in|at|on|to|for|from|of|about|through|into NP",
    (verb: string, _: string, known: Phrase) => one(subjectOrDate(verb, known)),
  ),
  ...rule("COND", "DOING NP", (verb: string, object: Phrase) => one(subjectOf(verb, object))),
  ...rule("COND", "DOING NP and NP", (verb: string, a: Phrase, _: string, b: Phrase) => [
    subjectOf(verb, a),
    subjectOf(verb, b),
  ]),
  ...rule("COND", `${WHO} VP`, (_: string, conditions: readonly Condition[]) => conditions),
  ...rule(
    "COND",
    `${WHO}? NP also? V P?`,
    (_: string, subject: Phrase, others: string, verb: string) =>
      subject.is === "date" || subject.is === "number"
        ? undefined
        : one(objectOf(verb, subject, others !== undefined)),
    0.02,
  ),
  ...rule(
    "COND",
    `${WHO} NP AUX also? V P?`,
    (_: string, subject: Phrase, __: string, others: string, verb: string) =>
      one(objectOf(verb, subject, others !== undefined)),
  ),
  ...rule(
    "COND",
    "P which|whom NP BE? V",
    (_: string, __: string, subject: Phrase, ___: string, verb: string) => one(objectOf(verb, subject)),
  ),
  ...rule("COND", "where|when NP BE? V", (question: "where" | "when", of: Phrase, _: string, verb: string) =>
    one({ by: "asked", question, verb, of }),
  ),
  ...rule("COND", "whose N also VP", (_: string, noun: Noun, __: string, conditions: readonly Condition[]) =>
    one(holder(noun, persons(conditions), true)),
  ),
  ...rule("COND", "whose N VP", (_: string, noun: Noun, conditions: readonly Condition[]) =>
    one(holder(noun, persons(conditions))),
  ),
  ...rule("COND", "whose N BE NP", (_: string, noun: Noun, __: string, is: Phrase) => one(holder(noun, is))),
  ...rule("COND", "LINK NP", (preposition: string, to: Phrase) => one({ by: "link", preposition, to }), 0.05),
  ...rule(
    "COND",
    "COND and|but? also? COND",
    (a: readonly Condition[], _: string, __: string, b: readonly Condition[]) => [...a, ...b],
  ),
  ...rule("COND", "COND , COND", (a: readonly Condition[], _: string, b: readonly Condition[]) => [
    ...a,
    ...b,
  ]),
  ...rule(
    "COND",
    "with|having the same N as|of|with|like NP",
    (_: string, __: string, ___: string, noun: Noun, ____: string, known: Phrase) =>
      one({ by: "shared", noun, with: known }),
  ),

  ...rule("COND", "COMPARATIVE than NUMBER UNIT?", (adjective: string, _: string, value: string) =>
    one({ by: "compare", attribute: { adjective }, comparison: ">", value }),
  ),
  ...rule(
    "COND",
    "with|having DET? N? SIGN NUMBER N?",
    (_: string, __: string, before: Noun, comparison: Comparison, value: string, behind: Noun) =>
      before !== undefined && behind !== undefined
        ? undefined
        : before === undefined && behind === undefined
          ? undefined
          : one({ by: "compare", attribute: { noun: before ?? behind }, comparison, value }),
  ),
  ...rule("COND", "V? WHEN DATE", (verb: string, comparison: Comparison, date: Phrase) =>
    date.is === "date" || date.is === "number"
      ? one({ by: "compare", attribute: verb === undefined ? {} : { verb }, comparison, value: date.value })
      : undefined,
  ),
  ...rule("COND", "V? in|from|of|during the? DECADE", (verb: string, _: string, __: string, decade: number) =>
    within(verb, decade, decade + 9),
  ),
  ...rule(
    "COND",
    "V? between|from DATE and|to DATE",
    (verb: string, _: string, from: Phrase, __: string, to: Phrase) =>
      from.is === "date" && to.is === "date" ? within(verb, Number(from.value), Number(to.value)) : undefined,
  ),
  ...rule("WHEN", "after", () => ">"),
  ...rule("WHEN", "before", () => "<"),
  ...rule("WHEN", "since", () => ">="),
  ...rule("WHEN", "until", () => "<="),
  ...rule("SIGN", "more|greater|higher|over|above than?", () => ">"),
  ...rule("SIGN", "less|fewer|lower|under|below than?", () => "<"),
  ...rule("SIGN", "of? at least", () => ">="),
  ...rule("SIGN", "of? at most", () => "<="),
  ...rule("SIGN", "of", () => "="),
];

function within(verb: string | undefined, from: number, to: number): readonly Condition[] {
  const attribute = verb === undefined ? {} : { verb };
  return [
    { by: "compare", attribute, comparison: ">=", value: String(from) },
    { by: "compare", attribute, comparison: "<=", value: String(to) },
  ];
}
