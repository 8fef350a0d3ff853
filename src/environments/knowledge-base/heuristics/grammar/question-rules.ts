import { kindsOf } from "../lexicon/kinds.ts";
import { type Rule, rule } from "./chart.ts";
import type { Condition, Noun, Phrase, Things } from "./phrase.ts";
import { also, holder, objectOf, persons, role, things } from "./phrase-makers.ts";

const TOPIC: Noun = { key: "topic", text: "topic" };
const GENDER: Noun = { key: "gender", text: "gender" };

/** When something happened, where a noun like "year" asks for it. */
export const datesOf = (noun: Noun, verb: string, of: Phrase): Phrase | undefined => {
  const kinds = kindsOf(noun.text.replace(/s$/u, ""));
  if (!kinds.includes("date")) return undefined;
  return things(noun, [{ by: "asked", question: "when", verb, of }]);
};

/** Questions with the question word in front. */
export const QUESTION_RULES: readonly Rule[] = [
  ...rule("WHAT", "what|which", (word: string) => word),
  ...rule("AUX", "is|are|was|were|do|does|did|has|have|had|can", (word: string) => word),
  ...rule("WHO", "who|whom", (word: string) => word),

  ...rule("Q", "WHO VP", (_: string, conditions: readonly Condition[]) => persons(conditions)),
  ...rule(
    "Q",
    "WHAT of? DET? NOM VP",
    (_: string, __: string, ___: string, nom: Things, conditions: readonly Condition[]) =>
      also(nom, conditions),
  ),
  ...rule("Q", "WHAT VP", (_: string, conditions: readonly Condition[]) => things(undefined, conditions)),
  ...rule(
    "Q",
    "WHAT AUX NP also? V P?",
    (_: string, __: string, subject: Phrase, others: string, verb: string) =>
      things(undefined, [objectOf(verb, subject, others !== undefined)]),
  ),
  ...rule(
    "Q",
    "WHAT NOM AUX NP also? V P?",
    (_: string, nom: Things, __: string, subject: Phrase, others: string, verb: string) =>
      also(nom, [objectOf(verb, subject, others !== undefined)]),
  ),
  ...rule(
    "Q",
    "P? WHAT N AUX NP V P?",
    (_: string, __: string, noun: Noun, ___: string, of: Phrase, verb: string) => datesOf(noun, verb, of),
  ),
  ...rule(
    "Q",
    "P WHAT N AUX NP V",
    (_: string, __: string, noun: Noun, ___: string, subject: Phrase, verb: string) =>
      things(noun, [objectOf(verb, subject)]),
  ),
  ...rule("Q", "what|which|who|whom BE NP", (_: string, __: string, of: Phrase) =>
    of.is === "name" ? undefined : of,
  ),
  ...rule("Q", "WHAT EMPTY? N BE NP P?", (_: string, __: string, noun: Noun, ___: string, of: Phrase) =>
    things(noun, [role(noun, of)]),
  ),
  ...rule(
    "Q",
    "WHAT N of N BE NP P?",
    (_: string, noun: Noun, __: string, ___: Noun, ____: string, of: Phrase) =>
      things(noun, [role(noun, of)]),
  ),
  ...rule("Q", "WHAT N N BE NP P?", (_: string, __: Noun, noun: Noun, ___: string, of: Phrase) =>
    things(noun, [role(noun, of)]),
  ),
  ...rule(
    "Q",
    "WHAT N DO NP have|fall|belong|possess|hold|use|come P?",
    (_: string, noun: Noun, __: string, of: Phrase) => things(noun, [role(noun, of)]),
  ),
  ...rule(
    "Q",
    "WHAT NOM BE NP DET? N of|on|in|for|to",
    (_: string, nom: Things, __: string, is: Phrase, ___: string, noun: Noun) =>
      also(nom, [holder(noun, is)]),
  ),
  ...rule(
    "Q",
    "WHAT NOM HAVE DET? MOST N",
    (_: string, nom: Things, __: string, ___: string, greatest: boolean, attribute: Noun) =>
      nom.extreme === undefined ? { ...nom, extreme: { attribute, greatest } } : undefined,
  ),
  ...rule(
    "Q",
    "WHAT of? DET? NOM BE DET? EXTREME",
    (
      _: string,
      __: string,
      ___: string,
      nom: Things,
      ____: string,
      _____: string,
      extreme: NonNullable<Things["extreme"]>,
    ) => (nom.extreme === undefined ? { ...nom, extreme } : undefined),
  ),
  ...rule("Q", "WHAT BE NP about", (_: string, __: string, of: Phrase) => things(TOPIC, [role(TOPIC, of)])),
  ...rule("Q", "when|where AUX NP V P?", (question: "when" | "where", _: string, of: Phrase, verb: string) =>
    things(undefined, [{ by: "asked", question, verb, of }]),
  ),
  ...rule("Q", "where BE NP", (_: string, __: string, of: Phrase) =>
    things(undefined, [{ by: "asked", question: "where", verb: "be", of }]),
  ),
  ...rule("Q", "whose N BE NP", (_: string, noun: Noun, __: string, is: Phrase) =>
    persons([holder(noun, is)]),
  ),
  ...rule("Q", "whose N VP", (_: string, noun: Noun, conditions: readonly Condition[]) =>
    persons([holder(noun, persons(conditions))]),
  ),
  ...rule("Q", "how MEASURED BE NP", (_: string, adjective: string, __: string, of: Phrase) => ({
    is: "measure",
    adjective,
    of,
  })),

  ...rule("Q", "how many NOM VP", (_: string, __: string, nom: Things, conditions: readonly Condition[]) => ({
    is: "how-many",
    of: also(nom, conditions),
  })),
  ...rule(
    "Q",
    "how many NOM AUX NP also? V P?",
    (_: string, __: string, nom: Things, ___: string, subject: Phrase, others: string, verb: string) => ({
      is: "how-many",
      of: also(nom, [objectOf(verb, subject, others !== undefined)]),
    }),
  ),
  ...rule("Q", "how many N DO NP have", (_: string, __: string, noun: Noun, ___: string, of: Phrase) => ({
    is: "how-many",
    of: things(noun, [role(noun, of)]),
  })),
  ...rule(
    "Q",
    "how many NOM BE there COND?",
    (_: string, __: string, nom: Things, ___: string, ____: string, more: readonly Condition[]) => ({
      is: "how-many",
      of: also(nom, more ?? []),
    }),
  ),

  ...rule("Q", "NP", (of: Phrase) => (of.is === "name" ? undefined : of), 0.02),
  ...rule("Q", "list|name|give|show|find|count|return me|us? NP", (word: string, _: string, of: Phrase) =>
    word === "count" ? { is: "how-many", of } : of.is === "name" ? undefined : of,
  ),
  ...rule("Q", "can you name|list|give NP", (_: string, __: string, ___: string, of: Phrase) =>
    of.is === "name" ? undefined : of,
  ),
  ...rule("Q", "describe NP", (_: string, of: Phrase) => things(TOPIC, [role(TOPIC, of)]), 0.05),
  ...rule("Q", "can you describe NP in DET? words", (_: string, __: string, ___: string, of: Phrase) =>
    things(TOPIC, [role(TOPIC, of)]),
  ),
  ...rule("Q", "describe NP in DET? words", (_: string, of: Phrase) => things(TOPIC, [role(TOPIC, of)])),
  ...rule("Q", "BE NP a? man|woman|male|female or a? man|woman|male|female", (_: string, of: Phrase) =>
    things(GENDER, [role(GENDER, of)]),
  ),
];
