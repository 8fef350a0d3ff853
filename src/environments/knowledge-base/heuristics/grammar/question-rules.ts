import { kindsOf } from "../lexicon/kinds.ts";
import { type Rule, rule } from "./chart.ts";
import type { Extreme, Noun, Phrase, Things, Verb } from "./phrase.ts";
import {
  also,
  asked,
  type Conditions,
  except,
  holder,
  implied,
  objectOf,
  persons,
  question,
  role,
  some,
  subjectOf,
  things,
} from "./phrase-makers.ts";

const TOPIC = implied("topic");
const GENDER = implied("gender");
const PROFESSION = implied("profession");

type Asked = "when" | "where";
const roleOf = (what: Noun, of: Phrase) => some(role(what, of), (conditions) => things(what, conditions));
const set = (conditions: Conditions, what?: Noun) => some(conditions, (all) => things(what, all));

/** When something happened, where a noun like "year" asks for it. */
export function dateAsked(what: Noun, of: Phrase, verb: Verb): Phrase | undefined {
  return kindsOf(what.text.replace(/s$/u, "")).includes("date")
    ? set(asked("when", verb, of), what)
    : undefined;
}

/** Questions with the question word in front. */
export const QUESTION_RULES: readonly Rule[] = [
  ...rule("Q", "WHO VP", (conditions: Conditions) => persons(conditions)),
  ...rule("Q", "who else VP", (conditions: Conditions) => except(persons(conditions))),
  ...rule("Q", "WHAT VP", (conditions: Conditions) => things(undefined, conditions)),
  ...rule("Q", "WHAT of? DET? NOM VP", (nom: Things, conditions: Conditions) => also(nom, conditions)),
  ...rule("Q", "WHAT OTHER NOM VP", (_: true, nom: Things, conditions: Conditions) =>
    except(also(nom, conditions)),
  ),
  ...rule("Q", "WHAT AUX KNOWN ALSO? V P?", (subject: Phrase, others: true | undefined, verb: Verb) =>
    set(objectOf(verb, subject, others)),
  ),
  ...rule(
    "Q",
    "WHAT NOM AUX KNOWN ALSO? V P?",
    (nom: Things, subject: Phrase, others: true | undefined, verb: Verb) =>
      some(objectOf(verb, subject, others), (all) => also(nom, all)),
  ),
  ...rule("Q", "WHAT OTHER NOM AUX KNOWN V P?", (_: true, nom: Things, subject: Phrase, verb: Verb) =>
    some(objectOf(verb, subject, true), (all) => also(nom, all)),
  ),
  ...rule("Q", "what|which|who|whom BE KNOWN V by", (object: Phrase, verb: Verb) =>
    some(subjectOf(verb, object), persons),
  ),
  ...rule("Q", "WHO AUX KNOWN ALSO? V P?", (subject: Phrase, others: true | undefined, verb: Verb) =>
    some(objectOf(verb, subject, others), persons),
  ),
  ...rule("Q", "by whom BE KNOWN V", (object: Phrase, verb: Verb) => some(subjectOf(verb, object), persons)),
  ...rule("Q", "WHAT NOM BE KNOWN V by", (nom: Things, object: Phrase, verb: Verb) =>
    some(subjectOf(verb, object), (all) => also(nom, all)),
  ),
  ...rule("Q", "P WHAT N AUX NP V", (what: Noun, subject: Phrase, verb: Verb) =>
    set(objectOf(verb, subject), what),
  ),
  ...rule("Q", "P? WHAT N AUX NP V P?", dateAsked),
  ...rule("Q", "who|whom|what|which BE NP", question),
  ...rule("Q", "P? WHAT N BE NP P?", roleOf),
  ...rule("Q", "WHAT EMPTY N BE NP P?", roleOf, 0.12),
  ...rule("Q", "WHAT N BE spoken|used in NP", roleOf),
  ...rule("Q", "WHAT N of N BE NP P?", (what: Noun, _: Noun, of: Phrase) => roleOf(what, of)),
  ...rule("Q", "WHAT N N BE NP P?", (_: Noun, what: Noun, of: Phrase) => roleOf(what, of)),
  ...rule("Q", "WHAT N DO NP have|fall|belong|possess|hold|use|come P?", roleOf),
  ...rule("Q", "WHAT NOM BE NP DET? N of|on|in|for|to", (nom: Things, is: Phrase, what: Noun) =>
    some(holder(what, is), (all) => also(nom, all)),
  ),
  ...rule("Q", "WHAT NOM HAVE DET? MOST N", (nom: Things, greatest: boolean, attribute: Noun) =>
    nom.extreme === undefined ? { ...nom, extreme: { attribute, greatest } } : undefined,
  ),
  ...rule("Q", "WHAT of? DET? NOM BE DET? EXTREME", (nom: Things, extreme: Extreme) =>
    nom.extreme === undefined ? { ...nom, extreme } : undefined,
  ),
  ...rule("Q", "WHAT BE NP about", (of: Phrase) => roleOf(TOPIC, of)),
  ...rule("Q", "what DO NP do", (of: Phrase) => roleOf(PROFESSION, of)),
  ...rule("Q", "what DO NP do for a living", (of: Phrase) => roleOf(PROFESSION, of)),
  ...rule("Q", "WHEN AUX NP V P?", (when: Asked, of: Phrase, verb: Verb) => set(asked(when, verb, of))),
  ...rule(
    "Q",
    "WHEN AUX NP V COND",
    (when: Asked, of: Phrase, verb: Verb, more: Conditions) =>
      of.is === "things" ? set(asked(when, verb, also(of, more))) : undefined,
    0.02,
  ),
  ...rule("Q", "where BE NP", (of: Phrase) => set(asked("where", implied("be"), of)), 0.02),
  // "Where are the headquarters of X": the place itself.
  ...rule("Q", "where BE NP", (of: Phrase) => (of.is === "things" ? { ...of, asked: "place" } : undefined)),
  ...rule("Q", "WHAT NOM BE there COND?", (nom: Things, more: Conditions | undefined) =>
    also(nom, more ?? []),
  ),
  ...rule("Q", "WHAT N BE NP part|member of", roleOf),
  ...rule("Q", "whose N BE NP", (what: Noun, is: Phrase) => some(holder(what, is), persons)),
  ...rule("Q", "whose N VP", (what: Noun, conditions: Conditions) =>
    persons(holder(what, persons(conditions))),
  ),
  ...rule("Q", "how MEASURED BE NP", (adjective: string, of: Phrase) => ({ is: "measure", adjective, of })),

  ...rule("Q", "NP", question, 0.02),
  ...rule("Q", "list|name|give|show|find|return me|us? NP", question),
  ...rule("Q", "can you name|list|give NP", question),
  ...rule("Q", "describe NP", (of: Phrase) => roleOf(TOPIC, of), 0.05),
  ...rule("Q", "can? you? describe NP in DET? words", (of: Phrase) => roleOf(TOPIC, of)),
  ...rule("Q", "BE NP a? man|woman|male|female or a? man|woman|male|female", (of: Phrase) =>
    roleOf(GENDER, of),
  ),
];
