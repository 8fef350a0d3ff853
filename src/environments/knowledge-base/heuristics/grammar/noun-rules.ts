import { type Rule, rule } from "./chart.ts";
import type { Condition, Noun, Phrase, Things } from "./phrase.ts";
import { also, except, objectOf, role, things } from "./phrase-makers.ts";

const DET = "the|a|an|all|any|some|each|every|these|those|this|that";

/** Things with a noun (NOM), and whatever can be asked about (NP). */
export const NOUN_RULES: readonly Rule[] = [
  ...rule("DET", DET, (word: string) => word),
  ...rule("DET", "all of? the", () => "all"),
  ...rule("DET", "the name|names of DET?", () => "the"),
  ...rule("DET", "some|any of the", () => "some"),
  ...rule("DET", "a few", () => "some"),

  ...rule("NOM", "N", (noun: Noun) => things(noun, [])),
  ...rule("NOM", "EMPTY NOM", (_: string, nom: Things) => nom),
  ...rule("NOM", "NOM COND", (nom: Things, conditions: readonly Condition[]) => also(nom, conditions)),
  ...rule("NOM", "other|another|further NOM", (_: string, nom: Things) => except(nom)),
  ...rule("NOM", "N of|for|behind NP", (noun: Noun, _: string, of: Phrase) => things(noun, [role(noun, of)])),
  ...rule(
    "NOM",
    "N in|on|to|at|from|used|spoken in? NP",
    (noun: Noun, _: string, __: string, of: Phrase) => things(noun, [role(noun, of)]),
    0.03,
  ),
  ...rule("NOM", "NP 's EMPTY? N", (of: Phrase, _: string, __: string, noun: Noun) =>
    things(noun, [role(noun, of)]),
  ),
  ...rule("NOM", "NAME N", (of: Phrase, noun: Noun) => things(noun, [role(noun, of)]), 0.1),
  ...rule(
    "NOM",
    "NAME V N",
    (subject: Phrase, verb: string, noun: Noun) => things(noun, [objectOf(verb, subject)]),
    0.05,
  ),
  ...rule("NOM", "JOINTN of|with NP", (verb: string, _: string, known: Phrase) =>
    things(undefined, [{ by: "joint", verb, with: known }]),
  ),
  ...rule("NOM", "N JOINTN of|with NP", (noun: Noun, verb: string, _: string, known: Phrase) =>
    things(undefined, [{ by: "joint", verb, with: known, noun }]),
  ),
  ...rule("NOM", "NP 's JOINTN", (known: Phrase, _: string, verb: string) =>
    things(undefined, [{ by: "joint", verb, with: known }]),
  ),

  ...rule("NP", "DET? NOM", (_: string, nom: Things) => nom),
  ...rule("NP", "DET? NAME", (_: string, name: Phrase) => name),
  ...rule("NP", "DATE", (date: Phrase) => date),
  ...rule(
    "NP",
    "DET? number|count of DET? NOM",
    (_: string, __: string, ___: string, ____: string, of: Things) => ({
      is: "how-many",
      of,
    }),
  ),
  ...rule("NP", "DET? N NAME", (_: string, called: Noun, name: Phrase) =>
    name.is === "name" && name.called === undefined ? { ...name, called } : undefined,
  ),
  ...rule("NP", "NP ,", (of: Phrase) => of),
  // "The largest of the cities in X".
  ...rule("NOM", "EXTREME NOM", (extreme: NonNullable<Things["extreme"]>, nom: Things) =>
    nom.extreme === undefined ? { ...nom, extreme } : undefined,
  ),
  ...rule(
    "NOM",
    "NP 's EXTREME N",
    (known: Phrase, _: string, extreme: NonNullable<Things["extreme"]>, noun: Noun) => ({
      ...things(noun, [{ by: "link", preposition: "of", to: known }]),
      extreme,
    }),
  ),
  ...rule(
    "NOM",
    "EXTREME of DET? NOM",
    (extreme: NonNullable<Things["extreme"]>, _: string, __: string, nom: Things) =>
      nom.extreme === undefined ? { ...nom, extreme } : undefined,
  ),
  ...rule(
    "NOM",
    "NOM with|having DET? MOST N",
    (nom: Things, _: string, __: string, greatest: boolean, attribute: Noun) =>
      nom.extreme === undefined ? { ...nom, extreme: { attribute, greatest } } : undefined,
  ),
  ...rule("EXTREME", "SUPERLATIVE", (adjective: string) => ({ adjective })),
  ...rule("EXTREME", "most|least MEASURED", (word: string, adjective: string) => ({
    adjective,
    ...(word === "least" ? { greatest: false } : {}),
  })),
];
