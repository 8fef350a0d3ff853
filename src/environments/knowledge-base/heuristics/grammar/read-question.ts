import { phraseKey } from "../question/word-key.ts";
import { type ChartInput, type Edge, type Rule, readAs, rule } from "./chart.ts";
import { CONDITION_RULES } from "./condition-rules.ts";
import { LATE_QUESTION_RULES } from "./late-question-rules.ts";
import { MEASURE_RULES } from "./measure-rules.ts";
import { NOUN_RULES } from "./noun-rules.ts";
import type { Condition, Noun, Phrase, Things, Verb } from "./phrase.ts";
import {
  also,
  type Conditions,
  implied,
  joint,
  link,
  objectOf,
  question,
  role,
  shared,
  some,
  subjectOf,
  subjectOrDate,
  things,
} from "./phrase-makers.ts";
import { QUESTION_RULES } from "./question-rules.ts";

const nothing = () => "";

/** Words that only hold phrases together, and lists of names. */
export const SMALL_RULES: readonly Rule[] = [
  ...rule("BE", "is|are|was|were|be|'s", nothing),
  ...rule("BE", "has|have|had been", nothing),
  ...rule("BE", "can|could be", nothing),
  ...rule("DO", "do|does|did|has|have|had|can", nothing),
  ...rule("AUX", "is|are|was|were|do|does|did|has|have|had|can", nothing),
  ...rule("HAVE", "has|have|had", nothing),
  ...rule("P", "in|at|on|to|for|from|of|about|with|under|through|into|as", nothing),
  ...rule("WHAT", "what|which", nothing),
  ...rule("WHO", "who|whom", nothing),
  ...rule("THAT", "that|which|who|whom", nothing),
  ...rule("DET", "the|a|an|all|any|some|each|every|these|those|this|that", nothing),
  ...rule("DET", "all of? the", nothing),
  ...rule("DET", "some|any of the", nothing),
  ...rule("DET", "a few", nothing),
  ...rule("DET", "the name|names of DET?", nothing),
  ...rule("ALSO", "also|too", () => true),
  ...rule("OTHER", "other|another|further", () => true),
  ...rule("WHEN", "when", () => "when"),
  ...rule("WHEN", "where", () => "where"),
  ...rule("LINK", "about", () => "about"),
  ...rule("LINK", "in|within", () => "in"),
  ...rule("LINK", "from", () => "from"),
  ...rule("LINK", "by", () => "by"),
  ...rule("LINK", "with", () => "with"),
  ...rule("LINK", "on", () => "on"),
  ...rule("LINK", "at", () => "at"),
  ...rule("LINK", "of", () => "of"),

  // What a condition starts from: one phrase, or several.
  ...rule("KNOWN", "NP", (known: Phrase) => known),
  ...rule("KNOWN", "SEVERAL", (known: Phrase) => known),
  ...rule("SEVERAL", "both? NP and|& NP", (a: Phrase, b: Phrase) => ({ is: "both", of: [a, b] })),
  ...rule("SEVERAL", "NP , NP and|& NP", (...of: readonly Phrase[]) => ({ is: "both", of })),
  ...rule("SEVERAL", "either? NP or NP", (a: Phrase, b: Phrase) => ({ is: "either", of: [a, b] })),
  ...rule("SEVERAL", "NP , NP or NP", (...of: readonly Phrase[]) => ({ is: "either", of })),
];

const count = (of: Phrase): Phrase => ({ is: "how-many", of });
const POPULATION = implied("population");

/** Questions for a number of things. */
export const COUNT_RULES: readonly Rule[] = [
  ...rule("Q", "how many NOM VP", (nom: Things, conditions: Conditions) => count(also(nom, conditions))),
  ...rule(
    "Q",
    "P? how many NOM AUX KNOWN ALSO? V P?",
    (nom: Things, subject: Phrase, others: true | undefined, verb: Verb) =>
      some(objectOf(verb, subject, others), (all) => count(also(nom, all))),
  ),
  ...rule("Q", "how many N DO NP have", (noun: Noun, of: Phrase) =>
    some(role(noun, of), (all) => count(things(noun, all))),
  ),
  ...rule("Q", "how many people|inhabitants live|lives|reside in NP", (of: Phrase) =>
    some(role(POPULATION, of), (all) => things(POPULATION, all)),
  ),
  ...rule("Q", "how many NOM BE there COND?", (nom: Things, more: Conditions | undefined) =>
    count(also(nom, more ?? [])),
  ),
  ...rule("Q", "how many NOM", count, 0.02),
  ...rule("Q", "count DET? NOM", count),
  ...rule("NP", "DET? number|count of DET? NOM", count),
  ...rule("Q", "what BE the? number|count of NP", (of: Phrase) => question(of) && count(of), 0.01),
];

