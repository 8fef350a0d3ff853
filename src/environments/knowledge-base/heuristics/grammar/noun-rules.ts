import { type Rule, rule } from "./chart.ts";
import type { Extreme, Noun, Phrase, Things, Verb } from "./phrase.ts";
import {
  also,
  type Conditions,
  except,
  implied,
  isValue,
  joint,
  link,
  objectOf,
  role,
  some,
  things,
} from "./phrase-makers.ts";

const roleOf = (noun: Noun, of: Phrase) => some(role(noun, of), (conditions) => things(noun, conditions));
const first = (nom: Things, extreme: Extreme) =>
  nom.extreme === undefined ? { ...nom, extreme } : undefined;

const RATING = implied("rating");

/** Things with a noun (NOM), and whatever can be asked about (NP). */
export const NOUN_RULES: readonly Rule[] = [
  ...rule("NOM", "N", (noun: Noun) => things(noun, [])),
  ...rule("NOM", "EMPTY NOM", (nom: Things) => nom, 0.12),
  // "Comedies": things of that genre.
  ...rule("NOM", "NAME", (name: Phrase) => some(link("", name), (all) => things(undefined, all)), 0.15),
  ...rule("NOM", "SEX NOM", (sex: "male" | "female", nom: Things) => also(nom, [{ by: "sex", sex }])),
  ...rule("SEX", "male", () => "male"),
  ...rule("SEX", "female", () => "female"),
  ...rule("NOM", "NOM COND", (nom: Things, conditions: Conditions) => also(nom, conditions)),
  ...rule("NOM", "OTHER NOM", (_: true, nom: Things) => except(nom)),
  ...rule("NOM", "N of|for|behind NP", roleOf),
  ...rule("NOM", "N in|on|to|at|from NP", roleOf, 0.03),
  ...rule("NOM", "N used|spoken in NP", roleOf, 0.03),
  ...rule("NOM", "N THAT? NP BE P", roleOf, 0.03),
  ...rule("NOM", "NP 's N", (of: Phrase, noun: Noun) => roleOf(noun, of)),
  ...rule(
    "NOM",
    "NP 's N",
    (of: Phrase, noun: Noun) => some(link("of", of), (conditions) => things(noun, conditions)),
    0.1,
  ),
  ...rule("NOM", "NP 's EMPTY N", (of: Phrase, noun: Noun) => roleOf(noun, of), 0.12),
  ...rule("NOM", "NAME N", (of: Phrase, noun: Noun) => roleOf(noun, of), 0.1),
  ...rule(
    "NOM",
    "NAME V N",
    (subject: Phrase, verb: Verb, noun: Noun) => things(noun, objectOf(verb, subject)),
    0.05,
  ),
  // "French films", "romance books".
  ...rule("NOM", "NAME NOM", (name: Phrase, nom: Things) => also(nom, link("", name)), 0.1),
  ...rule("NOM", "JOINTN of|with NP", (verb: Verb, known: Phrase) => things(undefined, joint(verb, known))),
  ...rule("NOM", "N JOINTN of|with NP", (noun: Noun, verb: Verb, known: Phrase) =>
    things(undefined, joint(verb, known, noun)),
  ),
  ...rule("NOM", "NP 's JOINTN", (known: Phrase, verb: Verb) => things(undefined, joint(verb, known))),

  ...rule("NP", "DET? NOM", (nom: Things) => nom),
  ...rule("NP", "DET? NAME", (name: Phrase) => name),
  ...rule("NP", "the? DATE", (date: Phrase) => date),
  ...rule("NP", "DET? N NAME", (called: Noun, name: Phrase) =>
    name.is === "name" && name.called === undefined ? { ...name, called } : undefined,
  ),
  ...rule("NP", "NP ,", (of: Phrase) => (isValue(of) ? undefined : of)),

  ...rule("NOM", "EXTREME NOM", (extreme: Extreme, nom: Things) => first(nom, extreme)),
  ...rule("NOM", "EXTREME of DET? NOM", (extreme: Extreme, nom: Things) => first(nom, extreme)),
  ...rule("NOM", "NP 's EXTREME N", (known: Phrase, extreme: Extreme, noun: Noun) =>
    some(link("of", known), (conditions) => first(things(noun, conditions), extreme)),
  ),
  ...rule("NOM", "NOM with|having DET? MOST N", (nom: Things, greatest: boolean, attribute: Noun) =>
    first(nom, { attribute, greatest }),
  ),
  ...rule("EXTREME", "SUPERLATIVE", (adjective: string) => ({ adjective })),
  ...rule("EXTREME", "best|highest|top rated", () => ({ attribute: RATING, greatest: true })),
  ...rule("EXTREME", "worst|lowest rated", () => ({ attribute: RATING, greatest: false })),
  ...rule("EXTREME", "most MEASURED", (adjective: string) => ({ adjective })),
  ...rule("EXTREME", "least MEASURED", (adjective: string) => ({ adjective, greatest: false })),
];
