import { readTokens, type Token, textBetween } from "../../../util/english/tokens.ts";
import { FUNCTION_WORDS } from "../../../util/english/words.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { LookupResult, ValueMatch } from "../index/value-index.ts";
import type { Offer } from "./clause-slots.ts";

/** A stretch of a text that may name a cell value. */
interface TaskSpan {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly quoted: boolean;
  /** All its words that carry meaning begin with a capital letter, and not only because a sentence begins there. */
  readonly named: boolean;
  /** It neither begins nor ends with a function word. */
  readonly whole: boolean;
}

const LONGEST_SPAN = 8;
const MOST_WORDS = 120;

/** All stretches of up to eight words that may name a value, longest first. Function words alone name none, nor do marks. */
function taskSpans(text: string): readonly TaskSpan[] {
  const words = readTokens(text).slice(0, MOST_WORDS);
  const spans: TaskSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let end = at + 1; end <= Math.min(words.length, at + LONGEST_SPAN); end++) {
      const span = words.slice(at, end);
      if (!mayName(span)) continue;
      const [first, last] = [span[0] as Token, span.at(-1) as Token];
      const quoted = span.length === 1 && first.kind === "quoted";
      spans.push({
        text: textBetween(text, words, at, end),
        start: first.start,
        end: last.end,
        words: quoted ? first.folded.split(" ").length : span.length,
        quoted,
        whole: !isFunction(first) && !isFunction(last),
        named: isNamed(span, beginsSentence(words, at)),
      });
    }
  }
  return spans.sort((a, b) => b.words - a.words || a.start - b.start);
}

/** The longest runs of words that carry meaning: `dog pets`, `raised`, `female students`. */
function contentRuns(text: string): readonly TaskSpan[] {
  const all = taskSpans(text).filter(({ text: each }) =>
    readTokens(each).every((word) => word.kind === "word" && !FUNCTION_WORDS.has(word.folded)),
  );
  return all.filter((span) => !all.some((other) => other !== span && covers(other, span)));
}

function covers(outer: TaskSpan, inner: TaskSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function mayName(span: readonly Token[]): boolean {
  const [first, last] = [span[0], span.at(-1)];
  if (!first || !last) return false;
  if (span.some(({ kind }) => kind === "quoted")) return span.length === 1;
  if (first.kind === "mark" || (last.kind === "mark" && last.folded !== ")")) return false;
  if (last.folded === "'s" || span.some(({ folded }) => folded === "?" || folded === ";")) return false;
  if (span.length < 3)
    return !span.some((word) => FUNCTION_WORDS.has(word.folded) && (span.length === 1 || isFunction(word)));
  return !span.every((word) => FUNCTION_WORDS.has(word.folded) || word.kind === "mark");
}

function isFunction({ folded, capital }: Token): boolean {
  return FUNCTION_WORDS.has(folded) && !capital;
}

function isNamed(span: readonly Token[], atStart: boolean): boolean {
  const telling = span.filter(({ kind, folded }) => kind === "word" && !FUNCTION_WORDS.has(folded));
  return telling.length > 0 && telling.every(({ capital }) => capital) && !(atStart && telling.length === 1);
}

function beginsSentence(words: readonly Token[], at: number): boolean {
  const before = words[at - 1];
  return before === undefined || (before.kind === "mark" && /[.?!:]/u.test(before.folded));
}

const MOST_NEAR_LOOKUPS = 16;
/** Near values below this score are chance. */
const LEAST_SCORE = 0.5;

/** What lookups need: how to look, and when there is no time left for it. */
export interface Looking {
  readonly services: DatabaseServices;
  readonly signal: AbortSignal;
  /** False when the time for it is over: then spans are offered unseen. */
  readonly canLook: () => boolean;
  /** Where the data change all the time, an offer is made of what was read last: whoever takes it asks the database. */
  readonly asLastRead?: true;
}

/**
 * Lookups of the stretches of a text that name a cell value, or something near one. Where most words are about what is to be done (`said: "thought"`), a
 * single one that is neither in quotes nor a name is none of a value.
 */
export async function valueOffers(
  text: string,
  looking: Looking,
  said: "question" | "thought" = "question",
): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  const found: TaskSpan[] = [];
  const spans = taskSpans(text).filter(
    ({ words, quoted, named }) => said === "question" || words > 1 || quoted || named,
  );
  const schemaWords = wordsOfSchema(looking.services);
  for (const span of spans) {
    const stored = looking.canLook() ? await storedAs(span.text, looking) : undefined;
    if (stored !== undefined) {
      const inside = found.some((other) => covers(other, span));
      found.push(span);
      const plain = span.words === 1 && !span.quoted && !span.named && schemaWords.has(foldText(span.text));
      const worth = (inside ? 2.5 : plain ? 4.5 : 7) + weightOf(span);
      offers.push({ tool: "find_columns_containing_value", arguments: { value: stored }, worth });
    } else if (span.quoted) {
      offers.push({
        tool: "find_columns_containing_value_fuzzy",
        arguments: { value: span.text },
        worth: 8.5,
      });
    }
  }
  const open = spans.filter(
    (span) =>
      span.named &&
      span.whole &&
      !span.quoted &&
      !found.some((other) => covers(other, span) || covers(span, other)),
  );
  const names = open.filter((span) => !open.some((other) => other !== span && covers(other, span)));
  const runs = (said === "question" ? contentRuns(text) : []).flatMap((run) => [
    run,
    ...spans.filter((span) => span.words === 1 && span !== run && covers(run, span)),
  ]);
  const near = [...names, ...runs.filter((run) => !found.some((other) => covers(other, run)))];
  for (const span of near.slice(0, looking.canLook() ? MOST_NEAR_LOOKUPS : near.length)) {
    const looked = looking.canLook() ? await nearest(span.text, looking) : undefined;
    const best = looked?.match;
    if (best === undefined && looked?.isSure && !span.named) continue;
    const worth =
      (span.named ? 5.5 : 1.5) + 3 * (best?.score ?? 0) * (schemaWords.has(foldText(span.text)) ? 0.5 : 1);
    offers.push({ tool: "find_columns_containing_value_fuzzy", arguments: { value: span.text }, worth });
  }
  return offers;
}

