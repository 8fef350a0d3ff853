import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { wordKey } from "../../../../util/english/word-key.ts";
import { type GraphReader, unlessRefused } from "../../access/graph-reader.ts";
import { bare, entitiesLike } from "../../readings/knowledge-base-readings.ts";
import type { Term } from "../../term/term.ts";
import { bestMatches, distinctTerms } from "../../tools/subject.ts";
import type { LabelSearch, NameMatch } from "../../triple-store/triple-store.ts";
import { CLOSED_WORDS, kindsOf } from "../lexicon/kinds.ts";
import type { KnownWords } from "./words.ts";

/** An entity that a stretch of the question may name. */
export interface NameReading {
  readonly term: Term;
  /** Its name as stored. */
  readonly name: string;
  /** "part": the words are part of a longer name; "said": the user chose this entity. */
  readonly tier: "exact" | "folded" | "part" | "typo" | "said";
  readonly alias: boolean;
}

/** A stretch of tokens that names an entity. */
export interface NameSpan {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly text: string;
  /** Entities of that name; several if the name is ambiguous. */
  readonly readings: readonly NameReading[];
  /** Cost of reading the words as a name: 0 or little if quotes or capital letters suggest a name. */
  readonly cost: number;
}

const LONGEST_NAME = 10;
const MOST_LOOKED_UP = 180;
/** Most searches on an endpoint, where each search costs a request. */
const MOST_REQUESTS = 40;
const LONGEST_REQUESTED = 3;
const MOST_READINGS = 6;
/** Matches per search. */
const SEARCHED = 20;
const MOST_LONGER = 24;
const SHORTEST_PART = 3;
const LEAST_TYPO_SCORE = 0.8;
/** A name whose score is this much higher than the others' is the only reading. */
const FAR_AHEAD = 0.15;
const COST = { folded: 0.01, typo: 0.25, part: 0.3, common: 0.6, within: 0.4 } as const;

export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Spellings with and without the punctuation after it, which may belong to the name ("Taxi!", "C.O.D."). */
  readonly written: readonly string[];
  /** Quoted, or its words begin with capital letters. */
  readonly marked: boolean;
}

/**
 * The names of the question. Every stretch of up to ten tokens is looked up; names within longer names cost more. A stretch that is written as
 * a name without a match may be part of a name, or misspelt. Stretches that the user has settled (`said`) are not looked up.
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
  const wholes = await Promise.all(wanted.map((stretch) => wholeNames(stretch, graph)));
  for (const [place, stretch] of wanted.entries()) {
    const whole = wholes[place] ?? [];
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

/** Longer names that contain the words, else names of which the words are a misspelling. */
async function nearNames(stretch: Stretch, graph: GraphReader): Promise<readonly NameSpan[]> {
  if (stretch.text.length < SHORTEST_PART) return [];
  const like = await unlessRefused(entitiesLike(stretch.text, graph, MOST_LONGER), []);
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

/** Stretches of up to ten tokens that may be names, marked names first, then the longest. */
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
  const isOpen = (at: number): boolean => !CLOSED_WORDS.has(tokens[at]?.folded ?? "");
  const worthRequest = ({ marked, from, to }: Stretch): boolean =>
    marked || (to - from <= LONGEST_REQUESTED && isOpen(from) && isOpen(to - 1));
  return (mode === "fuzzy" ? byWorth : byWorth.filter(worthRequest)).slice(0, most);
}

/** Whether a token looks like a name: a capital letter, or a number. */
function isMarked({ capital, folded }: Token): boolean {
  return capital || /^\p{N}/u.test(folded);
}

function readingsOf(matches: readonly NameMatch[], text: string): readonly NameReading[] {
  const best = bestMatches(matches);
  // Without punctuation: "Whats Up Doc" for "What's Up, Doc?".
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

/** Whether capital letters suggest a name; a capital at the beginning of the question does not. */
function speaksForName({ from, to, marked }: Pick<Stretch, "from" | "to" | "marked">): boolean {
  return marked && (from > 0 || to - from > 1);
}

/** Undefined if nothing suggests a name: words of the grammar in lower case. */
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

function within(a: Range, b: Range): boolean {
  return b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;
}

type Range = Pick<NameSpan, "from" | "to">;

function overlap(a: Range, b: Range): boolean {
  return a.from < b.to && b.from < a.to;
}
