import { foldText } from "../../../util/fold-text.ts";
import type { Comparison } from "../program/program.ts";

/** A number, year or date that a question or a thought names. */
interface NamedValue {
  readonly text: string;
  /** What the words beside it say of how to compare with it; empty where they say nothing. */
  readonly comparisons: readonly Comparison[];
}

export interface Comparing {
  /** Whether a number, a date, a decade or a comparing word stands in the words. */
  readonly wanted: boolean;
  readonly values: readonly NamedValue[];
  likely(comparison: Comparison): boolean;
}

/** Words by which a comparison is likely to be meant. */
const WORDS: Readonly<Partial<Record<Comparison, RegExp>>> = {
  ">": /\b(?:after|more|over|above|greater|larger|bigger|longer|older|higher|later|exceed\w*)\b|>/u,
  ">=": /\b(?:at least|since|from|no less|minimum|or (?:more|better|later|above|higher|over|older|longer|larger|newer))\b|>=/u,
  "<": /\b(?:before|less|fewer|under|below|smaller|shorter|younger|lower|earlier)\b|</u,
  "<=": /\b(?:at most|until|up to|no more|maximum|or (?:less|fewer|earlier|below|lower|under|younger|shorter|smaller))\b|<=/u,
  "=": /\b(?:in|on|exactly|equal\w*)\b|=/u,
};
const COMPARISONS = Object.keys(WORDS) as readonly Comparison[];
/** A year or a decade is a stretch of time: from its beginning on and before its end. */
const STRETCH =
  /\b(?:1\d|20)\d\d(?:s\b)?|\b(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\b|\bbetween\b/u;
const STRETCHING: readonly Comparison[] = [">=", "<"];

const NUMBER =
  /(?<![\w#-])(?<figures>-?\d+(?:[.,-]\d+)*)(?:\s+(?<scale>thousand|million|billion))?|\bhalf an?\s+(?<half>thousand|million|billion)\b/gu;
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
/** Characters before and behind a number that say how to compare with it. */
const BEFORE = 24;
const BEHIND = 14;

export function comparingIn(asked: string): Comparing {
  const text = asked.toLowerCase();
  const values = new Map<string, NamedValue>();
  for (const match of text.matchAll(NUMBER)) {
    const written = writtenNumber(match.groups ?? {});
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index);
    const end = match.index + match[0].length;
    const near = `${before.split(/\d/u).at(-1) ?? ""} … ${text.slice(end, end + BEHIND)}`;
    if (!values.has(written)) values.set(written, { text: written, comparisons: comparisonsIn(near) });
  }
  const all = comparisonsIn(text);
  const stretch = STRETCH.test(text);
  return {
    wanted: values.size > 0 || stretch || all.some((each) => each !== "=" && each !== ">="),
    values: [...values.values()],
    likely: (comparison) => all.includes(comparison) || (stretch && STRETCHING.includes(comparison)),
  };
}

/** "In" and "on" say something only where nothing else does. */
function comparisonsIn(text: string): readonly Comparison[] {
  const found = COMPARISONS.filter((comparison) => WORDS[comparison]?.test(text));
  return found.length > 1 ? found.filter((comparison) => comparison !== "=") : found;
}

function writtenNumber({
  figures = "0.5",
  scale,
  half,
}: Readonly<Record<string, string | undefined>>): string {
  const times = SCALES[scale ?? half ?? ""];
  if (times === undefined) return figures;
  const number = Number(figures.replace(/,(?=\d{3})/gu, "")) * times;
  return Number.isSafeInteger(number) ? String(number) : figures;
}

/** Words by which a thought asks for a tool without naming it. */
const CUES: Readonly<Record<string, RegExp>> = {
  get_relations: /\b(?:relations?|edges?|connected to|query the kb)\b/u,
  get_neighbors: /\b(?:neighbou?rs?|follow|use the relation|might use|via|through|go from|lead)\b/u,
  get_attributes: /\b(?:attributes?)\b/u,
  intersection: /\b(?:intersect\w*|both|in common|overlap|as well as|at the same time|also)\b/u,
  union: /\b(?:union|either|or|any of|combine|all of them|together)\b/u,
  difference:
    /\b(?:except|exclud\w*|without|remove|other than|difference|apart from|besides|itself|not|never|neither|no|but|leav(?:e|ing) (?:out|aside))\b/u,
  count: /\b(?:count|how many|number of)\b/u,
  argmax:
    /\b(?:argmax|most|largest|biggest|greatest|highest|maximum|latest|newest|longest|tallest|oldest|last|youngest)\b/u,
  argmin:
    /\b(?:argmin|least|fewest|smallest|lowest|minimum|earliest|oldest|first|shortest|youngest|oldest)\b/u,
  filter:
    /\b(?:filter|before|after|since|until|more than|less than|fewer than|greater|at least|at most|older|younger|longer|shorter|larger|smaller|higher|lower|between|over|under|only those|equal)\b/u,
  values: /\b(?:values?|what year|when|how (?:long|old|tall|high|much|large|big)|date)\b/u,
  find_entities: /\b(?:find (?:the )?entit\w+|look up|search|named|called)\b/u,
  find_classes: /\b(?:class|classes|type of|kind of)\b/u,
  instances: /\b(?:instances?|all (?:the )?\w+s\b|every|each|list of)\b/u,
  describe: /\b(?:describe|details|look at)\b/u,
  get_path: /\b(?:path|connection between|how .* connected)\b/u,
};

export interface Cues {
  /** 1 where the tool is named, 0.3 where a word asks for it, else 0. */
  tool(name: string): number;
  /** Whether a name stands in the words: `#2`, a relation's text, a label. */
  mentions(name: string): boolean;
  /** Variables that are named. */
  readonly variables: readonly number[];
}

/** What a thought, or a question, says about the next action. */
export function cuesIn(text: string): Cues {
  const folded = foldText(text);
  const padded = ` ${folded} `;
  return {
    tool(name) {
      if (new RegExp(`\\b${name.replace("_", "[_ ]")}\\b`, "u").test(folded)) return 1;
      return CUES[name]?.test(folded) ? 0.3 : 0;
    },
    mentions(name) {
      const wanted = foldText(name);
      if (wanted.length < 2) return false;
      const at = padded.indexOf(wanted);
      if (at < 0) return false;
      // Part of a longer name is another name: `film.film` in `film.film.director`, `#1` in `#12`.
      for (let place = at; place >= 0; place = padded.indexOf(wanted, place + 1)) {
        const [before = " ", after = " "] = [padded[place - 1], padded[place + wanted.length]];
        const next = padded[place + wanted.length + 1] ?? " ";
        const runsOn = /[\p{L}\p{N}_]/u.test(after) || (after === "." && /[\p{L}\p{N}_]/u.test(next));
        if (!/[\p{L}\p{N}_.^/]/u.test(before) && !runsOn) return true;
      }
      return false;
    },
    variables: [...new Set([...text.matchAll(/#\s?(\d+)/gu)].map((match) => Number(match[1])))],
  };
}
