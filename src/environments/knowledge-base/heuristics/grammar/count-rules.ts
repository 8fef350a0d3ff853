import { type Rule, rule } from "./chart.ts";
import type { Noun, Phrase, Things, Verb } from "./phrase.ts";
import { also, type Conditions, implied, objectOf, question, role, some, things } from "./phrase-makers.ts";

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
