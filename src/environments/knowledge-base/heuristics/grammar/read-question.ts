import { phraseKey } from "../../../../util/english/word-key.ts";
import { type ChartInput, type Edge, type Make, type Rule, readAs, rule } from "./chart.ts";
import type { Conditions, Described, Name, Phrase, Word } from "./phrase.ts";

type Also = true | undefined;
/** "Who" and "what" have no noun. */
type Which = Word | "any";

/** A noun that the question implies. */
const implied = (text: string): Word => ({ key: phraseKey([text]), text });
const TOPIC = implied("topic");
const PROFESSION = implied("profession");

const described = (noun: Word | undefined, that: Conditions): Described => ({
  is: "described",
  ...(noun === undefined ? {} : { noun }),
  that,
});
const set = (which: Which, that: Conditions) => described(which === "any" ? undefined : which, that);
const persons = (that: Conditions): Described => ({ is: "described", person: true, that });
const also = (nom: Described, more: Conditions): Described => ({ ...nom, that: [...nom.that, ...more] });
/** A phrase that asks for something: a name alone does not. */
const question = (of: Phrase) => (of.is === "name" ? undefined : of);
const count = (of: Phrase): Phrase => ({ is: "how-many", of });

const others = (is: Also) => (is ? { others: true } : {});
const role = (noun: Word, of: Phrase): Conditions => [{ by: "role", noun, of }];
const roleOf = (noun: Word, of: Phrase) => described(noun, role(noun, of));
const holder = (noun: Word, of: Phrase, is?: Also): Conditions => [{ by: "holder", noun, of, ...others(is) }];
const doneBy = (of: Phrase, is: Also, verb: Word): Conditions => [{ by: "object", verb, of, ...others(is) }];
const doTo = (is: Also, verb: Word, of: Phrase): Conditions => [{ by: "subject", verb, of, ...others(is) }];
const shared = (noun: Word, of: Phrase): Conditions => [{ by: "shared", noun, of }];
const joint = (verb: Word, of: Phrase): Conditions => [{ by: "joint", verb, of }];
const link = (preposition: string, of: Phrase): Conditions => [{ by: "link", preposition, of }];
const asked = (when: string, of: Phrase, verb: Word): Conditions => [
  { by: "asked", question: when, verb, of },
];
const same = (value: unknown) => value ?? "";
const BEHIND = "in|at|on|to|for|from|of|about|with|through|into";

