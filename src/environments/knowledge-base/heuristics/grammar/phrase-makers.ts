import type { Condition, Noun, Phrase, Things } from "./phrase.ts";
import { namesIn } from "./phrase.ts";

export const things = (noun: Noun | undefined, that: readonly Condition[]): Things => ({
  is: "things",
  ...(noun === undefined ? {} : { noun }),
  that,
});

export const persons = (that: readonly Condition[]): Things => ({ is: "things", persons: true, that });

/** Further conditions of the same things; how many of them, where they are counted. */
export function also(phrase: Things, more: readonly Condition[]): Things {
  return { ...phrase, that: [...phrase.that, ...more] };
}

export const role = (noun: Noun, of: Phrase): Condition => ({ by: "role", noun, of });
export const subjectOf = (verb: string, object: Phrase, others = false): Condition =>
  withOthers({ by: "subject", verb, object }, others);
export const objectOf = (verb: string, subject: Phrase, others = false): Condition =>
  withOthers({ by: "object", verb, subject }, others);
export const holder = (noun: Noun, is: Phrase, others = false): Condition =>
  withOthers({ by: "holder", noun, is }, others);

function withOthers<C extends Condition>(condition: C, others: boolean): C {
  return others ? { ...condition, others } : condition;
}

/** What happened in a year is compared; everything else is a relation. */
export function subjectOrDate(verb: string, known: Phrase, others = false): Condition {
  return known.is === "date" || known.is === "number"
    ? { by: "compare", attribute: { verb }, comparison: "=", value: known.value }
    : subjectOf(verb, known, others);
}

/** Everything but the one name in it; undefined where it has none or several. */
export function except(phrase: Things): Things | undefined {
  const [only, ...more] = namesIn(phrase);
  return only && more.length === 0 ? also(phrase, [{ by: "except", it: only }]) : undefined;
}

export function isSet(phrase: Phrase): phrase is Things {
  return phrase.is === "things";
}
