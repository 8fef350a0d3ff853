import type { Unclear } from "../../../../environment/capabilities.ts";
import { missingReference } from "../../../../environment/interpretations.ts";
import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { COPULAS, PREPOSITIONS } from "../../../../util/english/words.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import type { LinkedQuestion } from "../read-attempt.ts";

const PRONOUNS = new Set("it he she him her his they them hers theirs".split(" "));
const OWNERS = new Set("his her its their".split(" "));
const POINTING = new Set("that this these those".split(" "));
/** Words after a pronoun by which it refers to the description that follows, or begins a clause. */
const GOES_ON = new Set(
  "who that which whose where with without in from of at on by is are was were do does did have has had".split(
    " ",
  ),
);
/** Words after which "that" is a pronoun; after a noun it begins a clause. */
const BEFORE_POINTING = new Set([
  ...COPULAS,
  ...PREPOSITIONS,
  ..."does do did has have had and can could would will".split(" "),
]);

/** Words that refer to something the question does not name ("that film", "his"); undefined if there are none. */
export function unnamedReference(linked: LinkedQuestion, given: readonly Mention[]): Unclear | undefined {
  const span = referringSpan(linked, given);
  return span && missingReference(textBetween(linked.question, linked.words, span.at, span.end));
}

/** The first referring words without an antecedent. */
function referringSpan(
  { words, links }: Pick<LinkedQuestion, "words" | "links">,
  given: readonly Mention[],
): { readonly at: number; readonly end: number } | undefined {
  for (let at = 0; at < words.length; at++) {
    const span = refersFrom(words, links, at);
    if (span === undefined || given.some((each) => each.at < span.end && span.at < each.end)) continue;
    return namedBefore({ words, links }, at) || given.some((each) => each.end <= at) ? undefined : span;
  }
  return undefined;
}

function refersFrom(words: readonly Token[], links: LinkedQuestion["links"], at: number) {
  const word = words[at];
  const next = words[at + 1];
  // A capitalised word within a sentence is a name: "Abteilung IT".
  if (word === undefined || word.kind !== "word" || (word.capital && at > 0)) return undefined;
  const noun = links
    .from(at + 1)
    .find((each) => each.links.some((link) => link.kind === "table" && link.score >= 0.9));
  if (POINTING.has(word.folded)) {
    const points = at === 0 || BEFORE_POINTING.has(words[at - 1]?.folded ?? "");
    if (!points || (next !== undefined && GOES_ON.has(next.folded) && noun === undefined)) return undefined;
    if (next?.folded === "one" || next?.folded === "ones") return { at, end: at + 2 };
    return noun && !describedAfter(words, noun.end) ? { at, end: noun.end } : undefined;
  }
  if (OWNERS.has(word.folded) && next?.kind === "word" && !COPULAS.includes(next.folded))
    return { at, end: at + 1 };
  return PRONOUNS.has(word.folded) ? { at, end: at + 1 } : undefined;
}

/** True for "those films that …", "these films from 2020": they describe their own meaning. */
function describedAfter(words: readonly Token[], at: number): boolean {
  return (
    GOES_ON.has(words[at]?.folded ?? "") &&
    !["is", "are", "was", "were", "do", "does", "did", "have", "has", "had"].includes(words[at]?.folded ?? "")
  );
}

/**
 * True if a table or cell named before the words may be their antecedent. A property may be one only for plural words ("names and how many films they
 * made").
 */
function namedBefore({ words, links }: Pick<LinkedQuestion, "words" | "links">, at: number): boolean {
  const single = /^(?:it|he|she|him|that|this|her|his)$/u.test(words[at]?.folded ?? "");
  // "… and what year was it": an earlier part of the sentence may hold the antecedent, known or not.
  if (words.slice(1, at).some(({ folded }) => /^(?:and|but|,|;|[.]|[?])$/u.test(folded))) return true;
  const refersTo = (link: Link): boolean =>
    link.score >= 0.85 && (link.kind === "table" || (link.kind === "column" ? !single : link.how === "cell"));
  return words
    .slice(0, at)
    .some((_, from) => links.from(from).some((each) => each.end <= at && each.links.some(refersTo)));
}