/** By category: patterns, each with its result and optionally its cost (default 0). */
const GRAMMAR: Readonly<Record<string, Readonly<Record<string, Make | readonly [Make, number]>>>> = {
  BE: { "is|are|was|were|be|'s": same, "has|have|had been": same, "can|could be": same },
  DO: { "do|does|did|has|have|had|can": same },
  AUX: { "is|are|was|were|do|does|did|has|have|had|can": same },
  P: { "in|at|on|to|for|from|of|about|with|under|through|into|as": same },
  WHAT: { "what|which": same },
  WHO: { "who|whom": same },
  THAT: { "that|which|who|whom": same },
  AS: { "listed|credited|known|named as": same },
  DET: {
    "the|a|an|all|any|some|each|every|these|those|this|that": same,
    "a few": same,
    "the name|names of DET?": same,
  },
  ALSO: { "also|too": () => true },
  WHICH: { "who|whom|what": () => "any", "what|which N": (noun: Word) => noun },

  /** Noun phrases. */
  NP: {
    "DET? NOM": same,
    "DET? NAME": same,
    "DET? N NAME": (called: Word, name: Name) => ({ ...name, called }),
    "DET? number|count of DET? NOM": count,
    "NP ,": same,
  },
  /** Nouns with their conditions. */
  NOM: {
    N: (noun: Word) => ({ is: "described", noun, that: [] }),
    "EMPTY NOM": [same, 0.12],
    "NOM COND": also,
    "N of|for|behind NP": roleOf,
    "N in|on|to|at|from NP": [roleOf, 0.03],
    "N used|spoken in NP": [roleOf, 0.03],
    "NP 's N": (of: Phrase, noun: Word) => roleOf(noun, of),
    "NAME N": [(of: Phrase, noun: Word) => roleOf(noun, of), 0.1],
    "NAME V N": [(of: Phrase, verb: Word, noun: Word) => described(noun, doneBy(of, undefined, verb)), 0.05],
    "N? JOINTN of|with NP": (_: unknown, verb: Word, of: Phrase) => described(undefined, joint(verb, of)),
  },
  /** Conditions after a noun. */
  COND: {
    "V by|with NP": (verb: Word, of: Phrase) => doneBy(of, undefined, verb),
    [`V ${BEHIND} NP`]: (verb: Word, of: Phrase) => doTo(undefined, verb, of),
    "DOING NP": (verb: Word, of: Phrase) => doTo(undefined, verb, of),
    "THAT VP": same,
    "THAT? NP ALSO? V P?": [doneBy, 0.02],
    "whose N ALSO VP": (noun: Word, is: Also, that: Conditions) => holder(noun, persons(that), is),
    "whose N VP": (noun: Word, that: Conditions) =>
      that.some((each) => "others" in each) ? undefined : holder(noun, persons(that)),
    "whose N BE NP": (noun: Word, of: Phrase) => holder(noun, of),
    "LINK NP": [link, 0.05],
  },
  /** Verb phrases of a subject. */
  VP: {
    "DO? VERBAL": same,
    "BE STATE": same,
  },
  V: {
    // "Wrote the screenplay for" is "wrote".
    "V the|a script|screenplay|story|text|lyrics": [same, 0.02],
  },
  VERBAL: {
    "ALSO? V NP": doTo,
    [`ALSO? V ${BEHIND} NP`]: doTo,
    "share|shares|shared DET? N with|of NP": shared,
    "has|have|had|share|shares the same N as|of|with|like NP": shared,
    "TOGETHER NP": joint,
  },
  STATE: {
    [`ALSO? V ${BEHIND} NP`]: doTo,
    "ALSO? V by|with NP": (is: Also, verb: Word, of: Phrase) => doneBy(of, is, verb),
    "AS? DET? N of|for|in|on|to|behind NP": role,
    "NP 's N": (of: Phrase, noun: Word) => role(noun, of),
    "LINK NP": link,
    "V by|in the same N as|of|with NP": (_: Word, noun: Word, of: Phrase) => shared(noun, of),
    "STATE and STATE": (a: Conditions, b: Conditions) => [...a, ...b],
  },
  /** Joint actions; the noun names the kind of work. */
  TOGETHER: {
    "JOINTV N? with": (verb: Word) => verb,
    "V in? N? together with": (verb: Word) => verb,
    "V in? the same N with|as": (verb: Word) => verb,
    "BE DET? JOINTN of": (verb: Word) => verb,
  },

  Q: {
    "WHO VP": persons,
    "WHAT VP": (that: Conditions) => described(undefined, that),
    "WHAT of? DET? NOM VP": also,
    "what|which|who|whom AUX NP ALSO? V P?": (of: Phrase, is: Also, verb: Word) =>
      described(undefined, doneBy(of, is, verb)),
    "WHAT NOM AUX NP ALSO? V P?": (nom: Described, of: Phrase, is: Also, verb: Word) =>
      also(nom, doneBy(of, is, verb)),
    "what|which|who|whom BE NP V by": (of: Phrase, verb: Word) => persons(doTo(undefined, verb, of)),
    "who|whom|what|which BE NP": question,
    "P? WHAT N BE NP P?": roleOf,
    "WHAT N of N BE NP P?": (noun: Word, _: Word, of: Phrase) => roleOf(noun, of),
    "WHAT N N BE NP P?": (_: Word, noun: Word, of: Phrase) => roleOf(noun, of),
    "WHAT N DO NP have|fall|belong|possess|hold|use|come P?": roleOf,
    "WHAT NOM BE NP DET? N of|on|in|for|to": (nom: Described, of: Phrase, noun: Word) =>
      also(nom, holder(noun, of)),
    "what DO NP do": (of: Phrase) => roleOf(PROFESSION, of),
    "WHEN AUX NP V P?": (when: string, of: Phrase, verb: Word) => described(undefined, asked(when, of, verb)),
    "WHEN AUX NP V COND": [
      (when: string, of: Phrase, verb: Word, more: Conditions) =>
        of.is === "described" ? described(undefined, asked(when, also(of, more), verb)) : undefined,
      0.02,
    ],
    NP: [question, 0.02],
    "can? you? list|name|give|show|find|return me|us? NP": question,
    "can? you? describe NP": [(of: Phrase) => roleOf(TOPIC, of), 0.05],
    "can? you? describe NP in DET? words": (of: Phrase) => roleOf(TOPIC, of),

    "how many NOM VP": (nom: Described, that: Conditions) => count(also(nom, that)),
    "how many NOM AUX NP V P?": (nom: Described, of: Phrase, verb: Word) =>
      count(also(nom, doneBy(of, undefined, verb))),
    "how many N DO NP have": (noun: Word, of: Phrase) => count(roleOf(noun, of)),
    "how many NOM BE there": count,

    // The question word comes last: "the films of X starred who".
    "NP DO? ALSO? V P? WHICH": (of: Phrase, is: Also, verb: Word, which: Which) =>
      set(which, doneBy(of, is, verb)),
    "NP BE ALSO? V by WHICH": (of: Phrase, is: Also, verb: Word, which: Which) =>
      set(which, doTo(is, verb, of)),
    "NP BE V in|at|on|to|from WHICH": lateState,
    "NP BE P which|what N": (of: Phrase, noun: Word) => roleOf(noun, of),
    "NP WHEN BE it V": (of: Phrase, when: string, verb: Word) => described(undefined, asked(when, of, verb)),
    "NP BE ALSO? DET? N of|on|in|for WHICH": (of: Phrase, is: Also, noun: Word, which: Which) =>
      set(which, holder(noun, of, is)),
    "NP TOGETHER WHICH": (of: Phrase, verb: Word, which: Which) => set(which, joint(verb, of)),
  },
};

/** "Released in which years" asks when; "spoken in which countries" asks for the ends of the verb's relation. */
function lateState(of: Phrase, verb: Word, which: Which): Phrase | undefined {
  const when = which !== "any" && /^(?:date|year|day|month|time)s?$/u.test(which.text);
  return set(which, when ? asked("when", of, verb) : doneBy(of, undefined, verb));
}

const RULES: ReadonlyMap<string, readonly Rule[]> = new Map(
  Object.entries(GRAMMAR).map(([category, patterns]) => [
    category,
    Object.entries(patterns).flatMap(([pattern, made]) => {
      const [make, cost] = typeof made === "function" ? [made, 0] : made;
      return rule(category, pattern, make, cost);
    }),
  ]),
);

/** All readings of the question, cheapest first; none if the rules cannot combine its words. */
export function readQuestion(input: ChartInput): readonly Edge<Phrase>[] {
  return readAs("Q", RULES, input) as readonly Edge<Phrase>[];
}
