import { phraseKey } from "../question/word-key.ts";
import { type Rule, rule } from "./chart.ts";
import type { Noun, Phrase, Verb } from "./phrase.ts";
import {
  type Conditions,
  joint,
  link,
  objectOf,
  role,
  shared,
  some,
  subjectOf,
  subjectOrDate,
} from "./phrase-makers.ts";

const all = (conditions: Conditions) => some(conditions, (each) => each);
const BEHIND = "in|at|on|to|for|from|of|about|with|through|into";

const COMPOSE: Verb = { key: phraseKey(["compose"]), text: "wrote the music" };
const WRITING: ReadonlySet<string> = new Set(["write", "author", "create"].map((verb) => phraseKey([verb])));

/** What is said of a subject. */
export const VERB_RULES: readonly Rule[] = [
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
