import type { Comparison } from "../../program/program.ts";
import { type Rule, rule } from "./chart.ts";
import type { Condition, Noun, Phrase } from "./phrase.ts";
import { objectOf, role, subjectOrDate } from "./phrase-makers.ts";

const one = (condition: Condition): readonly Condition[] => [condition];
const BEHIND = "in|at|on|to|for|from|of|about|with|through|into";

/** What is said of a subject. */
export const VERB_RULES: readonly Rule[] = [
  ...rule("BE", "is|are|was|were|be|'s", (word: string) => word),
  ...rule("BE", "has|have|had been", () => "been"),
  ...rule("BE", "can|could be", () => "be"),
  ...rule("DO", "do|does|did|has|have|had|can", (word: string) => word),
  ...rule("HAVE", "has|have|had", (word: string) => word),
  ...rule("P", "in|at|on|to|for|from|of|about|with|under|through|into|by", (word: string) => word),

  ...rule("VP", "DO? also? V NP", (_: string, others: string, verb: string, object: Phrase) =>
    object.is === "date" || object.is === "number"
      ? undefined
      : one(subjectOrDate(verb, object, others !== undefined)),
  ),
  ...rule(
    "VP",
    `DO? also? V ${BEHIND} NP`,
    (_: string, others: string, verb: string, __: string, known: Phrase) =>
      one(subjectOrDate(verb, known, others !== undefined)),
  ),
  ...rule(
    "VP",
    `BE also? V ${BEHIND} NP`,
    (_: string, others: string, verb: string, __: string, known: Phrase) =>
      one(subjectOrDate(verb, known, others !== undefined)),
  ),
  ...rule(
    "VP",
    "BE also? V by|with NP",
    (_: string, others: string, verb: string, __: string, subject: Phrase) =>
      one(objectOf(verb, subject, others !== undefined)),
  ),
  ...rule(
    "VP",
    "BE V by NP and NP",
    (_: string, verb: string, __: string, a: Phrase, ___: string, b: Phrase) => [
      objectOf(verb, a),
      objectOf(verb, b),
    ],
  ),
  ...rule(
    "VP",
    `BE DET? N of|for|in|on|to|behind NP`,
    (_: string, __: string, noun: Noun, ___: string, of: Phrase) => one(role(noun, of)),
  ),
  ...rule("VP", "BE NP 's N", (_: string, of: Phrase, __: string, noun: Noun) => one(role(noun, of))),
  ...rule(
    "VP",
    "BE listed|credited|known|named as DET? N of|for|on NP",
    (_: string, __: string, ___: string, ____: string, noun: Noun, _____: string, of: Phrase) =>
      one(role(noun, of)),
  ),
  ...rule("VP", "BE LINK NP", (_: string, preposition: string, to: Phrase) =>
    one({ by: "link", preposition, to }),
  ),
  ...rule("VP", "BE COMPARED", (_: string, condition: readonly Condition[]) => condition),
  ...rule("COMPARED", "COMPARATIVE than NUMBER UNIT?", (adjective: string, _: string, value: string) =>
    one({ by: "compare", attribute: { adjective }, comparison: ">", value }),
  ),
  ...rule("VP", "BE? V WHEN DATE", (_: string, verb: string, comparison: Comparison, date: Phrase) =>
    date.is === "date"
      ? one({ by: "compare", attribute: { verb }, comparison, value: date.value })
      : undefined,
  ),
  ...rule(
    "VP",
    "HAVE DET? N? SIGN NUMBER N?",
    (_: string, __: string, before: Noun, comparison: Comparison, value: string, behind: Noun) =>
      (before === undefined) === (behind === undefined)
        ? undefined
        : one({ by: "compare", attribute: { noun: before ?? behind }, comparison, value }),
  ),
  ...rule(
    "VP",
    "share|shares|shared DET? N with|of NP",
    (_: string, __: string, noun: Noun, ___: string, known: Phrase) =>
      one({ by: "shared", noun, with: known }),
  ),
  ...rule(
    "VP",
    "have|has|had|share|shares the same N as|of|with|like NP",
    (_: string, __: string, ___: string, noun: Noun, ____: string, known: Phrase) =>
      one({ by: "shared", noun, with: known }),
  ),
  ...rule(
    "VP",
    "BE V by|in the same N as|of|with NP",
    (
      _: string,
      __: string,
      ___: string,
      ____: string,
      _____: string,
      noun: Noun,
      ______: string,
      known: Phrase,
    ) => one({ by: "shared", noun, with: known }),
  ),
  ...rule("VP", "DO? JOINTV N? with NP", (_: string, verb: string, noun: Noun, __: string, known: Phrase) =>
    one(joint(verb, known, noun)),
  ),
  ...rule(
    "VP",
    "DO? V in? N? together with NP",
    (_: string, verb: string, __: string, noun: Noun, ___: string, ____: string, known: Phrase) =>
      one(joint(verb, known, noun)),
  ),
  ...rule(
    "VP",
    "DO? V in? the same N with|as NP",
    (
      _: string,
      verb: string,
      __: string,
      ___: string,
      ____: string,
      noun: Noun,
      _____: string,
      known: Phrase,
    ) => one(joint(verb, known, noun)),
  ),
  ...rule("VP", "BE DET? JOINTN of NP", (_: string, __: string, verb: string, ___: string, known: Phrase) =>
    one(joint(verb, known, undefined)),
  ),
  ...rule("VP", "VP and VP", (a: readonly Condition[], _: string, b: readonly Condition[]) => [...a, ...b]),
];

export function joint(verb: string, known: Phrase, noun: Noun | undefined): Condition {
  return { by: "joint", verb, with: known, ...(noun === undefined ? {} : { noun }) };
}
