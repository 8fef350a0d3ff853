import { foldText } from "../../../../util/fold-text.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import { type Token, textBetween } from "../question/read-tokens.ts";

/** Entities that some words of the question mean, because the person has said so or because they refer back to them. */
export interface SaidName {
  /** As they stand in the question. */
  readonly words: string;
  readonly readings: readonly NameReading[];
}

/** A question with what is known of its words. */
export interface Said {
  readonly question: string;
  readonly names: readonly SaidName[];
  /** Words that are about one relation or attribute and no other. */
  readonly relations: readonly { readonly words: string; readonly iri: string; readonly label: string }[];
}

/** Where those words stand among the tokens. */
export function saidSpans(
  { names }: Pick<Said, "names">,
  question: string,
  tokens: readonly Token[],
): readonly NameSpan[] {
  return names.flatMap(({ words, readings }) => {
    const spans: NameSpan[] = [];
    for (let from = 0; from < tokens.length; from++) {
      const to = endOf(words, from, question, tokens);
      if (to !== undefined)
        spans.push({ from, to, text: textBetween(question, tokens, from, to), readings, cost: 0 });
    }
    return spans;
  });
}

/** Whether the words stand in the question, whatever their case and spacing. */
export function standsIn(words: string, question: string, tokens: readonly Token[]): boolean {
  return tokens.some((_, from) => endOf(words, from, question, tokens) !== undefined);
}

function endOf(words: string, from: number, question: string, tokens: readonly Token[]): number | undefined {
  const wanted = plain(words);
  for (let to = from + 1; to <= tokens.length; to++) {
    const text = plain(textBetween(question, tokens, from, to));
    if (text === wanted) return to;
    if (text.length > wanted.length) return undefined;
  }
  return undefined;
}

function plain(text: string): string {
  return foldText(text).replace(/\s+/gu, " ").trim();
}
