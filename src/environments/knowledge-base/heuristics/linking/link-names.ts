import type { GraphReader } from "../../access/graph-reader.ts";
import { bare, isPart, numbersOf } from "../../readings/knowledge-base-readings.ts";
import type { LabelSearch, NameMatch } from "../../store/triple-store.ts";
import { type Term, termText } from "../../term/term.ts";
import { distinctTerms } from "../../tools/entity-named.ts";
import { CLOSED_WORDS, kindsOf } from "../lexicon/kinds.ts";
import { type Token, textBetween } from "../question/read-tokens.ts";
import { wordKey } from "../question/word-key.ts";
import type { KnownWords } from "./known-words.ts";

/** An entity that a stretch of the question may name. */
export interface NameReading {
  readonly term: Term;
  /** Its name as stored. */
  readonly name: string;
  /** "part": the words stand in a longer name; "said": the person has said that this is meant. */
  readonly tier: "exact" | "folded" | "part" | "typo" | "said";
  readonly alias: boolean;
}

/** A stretch of tokens that names something. */
export interface NameSpan {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly text: string;
  /** Entities of that name; several where the name is not enough. */
  readonly readings: readonly NameReading[];
  /** What it costs to take the words for a name: nothing where case speaks for it. */
  readonly cost: number;
}

const LONGEST_NAME = 10;
const MOST_LOOKED_UP = 180;
/** Where names are searched by another machine, each search costs a request. */
const MOST_REQUESTS = 24;
const MOST_READINGS = 6;
const MOST_LONGER = 24;
const SHORTEST_PART = 3;
const SHORTEST_TYPO = 5;
const LEAST_TYPO_SCORE = 0.8;
/** A name that is nearer than the others by this much is meant alone. */
const FAR_AHEAD = 0.15;
const COST = { folded: 0.01, typo: 0.25, part: 0.3, common: 0.6, within: 0.4 } as const;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Quoted, or its words begin with capital letters. */
  readonly marked: boolean;
}

/**
 * The names of the question, every stretch of up to ten tokens looked up; those within longer names cost more. What is written as a name and
 * is none may be a part of one, or misspelt. Where the person has said what is meant (`said`), nothing is looked up.
 */
export async function linkNames(
  question: string,
  tokens: readonly Token[],
  known: KnownWords,
  graph: GraphReader,
  mode: LabelSearch["mode"],
  said: readonly NameSpan[] = [],
): Promise<readonly NameSpan[]> {
  const all = stretchesOf(question, tokens, mode === "fuzzy" ? MOST_LOOKED_UP : MOST_REQUESTS, mode);
  const wanted = all.filter((stretch) => !said.some((each) => overlap(each, stretch)));
  const found: NameSpan[] = [];
  const near: NameSpan[] = [];
  for (const stretch of wanted) {
    const { matches, whole } = await wholeNames(stretch, question, tokens, graph);
    if (whole.length > 0) {
      const cost = costOf(stretch, tokens, known, whole);
      if (cost !== undefined) found.push({ ...stretch, readings: whole, cost });
    } else if (speaksForName(stretch)) {
      const parts = await partOf(stretch, tokens, matches, graph);
      near.push(...(parts.length > 0 ? parts : typosOf(matches, stretch)));
    } else if (stretch.marked) near.push(...typosOf(matches, stretch));
  }
  const free = near.filter((each) => !found.some((other) => overlap(each, other)));
  const linked = [...found, ...longest(free)].map((each) => ({
    ...each,
    cost: each.cost + (found.some((other) => within(each, other)) ? COST.within : 0),
  }));
  return [...said, ...linked];
}

/** Longer names that the words are a part of. */
async function partOf(
  stretch: Stretch,
  tokens: readonly Token[],
  matches: readonly NameMatch[],
  graph: GraphReader,
): Promise<readonly NameSpan[]> {
  const { from, to, text } = stretch;
  const open = tokens
    .slice(from, to)
    .filter(({ folded, kind }) => kind !== "mark" && !CLOSED_WORDS.has(folded));
  const long = open.some(({ folded, kind }) => kind !== "number" && folded.length >= SHORTEST_PART);
  if (!long || !matches.some(({ tier }) => tier === "words")) return [];
  const { matches: more } = await graph.find(text, { limit: 3 * MOST_LONGER, among: "entities" });
  const parts = more.filter(({ name, tier }) => tier === "words" && isPart(text, name));
  const readings = distinctTerms(parts).map(({ term, name, alias }) => ({
    term,
    name,
    alias,
    tier: "part" as const,
  }));
  return readings.length === 0
    ? []
    : [{ ...stretch, readings: readings.slice(0, MOST_LONGER), cost: COST.part }];
}

