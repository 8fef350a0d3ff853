import { phraseKey } from "../question/word-key.ts";
import { type Condition, type Noun, namesIn, type Phrase, type Things, type Verb } from "./phrase.ts";

/** A noun that the question implies. */
export const implied = (text: string): Noun => ({ key: phraseKey([text]), text });

export type Conditions = readonly Condition[];

export const things = (noun: Noun | undefined, that: Conditions): Things => ({
  is: "things",
  ...(noun === undefined ? {} : { noun }),
  that,
});

export const persons = (that: Conditions): Things => ({ is: "things", asked: "person", that });

/** The same things with more said of them. */
export function also(phrase: Things, more: Conditions): Things {
  return { ...phrase, that: [...phrase.that, ...more] };
}

/** One condition, or one for each of several; nothing for values, which have no relations. */
function forEach(known: Phrase, make: (known: Phrase) => Condition): Conditions {
  if (known.is === "both") return known.of.flatMap((each) => forEach(each, make));
  return isValue(known) ? [] : [make(known)];
}

export const isValue = (phrase: Phrase): boolean => phrase.is === "date" || phrase.is === "number";

const others = (is: true | undefined) => (is === true ? { others: true } : {});

export const role = (noun: Noun, of: Phrase): Conditions =>
  forEach(of, (each) => ({ by: "role", noun, of: each }));

export const subjectOf = (verb: Verb, object: Phrase, also?: true): Conditions =>
  forEach(object, (each) => ({ by: "subject", verb, object: each, ...others(also) }));

export const objectOf = (verb: Verb, subject: Phrase, also?: true): Conditions =>
  forEach(subject, (each) => ({ by: "object", verb, subject: each, ...others(also) }));

export const holder = (noun: Noun, is: Phrase, also?: true): Conditions =>
  forEach(is, (each) => ({ by: "holder", noun, is: each, ...others(also) }));

export const shared = (noun: Noun, known: Phrase): Conditions =>
  forEach(known, (each) => ({ by: "shared", noun, with: each }));

export const joint = (verb: Verb, known: Phrase, noun?: Noun): Conditions =>
  forEach(known, (each) => ({ by: "joint", verb, with: each, ...(noun === undefined ? {} : { noun }) }));

/** A year behind a preposition is compared. */
export function link(preposition: string, to: Phrase): Conditions {
  if (to.is === "date") return [{ by: "compare", attribute: {}, comparison: "=", value: to.value }];
  return forEach(to, (each) => ({ by: "link", preposition, to: each }));
}

/** What happened in a year is compared; everything else is a relation. */
export function subjectOrDate(verb: Verb, known: Phrase, also?: true): Conditions {
  return known.is === "date"
    ? [{ by: "compare", attribute: { verb }, comparison: "=", value: known.value }]
    : subjectOf(verb, known, also);
}

export const asked = (question: "when" | "where", verb: Verb, of: Phrase): Conditions =>
  forEach(of, (each) => ({ by: "asked", question, verb, of: each }));

/** Rules make nothing of conditions that could not be made. */
export function some<T>(conditions: Conditions, make: (conditions: Conditions) => T): T | undefined {
  return conditions.length === 0 ? undefined : make(conditions);
}

/** Everything but the one name in it; undefined where it has none or several. */
export function except(phrase: Things): Things | undefined {
  const [only, ...more] = namesIn(phrase);
  return only && more.length === 0 ? also(phrase, [{ by: "except", it: only }]) : undefined;
}

/** A phrase that asks for something: a name alone does not. */
export function question(phrase: Phrase): Phrase | undefined {
  return phrase.is === "name" || isValue(phrase) ? undefined : phrase;
}
