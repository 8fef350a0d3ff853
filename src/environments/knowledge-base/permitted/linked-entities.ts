import { readTokens } from "../../../util/english/tokens.ts";
import { foldText } from "../../../util/fold-text.ts";
import { unlessRefused } from "../access/graph-reader.ts";
import { stretchesOf } from "../heuristics/linking/link-names.ts";
import { contentWords } from "../relevance/question-relevance.ts";
import { type Term, termText } from "../term/term.ts";
import { distinctTerms } from "../tools/entity-named.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { LabelSearch, NameMatch } from "../triple-store/triple-store.ts";

/** A stretch of words that may be a name. */
interface Span {
  readonly text: string;
  /** Marked as a name by brackets, quotation marks or capital letters. */
  readonly marked: boolean;
}

/** How thoughts begin ("Use find_entities …"); a name that is one of these has to stand in quotation marks. */
const STEP_WORDS: ReadonlySet<string> = new Set(
  "use take get list follow filter count find look next then now first start keep check intersect".split(" "),
);

const LONGEST_UNMARKED = 6;

/** Stretches of a text that may be names, as they may be written, each once. */
function spansOf(text: string, mode: LabelSearch["mode"]): readonly Span[] {
  const found = stretchesOf(text, readTokens(text), MOST_LOOKED_UP, mode);
  const likely = found.filter(({ from, to, marked }) => marked || to - from <= LONGEST_UNMARKED);
  const stretches = likely.flatMap(({ text: plain, written, marked }) =>
    written.map((each) => ({
      text: each,
      marked: marked && each === plain && !STEP_WORDS.has(plain.toLowerCase()),
    })),
  );
  // Names may consist of marks alone, standing by themselves.
  const marks = text.match(/(?<=\s)[^\p{L}\p{N}\s]+(?=\s)/gu) ?? [];
  const all = [...stretches, ...marks.map((name) => ({ text: name, marked: false }))];
  return [...new Map(all.toReversed().map((span) => [foldText(span.text), span])).values()].toReversed();
}

export interface LinkedEntity {
  readonly term: Term;
  /** What it is called in the question, the thought or the workspace. */
  readonly span: string;
  /** How sure the link is: 1 for whole names, less for near ones and for names that several entities have. */
  readonly sure: number;
}

export interface Linking {
  readonly entities: readonly LinkedEntity[];
  /** Marked spans that name nothing exactly: worth a search of their own. */
  readonly open: readonly string[];
}

const MOST_LOOKED_UP = 250;
/** Where names are searched by another machine, each search costs a request. */
const MOST_REQUESTS = 40;
const LONGEST_REQUESTED = 3;
const AT_ONCE = 8;
const MOST_OF_ONE_NAME = 5;
const MOST_NEAR = 2;
/** How sure it is that one word stands for the other, of the same stem. */
const DERIVED = 0.7;
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 3;
/** Of the action's time. */
const SHARE = 0.3;

/** Entities that the words name. Looking them up takes a bounded part of the time; what is not reached is left out. */
export async function linkedEntities(texts: readonly string[], call: ToolCall): Promise<Linking> {
  const { mode } = call.services.store.labelSearch;
  const spans = texts
    .flatMap((text) => spansOf(text, mode))
    .sort((a, b) => Number(b.marked) - Number(a.marked));
  const found: LinkedEntity[] = [];
  const covered: string[] = [];
  const open: string[] = [];
  const ends = Date.now() + call.graph.bounds(SHARE).milliseconds;
  const wanted =
    mode === "fuzzy" ? spans.slice(0, MOST_LOOKED_UP) : spans.filter(worthRequest).slice(0, MOST_REQUESTS);
  for (let at = 0; at < wanted.length && Date.now() < ends; at += AT_ONCE) {
    const batch = wanted.slice(at, at + AT_ONCE).filter(({ text }) => !isCovered(text, covered));
    const looked = await Promise.all(batch.map((span) => lookUp(span, call)));
    for (const [place, matches] of looked.entries()) {
      const span = batch[place] as Span;
      const exact = matches.filter(({ tier }) => tier === "exact" || tier === "folded");
      const derived = matches.filter((match) => isDerived(match, span));
      found.push(...derived.slice(0, MOST_NEAR).map((match) => linked(match, span, DERIVED)));
      if (exact.length > 0) {
        covered.push(span.text);
        const several = exact.length > 1 ? 0.1 : 0;
        found.push(...exact.map((match) => linked(match, span, 1 - several - (match.alias ? 0.1 : 0))));
      } else if (span.marked) {
        open.push(span.text);
        found.push(...matches.slice(0, MOST_NEAR).map((match) => linked(match, span, 0.5 * match.score)));
      }
    }
  }
  return { entities: surest(found), open: open.filter((text) => !isCovered(text, covered)) };
}

/** Marked names, and few words that mean something at both ends. */
function worthRequest({ text, marked }: Span): boolean {
  const words = text.split(/\s+/u);
  const edges = [words[0], words.at(-1)].every((word) => contentWords(word ?? "").length > 0);
  return marked || (words.length <= LONGEST_REQUESTED && edges);
}

const linked = ({ term }: NameMatch, { text, marked }: Span, sure: number): LinkedEntity => ({
  term,
  span: text,
  sure: marked ? sure : sure - 0.15,
});

/** But for the end of the last word: "comedies" and Comedy, "Portuguese" and Portugal, "animated" and Animation. */
function isDerived({ name, tier }: NameMatch, { text }: Pick<Span, "text">): boolean {
  if (tier === "exact" || tier === "folded") return false;
  const [a, b] = [foldText(name), foldText(text)];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  if (/\s/u.test(a.slice(same) + b.slice(same))) return false;
  return same >= SHORTEST_STEM && a.length - same <= LONGEST_ENDING && b.length - same <= LONGEST_ENDING + 1;
}

function surest(found: readonly LinkedEntity[]): readonly LinkedEntity[] {
  const byTerm = new Map<string, LinkedEntity>();
  for (const each of found) {
    const key = termText(each.term);
    if ((byTerm.get(key)?.sure ?? 0) < each.sure) byTerm.set(key, each);
  }
  return [...byTerm.values()].sort((a, b) => b.sure - a.sure);
}

/** Within a longer name that is an entity's: `York` in `New York`. */
function isCovered(text: string, covered: readonly string[]): boolean {
  const folded = ` ${foldText(text)} `;
  return covered.some((other) => ` ${foldText(other)} `.includes(folded));
}

async function lookUp({ text, marked }: Span, { graph }: ToolCall): Promise<readonly NameMatch[]> {
  const written = text.includes("_") ? [text, text.replaceAll("_", " ")] : [text];
  const found: NameMatch[] = [];
  for (const name of written) {
    // A list of what can be done is of use without this name, too.
    const asked = graph.find(name, { limit: MOST_OF_ONE_NAME, among: "entities" });
    const { matches } = await unlessRefused(asked, { matches: [], complete: false });
    const isMeant = (match: NameMatch): boolean =>
      marked || match.tier === "exact" || match.tier === "folded" || isDerived(match, { text });
    found.push(...matches.filter(isMeant));
  }
  return distinctTerms(found).slice(0, MOST_OF_ONE_NAME);
}
