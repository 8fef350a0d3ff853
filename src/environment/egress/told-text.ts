import { type EgressScope, UNTOLD, valueForm } from "./egress-scope.ts";
import { OWN_WORDS } from "./own-words.ts";
import { WORD } from "./words-of.ts";

/** `counts`: a number stays only as an amount of something that can be counted, or where somebody has written it; `all`: each stays. */
export type Numbers = "counts" | "all";

/** A quotation: what a name, a value or a piece of SQL stands in. An apostrophe within a word opens none. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:'(?:[^'\n]|'')*'|"(?:[^"\n\\]|""|\\.)*"|“[^”\n]*”|`[^`\n]*`)(?![\p{L}\p{N}])/gu;

/** What stands behind an amount of things. */
const COUNTED =
  /^(?:,\d{3})*\s+(?:of|rows?|values?|columns?|tables?|cells?|groups?|pairs?|others?|more|distinct|different|characters|bytes|kB|MB|ms|milliseconds|seconds|sampled|alone|joined|NULLs?|times|entit(?:y|ies)|members?|numbers?|dates?|texts?|facts?|items?|instances?|classes|relations?|paths?|variables?|steps?|requests?|operations?|pages?|responses?|shown|kept|meets?|partitions|conditions?|in common|have|has|is|are)\b|^\s?%/u;
const COUNTING = /(?:\b(?:first|last|most|only|least|about|all|further|the|rows? of) |#|\{|%)$/u;

/** Parts of dates and of their patterns in SQL, quoted in expressions that are offered. */
const DATE_PARTS =
  /^(?:[%\p{P}\s]|%[A-Za-z]|YYYY|YY|MM|DD|HH24|HH|MI|SS|Mon|year|month|day|quarter|hour|minute|second|T)*$/u;

/**
 * A text of the environment without what neither this program, the schema, the person nor the model has written. It is the net below `told`:
 * a value that reached a text unmarked does not get past it, unless each word of it is one of those.
 */
export function toldText(text: string, scope: EgressScope, numbers: Numbers): string {
  const code = longestAdvised(text, scope);
  if (code === undefined) return toldPart(text, scope, numbers);
  return text
    .split(code)
    .map((part) => toldText(part, scope, numbers))
    .join(code);
}

/** The longest code of advice in the text that is more than a name: shorter ones may be parts of it. */
function longestAdvised(text: string, { advised = new Set() }: EgressScope): string | undefined {
  const found = [...advised].filter((code) => /\W/u.test(code) && text.includes(code));
  return found.sort((a, b) => b.length - a.length)[0];
}

function toldPart(text: string, scope: EgressScope, numbers: Numbers): string {
  let rest = 0;
  let told = "";
  for (const match of text.matchAll(QUOTED)) {
    told += plain(text.slice(rest, match.index), scope, numbers, text.slice(match.index));
    told += quotation(match[0], scope);
    rest = match.index + match[0].length;
  }
  return told + plain(text.slice(rest), scope, numbers, "");
}

/** True where nothing of the text would be withheld. */
export function mayBeTold(text: string, scope: EgressScope): boolean {
  return toldText(text, scope, "counts") === text;
}

/** Within quotes stand values, and names where they are double: this program's own words are no excuse there. */
function quotation(text: string, scope: EgressScope): string {
  const [open, inner, close] = [text.slice(0, 1), text.slice(1, -1), text.slice(-1)];
  const words = inner.match(WORD) ?? [];
  const named = open !== "'" && words.every((word) => scope.knows(word.toLowerCase()));
  if (words.length === 0 || named || DATE_PARTS.test(inner) || scope.wrote(inner)) return text;
  return `${open}${valueForm(inner, scope.level)}${close}`;
}

function plain(text: string, scope: EgressScope, numbers: Numbers, after: string): string {
  return text.replace(WORD, (word, at: number) => {
    if (word.length === 1 && text[at - 1] === "%") return word;
    if (OWN_WORDS.has(word) || scope.knows(word.toLowerCase())) return word;
    if (/^\d+$/u.test(word)) {
      if (numbers === "all") return word;
      const behind = `${text.slice(at + word.length)}${after}`;
      if (COUNTED.test(behind) || COUNTING.test(text.slice(0, at))) return word;
    }
    return valueForm(word, scope.level);
  });
}

/** Whether a text says no more than that there is a value. */
export function isUntold(text: string): boolean {
  return text.includes(UNTOLD);
}