/** Names may end with marks of their own: "Taxi!", "C.O.D.". */
async function wholeNames(
  { text, to }: Stretch,
  question: string,
  tokens: readonly Token[],
  graph: GraphReader,
): Promise<{ readonly matches: readonly NameMatch[]; readonly whole: readonly NameReading[] }> {
  const marks = /^[?!.…)*]+/u.exec(question.slice(tokens[to - 1]?.end ?? question.length))?.[0];
  for (const written of marks === undefined ? [] : [`${text}${marks}`, `${text}${marks.slice(0, 1)}`]) {
    const { matches } = await graph.find(written, { limit: 10, among: "entities" });
    const whole = readingsOf(matches, written);
    if (whole.length > 0) return { matches, whole };
  }
  const { matches } = await graph.find(text, { limit: 10, among: "entities" });
  const whole = readingsOf(matches, text);
  const single = /^\p{Ll}+s$/u.test(text) && whole.length === 0 ? wordKey(text) : text;
  if (single === text) return { matches, whole };
  // "Comedies" for what is named "Comedy".
  const { matches: others } = await graph.find(single, { limit: 10, among: "entities" });
  return { matches: others, whole: readingsOf(others, single) };
}

function stretchesOf(
  question: string,
  tokens: readonly Token[],
  most: number,
  mode: LabelSearch["mode"],
): readonly Stretch[] {
  const all: Stretch[] = [];
  for (let length = Math.min(LONGEST_NAME, tokens.length); length > 0; length--) {
    for (let from = 0; from + length <= tokens.length; from++) {
      const to = from + length;
      const inner = tokens.slice(from, to);
      const [first, last] = [inner[0], inner.at(-1)];
      if (!first || !last || !inner.some(({ kind }) => kind !== "mark")) continue;
      if (first.folded === "'s" || last.folded === "'s" || last.folded === ",") continue;
      const open = inner.filter(({ folded, kind }) => kind !== "mark" && !CLOSED_WORDS.has(folded));
      const marked =
        first.kind === "quoted" || (open.every(({ capital }) => capital) && first.capital && last.capital);
      if (open.length === 0 && !marked) continue;
      all.push({ from, to, text: textBetween(question, tokens, from, to), marked });
    }
  }
  const byWorth = [...all.filter(({ marked }) => marked), ...all.filter(({ marked }) => !marked)];
  return (
    mode === "fuzzy" ? byWorth : byWorth.filter(({ marked, to, from }) => marked || to - from <= 4)
  ).slice(0, most);
}

/** Exact before folded, labels before aliases; all entities of the best kind. */
function readingsOf(matches: readonly NameMatch[], text: string): readonly NameReading[] {
  const tiers = [
    matches.filter(({ tier, alias }) => tier === "exact" && !alias),
    matches.filter(({ tier, alias }) => tier === "folded" && !alias),
    matches.filter(({ tier }) => tier === "exact"),
    matches.filter(({ tier }) => tier === "folded"),
    // Marks aside: "Whats Up Doc" for "What's Up, Doc?".
    matches.filter(({ tier, name }) => tier === "words" && bare(name) === bare(text)),
  ];
  const best = tiers.find((tier) => tier.length > 0) ?? [];
  const distinct = new Map(best.map((match) => [termText(match.term), match]));
  return [...distinct.values()].slice(0, MOST_READINGS).map(({ term, name, alias, tier }) => ({
    term,
    name,
    alias,
    tier: tier === "exact" ? "exact" : "folded",
  }));
}

/** A capital letter at the beginning of the question says nothing. */
function speaksForName({ from, to, marked }: Pick<Stretch, "from" | "to" | "marked">): boolean {
  return marked && (from > 0 || to - from > 1);
}

/** Undefined where nothing speaks for a name: words of the grammar in lower case. */
function costOf(
  { from, to, marked }: Stretch,
  tokens: readonly Token[],
  known: KnownWords,
  readings: readonly NameReading[],
): number | undefined {
  const inner = tokens.slice(from, to);
  const folded = readings[0]?.tier === "exact" ? 0 : COST.folded;
  if (inner[0]?.kind === "quoted") return 0;
  if (speaksForName({ from, to, marked })) return folded;
  const open = inner.filter(({ folded: word, kind }) => kind !== "mark" && !CLOSED_WORDS.has(word));
  if (open.length === 0) return undefined;
  const common = open.every(({ folded: word }) => {
    const key = wordKey(word);
    return known.nouns.has(key) || known.verbs.has(key) || known.classes.has(key) || kindsOf(word).length > 0;
  });
  return folded + (common ? COST.common : 0);
}

function typosOf(matches: readonly NameMatch[], stretch: Stretch): readonly NameSpan[] {
  if (stretch.text.length < SHORTEST_TYPO) return [];
  // "Words" are the same ones in another order or number: "Night Road" for "Night Roads".
  const typos = matches.filter(
    ({ tier, score, name }) =>
      (tier === "typo" || (tier === "words" && !isPart(name, stretch.text))) &&
      score >= LEAST_TYPO_SCORE &&
      numbersOf(name) === numbersOf(stretch.text),
  );
  const [best] = typos;
  if (!best) return [];
  const near = distinctTerms(typos.filter(({ score }) => score > best.score - FAR_AHEAD));
  const readings = near.map(({ term, name, alias }) => ({ term, name, alias, tier: "typo" as const }));
  return [{ ...stretch, readings, cost: COST.typo }];
}

function longest(spans: readonly NameSpan[]): readonly NameSpan[] {
  return spans.filter((each) => !spans.some((other) => within(each, other)));
}

function within(a: Place, b: Place): boolean {
  return b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;
}

type Place = Pick<NameSpan, "from" | "to">;

function overlap(a: Place, b: Place): boolean {
  return a.from < b.to && b.from < a.to;
}