const all = (conditions: Conditions) => some(conditions, (each) => each);
const BEHIND = "in|at|on|to|for|from|of|about|with|through|into";

const COMPOSE: Verb = { key: phraseKey(["compose"]), text: "wrote the music" };
const WRITING: ReadonlySet<string> = new Set(["write", "author", "create"].map((verb) => phraseKey([verb])));

/** What is said of a subject. */
const VERB_RULES: readonly Rule[] = [
  // "Wrote the screenplay for" is "wrote".
  ...rule("V", "V the|a script|screenplay|story|text|lyrics", (verb: Verb) => verb, 0.02),
  // Whoever writes the music does not write the work.
  ...rule("V", "V the|a music|score", (verb: Verb) => (WRITING.has(verb.key) ? COMPOSE : verb), 0.02),

  ...rule("V", "first V", (verb: Verb) => verb),

  ...rule("VP", "DO? VERBAL", (conditions: Conditions) => conditions),
  ...rule("VERBAL", "ALSO? V KNOWN", (others: true | undefined, verb: Verb, object: Phrase) =>
    all(subjectOf(verb, object, others)),
  ),
  ...rule("VERBAL", `ALSO? V ${BEHIND} KNOWN`, (others: true | undefined, verb: Verb, known: Phrase) =>
    all(subjectOrDate(verb, known, others)),
  ),
  ...rule("VP", "BE STATE", (conditions: Conditions) => conditions),
  ...rule("STATE", `ALSO? V ${BEHIND} KNOWN`, (others: true | undefined, verb: Verb, known: Phrase) =>
    all(subjectOrDate(verb, known, others)),
  ),
  ...rule("STATE", "ALSO? V by|with KNOWN", (others: true | undefined, verb: Verb, subject: Phrase) =>
    all(objectOf(verb, subject, others)),
  ),
  ...rule("STATE", "DET? N of|for|in|on|to|behind NP", (noun: Noun, of: Phrase) => all(role(noun, of))),
  ...rule("STATE", "NP 's N", (of: Phrase, noun: Noun) => all(role(noun, of))),
  ...rule("STATE", "listed|credited|known|named as DET? N of|for|on NP", (noun: Noun, of: Phrase) =>
    all(role(noun, of)),
  ),
  ...rule("STATE", "LINK KNOWN", (preposition: string, to: Phrase) => all(link(preposition, to))),
  ...rule("STATE", "DET? NAME", (name: Phrase) => all(link("", name)), 0.1),
  ...rule("VP", "NOT STATE", (that: Conditions) => [{ by: "not", that }]),
  ...rule("VP", "NOT VERBAL", (that: Conditions) => [{ by: "not", that }]),
  ...rule("NOT", "is|are|was|were|do|does|did|has|have|had not", () => ""),

  ...rule("VERBAL", "share|shares|shared DET? N with|of KNOWN", (noun: Noun, known: Phrase) =>
    all(shared(noun, known)),
  ),
  ...rule(
    "VERBAL",
    "has|have|had|share|shares the same N as|of|with|like KNOWN",
    (noun: Noun, known: Phrase) => all(shared(noun, known)),
  ),
  ...rule("STATE", "V by|in the same N as|of|with KNOWN", (_: Verb, noun: Noun, known: Phrase) =>
    all(shared(noun, known)),
  ),
  ...rule("VERBAL", "JOINTV N? with KNOWN", (verb: Verb, noun: Noun | undefined, known: Phrase) =>
    all(joint(verb, known, noun)),
  ),
  ...rule("VERBAL", "V in? N? together with KNOWN", (verb: Verb, noun: Noun | undefined, known: Phrase) =>
    all(joint(verb, known, noun)),
  ),
  ...rule("VERBAL", "V in? the same N with|as KNOWN", (verb: Verb, noun: Noun, known: Phrase) =>
    all(joint(verb, known, noun)),
  ),
  ...rule("STATE", "DET? JOINTN of KNOWN", (verb: Verb, known: Phrase) => all(joint(verb, known))),

  ...rule("VP", "VP and|but VP", (a: Conditions, b: Conditions) => [...a, ...b]),
  ...rule("VP", "VP or VP", (a: Conditions, b: Conditions) => [{ by: "any", of: [a, b] }]),
  ...rule("VP", "VP or COND", (a: Conditions, b: Conditions) => [{ by: "any", of: [a, b] }]),
  ...rule("VP", "DO? V or V KNOWN", (a: Verb, b: Verb, object: Phrase) => [
    { by: "any", of: [subjectOf(a, object), subjectOf(b, object)] },
  ]),
  ...rule("VP", "VP and|but COND", (a: Conditions, b: Conditions) => [...a, ...b]),
];

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
