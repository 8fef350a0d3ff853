import { foldText } from "../../../util/fold-text.ts";
import type { Comparison } from "../program/program.ts";

export interface Comparing {
  /** Whether the words contain a number, a date, a decade or a comparing word. */
  readonly wanted: boolean;
  /** Numbers, years and dates in the words. */
  readonly values: readonly string[];
  likely(comparison: Comparison): boolean;
}

/** Words that suggest a comparison. */
const WORDS: Readonly<Partial<Record<Comparison, RegExp>>> = {
  ">": /\b(?:after|more|over|above|greater|larger|bigger|longer|older|higher|later|exceed\w*)\b|>/u,
  ">=": /\b(?:at least|since|from|no less|minimum|or (?:more|better|later|above|higher|over|older|longer|larger|newer))\b|>=/u,
  "<": /\b(?:before|less|fewer|under|below|smaller|shorter|younger|lower|earlier)\b|</u,
  "<=": /\b(?:at most|until|up to|no more|maximum|or (?:less|fewer|earlier|below|lower|under|younger|shorter|smaller))\b|<=/u,
  "=": /\b(?:in|on|exactly|equal\w*)\b|=/u,
};
const COMPARISONS = Object.keys(WORDS) as readonly Comparison[];
/** Years, decades and "between": periods, which need `>=` and `<`. */
const STRETCH =
  /\b(?:1\d|20)\d\d(?:s\b)?|\b(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\b|\bbetween\b/u;

const NUMBER = /(?<![\w#-])(?<figures>-?\d+(?:[.,-]\d+)*)(?:\s+(?<scale>thousand|million|billion))?/gu;
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

export function comparingIn(asked: string): Comparing {
  const text = asked.toLowerCase();
  const values = new Set(Array.from(text.matchAll(NUMBER), ({ groups = {} }) => writtenNumber(groups)));
  const found = COMPARISONS.filter((comparison) => WORDS[comparison]?.test(text));
  // "In" and "on" count only without another comparing word.
  const all = found.length > 1 ? found.filter((comparison) => comparison !== "=") : found;
  const stretch = STRETCH.test(text);
  return {
    wanted: values.size > 0 || stretch || all.some((each) => each !== "=" && each !== ">="),
    values: [...values],
    likely: (comparison) =>
      all.includes(comparison) || (stretch && (comparison === ">=" || comparison === "<")),
  };
}

function writtenNumber({ figures = "", scale = "" }: Readonly<Record<string, string | undefined>>): string {
  const number = Number(figures.replace(/,(?=\d{3})/gu, "")) * (SCALES[scale] ?? Number.NaN);
  return Number.isSafeInteger(number) ? String(number) : figures;
}

/** Words in a thought that suggest a tool without naming it. */
export const TOOL_WORDS: Readonly<Record<string, RegExp>> = {
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
  /** 1 if the tool is named, 0.3 if a word suggests it, else 0. */
  tool(name: string): number;
  /** Whether the words contain a name: `#2`, a relation's text, a label. */
  mentions(name: string): boolean;
  /** Variables in the words. */
  readonly variables: readonly number[];
}

/** Reads hints at the next action from a thought or a question. */
export function cuesIn(text: string): Cues {
  const folded = foldText(text);
  return {
    tool(name) {
      if (new RegExp(`\\b${name.replace("_", "[_ ]")}\\b`, "u").test(folded)) return 1;
      return TOOL_WORDS[name]?.test(folded) ? 0.3 : 0;
    },
    mentions(name) {
      const wanted = foldText(name);
      if (wanted.length < 2 || !folded.includes(wanted)) return false;
      // A part of a longer name does not count: `film.film` in `film.film.director`, `#1` in `#12`.
      const alone = String.raw`(?<![\p{L}\p{N}_.^/])${wanted.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")}(?!\.?[\p{L}\p{N}_])`;
      return new RegExp(alone, "u").test(folded);
    },
    variables: [...new Set([...text.matchAll(/#\s?(\d+)/gu)].map((match) => Number(match[1])))],
  };
}
