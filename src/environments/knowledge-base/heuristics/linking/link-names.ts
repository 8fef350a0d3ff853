import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { wordKey } from "../../../../util/english/word-key.ts";
import type { GraphReader } from "../../access/graph-reader.ts";
import { bare, entitiesLike } from "../../readings/knowledge-base-readings.ts";
import type { Term } from "../../term/term.ts";
import { bestMatches, distinctTerms } from "../../tools/entity-named.ts";
import type { LabelSearch, NameMatch } from "../../triple-store/triple-store.ts";
import { CLOSED_WORDS, kindsOf } from "../lexicon/kinds.ts";
import type { KnownWords } from "./words.ts";

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
/** Matches that a search gives. */
const SEARCHED = 20;
const MOST_LONGER = 24;
const SHORTEST_PART = 3;
const LEAST_TYPO_SCORE = 0.8;
/** A name that is nearer than the others by this much is meant alone. */
const FAR_AHEAD = 0.15;
const COST = { folded: 0.01, typo: 0.25, part: 0.3, common: 0.6, within: 0.4 } as const;

export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** With the marks behind it and without: names may end with some of their own ("Taxi!", "C.O.D."). */
  readonly written: readonly string[];
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
    const whole = await wholeNames(stretch, graph);
    if (whole.length > 0) {
      const cost = costOf(stretch, tokens, known, whole);
      if (cost !== undefined) found.push({ ...stretch, readings: whole, cost });
    } else if (speaksForName(stretch)) near.push(...(await nearNames(stretch, graph)));
  }
  const free = near.filter((each) => !found.some((other) => overlap(each, other)));
  const linked = [...found, ...longest(free)].map((each) => ({
    ...each,
    cost: each.cost + (found.some((other) => within(each, other)) ? COST.within : 0),
  }));
  return [...said, ...linked];
}

/** Longer names that the words are a part of, else names that they are a misspelling of. */
async function nearNames(stretch: Stretch, graph: GraphReader): Promise<readonly NameSpan[]> {
  if (stretch.text.length < SHORTEST_PART) return [];
  const like = await entitiesLike(stretch.text, graph, MOST_LONGER);
  const parts = like.filter(({ likeness }) => likeness === "part");
  const typos = like.filter(({ likeness, score }) => likeness === "near" && score >= LEAST_TYPO_SCORE);
  const [tier, found] = parts.length > 0 ? (["part", parts] as const) : (["typo", typos] as const);
  const best = found[0]?.score ?? 0;
  const readings = found
    .filter(({ score }) => tier === "part" || score > best - FAR_AHEAD)
    .map(({ term, label }): NameReading => ({ term, name: label, alias: false, tier }));
  return readings.length === 0 ? [] : [{ ...stretch, readings, cost: COST[tier] }];
}

async function wholeNames({ written: forms }: Stretch, graph: GraphReader): Promise<readonly NameReading[]> {
  for (const written of forms) {
    const { matches } = await graph.find(written, { limit: SEARCHED, among: "entities" });
    const whole = readingsOf(matches, written);
    if (whole.length > 0) return whole;
  }
  return [];
}

/** Stretches of up to ten tokens that may be names, those that are marked as names first, then the longest. */
export function stretchesOf(
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
      const marked = first.kind === "quoted" || (open.every(isMarked) && isMarked(first) && isMarked(last));
      if (open.length === 0 && !marked) continue;
      const text = textBetween(question, tokens, from, to);
      const marks = /^[?!.…)*]+/u.exec(question.slice(last.end))?.[0] ?? "";
      const written = [...new Set([text + marks, text + marks.slice(0, 1), text])];
      all.push({ from, to, text, written, marked });
    }
  }
  const byWorth = [...all.filter(({ marked }) => marked), ...all.filter(({ marked }) => !marked)];
  return (
    mode === "fuzzy" ? byWorth : byWorth.filter(({ marked, to, from }) => marked || to - from <= 4)
  ).slice(0, most);
}

/** As names are written: with a capital letter, or a number. */
function isMarked({ capital, folded }: Token): boolean {
  return capital || /^\p{N}/u.test(folded);
}

function readingsOf(matches: readonly NameMatch[], text: string): readonly NameReading[] {
  const best = bestMatches(matches);
  // Marks aside: "Whats Up Doc" for "What's Up, Doc?".
  const bareSame = () => matches.filter(({ tier, name }) => tier === "words" && bare(name) === bare(text));
  return (best.length > 0 ? best : distinctTerms(bareSame()))
    .slice(0, MOST_READINGS)
    .map(({ term, name, alias, tier }) => ({
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
