import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { identifierOf } from "../access/term-name.ts";
import type { NameMatch } from "../store/label-search.ts";
import type { Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import { distinctTerms } from "../tools/entity-named.ts";
import type { Names } from "../vocabulary/names.ts";
import { entityTexts } from "./entity-texts.ts";
import { tokenOf } from "./reading-token.ts";

/** Names further off than this are other names. */
const LEAST_NEAR = 0.7;
const LEAST_ABBREVIATION = 0.6;
const SEARCHED = 20;

export interface EntityLike {
  readonly term: Term;
  readonly label: string;
  readonly likeness: Likeness;
  readonly score: number;
}

/** Entities that the words may be the name of, the best first. Where some are called just so, those that are only near are left out. */
export async function entitiesLike(
  words: string,
  graph: GraphReader,
  most: number,
): Promise<readonly EntityLike[]> {
  const { matches } = await graph.find(words, { limit: SEARCHED, among: "entities" });
  const { predicates, classes } = await graph.schema();
  // Classes and relations are readings of their own kinds.
  const schema = new Set([
    ...predicates.map(({ predicate }) => predicate),
    ...classes.map((each) => each.class),
  ]);
  const judged = distinctTerms(matches).flatMap((match) => {
    if (match.term.kind === "iri" && schema.has(match.term.value)) return [];
    const judgement = judge(words, match);
    return judgement === undefined ? [] : [{ match, ...judgement }];
  });
  const exact = judged.some(({ likeness }) => likeness === "same" || likeness === "form");
  const kept = judged.filter(({ likeness }) => !exact || likeness !== "near");
  const best = kept.toSorted((a, b) => b.score - a.score).slice(0, most);
  const labels = await graph.labels(best.map(({ match }) => match.term));
  return best.map(({ match, likeness, score }, at) => ({
    term: match.term,
    label: labels[at] ?? match.name,
    likeness,
    score,
  }));
}

export async function entityReadings(
  words: string,
  graph: GraphReader,
  names: Names,
  most: number,
): Promise<readonly FoundReading[]> {
  return describedReadings(await entitiesLike(words, graph, most), graph, names);
}

/** Each with a text that tells it from the others, and what to write for it: the name, with the identifier where several have that name. */
export async function describedReadings(
  found: readonly EntityLike[],
  graph: GraphReader,
  names: Names,
): Promise<readonly FoundReading[]> {
  const texts = await entityTexts(found, graph, names);
  const shared = (label: string): boolean =>
    found.filter((each) => foldText(each.label) === foldText(label)).length > 1;
  return found.map(({ term, label, likeness, score }, at) => ({
    text: texts[at] ?? label,
    kind: "entity",
    likeness,
    score,
    replacement: shared(label) ? `${label} [${identifierOf(term, names)}]` : label,
    ...(term.kind === "iri" ? tokenOf({ is: "entity", iri: term.value }) : {}),
  }));
}

function judge(words: string, match: NameMatch): Pick<EntityLike, "likeness" | "score"> | undefined {
  const { tier, alias, name, score } = match;
  if (tier === "exact") return { likeness: "same", score: alias ? 0.98 : 1 };
  if (tier === "folded" || bare(name) === bare(words))
    return { likeness: "form", score: alias ? 0.95 : 0.97 };
  if (isPart(words, name)) return { likeness: "part", score: 0.5 + 0.4 * score };
  if (tier === "abbreviation")
    return score < LEAST_ABBREVIATION ? undefined : { likeness: "related", score: 0.5 * score };
  const near = tier === "typo" || (tier === "words" && !isPart(name, words));
  if (!near || score < LEAST_NEAR || numbersOf(words) !== numbersOf(name)) return undefined;
  return { likeness: "near", score: Math.min(0.94, score) };
}

/** Its words stand side by side in a longer name. */
export function isPart(words: string, name: string): boolean {
  const own = nameWords(foldText(words)).join(" ");
  const all = nameWords(foldText(name)).join(" ");
  return own !== "" && own !== all && ` ${all} `.includes(` ${own} `);
}

/** A number is no misspelling of another: ceremonies of two years are two ceremonies. */
export function numbersOf(name: string): string {
  return (name.match(/\d+/gu) ?? []).join(" ");
}

export function bare(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

export const sameTerm = (a: Term, b: Term): boolean => termText(a) === termText(b);
