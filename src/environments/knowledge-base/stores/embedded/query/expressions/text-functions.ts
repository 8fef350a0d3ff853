import { type Literal, literal, type Term } from "../../../../term/term.ts";
import { LONGEST_TEXT, type QueryWork } from "../query-work.ts";
import { boundedMatch } from "./bounded-match.ts";
import { booleanTerm } from "./effective-boolean.ts";
import { numeric, numericTerm } from "./numeric-value.ts";
import type { SparqlFunction } from "./sparql-function.ts";

/** Text with or without a language; undefined for anything else. */
function textOf(term: Term | undefined): Literal | undefined {
  return term?.kind === "literal" && term.datatype === undefined ? term : undefined;
}

const sameLanguage = (text: Literal, value: string): Literal => ({ ...text, value });

const changed =
  (change: (text: string) => string): SparqlFunction =>
  ([term]) => {
    const text = textOf(term);
    return text && sameLanguage(text, change(text.value));
  };

const tested =
  (test: (text: string, part: string) => boolean): SparqlFunction =>
  ([term, other]) => {
    const [text, part] = [textOf(term), textOf(other)];
    return text && part && booleanTerm(test(text.value, part.value));
  };

/** By code points, as the standard counts. */
export const textFunctions: Readonly<Record<string, SparqlFunction>> = {
  strlen: ([term]) => {
    const text = textOf(term);
    return text && numericTerm({ number: [...text.value].length, type: "integer" });
  },
  ucase: changed((text) => text.toUpperCase()),
  lcase: changed((text) => text.toLowerCase()),
  contains: tested((text, part) => text.includes(part)),
  strstarts: tested((text, part) => text.startsWith(part)),
  strends: tested((text, part) => text.endsWith(part)),
  strbefore: ([term, other]) => {
    const [text, part] = [textOf(term), textOf(other)];
    if (text === undefined || part === undefined) return undefined;
    const at = text.value.indexOf(part.value);
    return at < 0 ? literal("") : sameLanguage(text, text.value.slice(0, at));
  },
  strafter: ([term, other]) => {
    const [text, part] = [textOf(term), textOf(other)];
    if (text === undefined || part === undefined) return undefined;
    const at = text.value.indexOf(part.value);
    return at < 0 ? literal("") : sameLanguage(text, text.value.slice(at + part.value.length));
  },
  substr: ([term, start, length]) => {
    const text = textOf(term);
    const from = start && numeric(start)?.number;
    if (text === undefined || from === undefined) return undefined;
    const size = length === undefined ? Number.POSITIVE_INFINITY : numeric(length)?.number;
    if (size === undefined) return undefined;
    const first = Math.round(from);
    const letters = [...text.value].slice(Math.max(0, first - 1), Math.max(0, first - 1 + Math.round(size)));
    return sameLanguage(text, letters.join(""));
  },
  encode_for_uri: ([term], { work }) => {
    const text = textOf(term);
    if (text === undefined) return undefined;
    work.text(text.value.length);
    const encoded = encodeURIComponent(text.value.toWellFormed()).replace(/[!'()*]/gu, percent);
    work.text(encoded.length);
    return literal(encoded);
  },
  concat: (terms, { work }) => {
    const texts = terms.map((term) => textOf(term));
    if (texts.some((text) => text === undefined)) return undefined;
    work.text(texts.reduce((sum, text) => sum + (text?.value.length ?? 0), 0));
    const [language] = texts.map((text) => text?.language);
    const value = texts.map((text) => text?.value).join("");
    const shared = texts.length > 0 && texts.every((text) => text?.language === language);
    return shared && language !== undefined ? literal(value, { language }) : literal(value);
  },
  regex: ([term, pattern, flags], context) => {
    const [text, source] = [textOf(term), textOf(pattern)];
    const expression = source && regularExpression(source.value, flags);
    if (text === undefined || expression === undefined) return undefined;
    context.work.lookNext();
    const found = boundedMatch(expression, text.value, () => expression.test(text.value));
    return found === undefined ? undefined : booleanTerm(found);
  },
  replace: ([term, pattern, replacement, flags], context) => {
    const [text, source, by] = [textOf(term), textOf(pattern), textOf(replacement)];
    const expression = source && regularExpression(source.value, flags, "g");
    if (text === undefined || expression === undefined || by === undefined) return undefined;
    const { work } = context;
    work.lookNext();
    const value = boundedMatch(expression, text.value, () => {
      boundReplacing(text.value, expression, by.value, work);
      // What stands before or after a match is not to be had in SPARQL.
      return text.value.replace(expression, by.value.replace(/\$(?=[`'])/gu, "$$$$"));
    });
    return value === undefined ? undefined : sameLanguage(text, value);
  },
};

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * What stands for a part of the match is no longer than the match.
 *
 * @throws TripleStoreError `too-large`
 */
function boundReplacing(text: string, expression: RegExp, by: string, work: QueryWork): void {
  const references = by.match(/\$/gu)?.length ?? 0;
  const most = text.length * (1 + references) + by.length * (text.length + 1);
  if (most <= LONGEST_TEXT) return;
  let size = text.length;
  for (const match of text.matchAll(expression)) {
    size += by.length + references * match[0].length;
    work.bound(size);
  }
  work.text(size);
}

/** Undefined where the pattern is none. */
function regularExpression(source: string, flags: Term | undefined, more = ""): RegExp | undefined {
  const given = flags?.kind === "literal" ? flags.value : "";
  const pattern = given.includes("q") ? source.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&") : source;
  const kept = [...new Set(given.replace(/[^ims]/gu, ""))].join("");
  try {
    return new RegExp(pattern, `u${kept}${more}`);
  } catch {
    return undefined;
  }
}
