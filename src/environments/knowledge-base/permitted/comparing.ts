import type { Comparison } from "../program/program.ts";

/** A number, year or date that a question or a thought names. */
export interface NamedValue {
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