/** Quoted and longer stretches, and names, are hardly ever there by chance. */
function weightOf({ words, quoted, named }: TaskSpan): number {
  return (quoted ? 2 : 0) + (named ? 0.5 : 0) + Math.min(1.5, 0.5 * (words - 1));
}

/** The value as a cell holds it that the text names: the text itself but for case, or its singular or plural. */
async function storedAs(text: string, looking: Looking): Promise<string | undefined> {
  for (const form of [text, ...otherNumber(text)]) {
    const [match] = (await look(form, looking)).matches;
    if (match) return match.value;
  }
  return undefined;
}

function otherNumber(text: string): readonly string[] {
  if (!/\p{L}{3,}$/u.test(text)) return [];
  if (/ies$/iu.test(text)) return [text.replace(/ies$/iu, "y"), text.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/iu.test(text)) return [text.slice(0, -2), text.slice(0, -1)];
  return /[^s]s$/iu.test(text) ? [text.slice(0, -1)] : [`${text}s`];
}

function look(text: string, { services: { index }, signal, asLastRead }: Looking): Promise<LookupResult> {
  return index.findExact(text, { limit: 1, signal, ...(asLastRead && { asLastRead }) });
}

/** The nearest value, and whether every column was looked through for it. */
async function nearest(
  text: string,
  { services: { index }, signal, asLastRead }: Looking,
): Promise<{ readonly match: ValueMatch | undefined; readonly isSure: boolean }> {
  const found = await index.findFuzzy(text, { limit: 1, signal, ...(asLastRead && { asLastRead }) });
  return {
    match: found.matches.find(({ score }) => score >= LEAST_SCORE),
    isSure: !asLastRead || found.incomplete.length === 0,
  };
}

function wordsOfSchema({ schema }: DatabaseServices): ReadonlySet<string> {
  const names = schema.tables.flatMap((table) => [table.name, ...table.columns.map(({ name }) => name)]);
  return new Set(names.flatMap((name) => nameWords(name).flatMap((word) => [word, `${word}s`])));
}
