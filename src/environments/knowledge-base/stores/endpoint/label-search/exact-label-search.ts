import type { LabelSearch } from "../../../store/triple-store.ts";
import { literal, type Term, termText } from "../../../term/term.ts";

import { WorkLimit } from "../http/sparql-client.ts";
import { labelLanguages, matchesOf, type NameAsked, nameRows } from "./found-names.ts";

/** Rows that are looked at for one text. */
export const MOST_NAMES = 500;

/**
 * Whole names by lookup of the literal, in the languages of the vocabulary, those seen in some labels, and without one, as given and in the usual cases: what any engine does in
 * milliseconds, however many labels there are.
 */
export function exactLabelSearch(asked: NameAsked): LabelSearch {
  return {
    mode: "exact",
    limitation:
      "Only whole names are found here, written as in the knowledge base but for capital letters; part of a name or a misspelt one is not.",
    async find(text, { limit, among }, bounds) {
      const work = new WorkLimit(bounds, asked.closed);
      work.throwIfOver();
      const { rows, complete } = await exactRows(text, among, asked, work);
      return { matches: matchesOf(rows, text, asked.vocabulary).slice(0, limit), complete };
    },
  };
}

export async function exactRows(
  text: string,
  among: "entities" | "classes",
  asked: NameAsked,
  work: WorkLimit,
): Promise<{ readonly rows: Awaited<ReturnType<NameAsked["reader"]["rows"]>>; readonly complete: boolean }> {
  const { vocabulary, reader } = asked;
  if (text.trim() === "" || vocabulary.label.length + vocabulary.alias.length === 0)
    return { rows: [], complete: true };
  const languages = await labelLanguages(asked, work);
  const literals: readonly Term[] = spellings(text).flatMap((each) =>
    languages.map((language) => literal(each, language === "" ? {} : { language })),
  );
  const selection = nameRows(
    (scope) => [`VALUES ?l { ${literals.flatMap((each) => scope.term(each)).join(" ")} }`, "?x ?p ?l ."],
    among,
    asked,
  );
  const rows = await reader.rows(selection, work, MOST_NAMES);
  return { rows, complete: rows.length < MOST_NAMES };
}

/** As given; with each word, and with the first word, beginning in upper case; all in lower and in upper case. */
export function spellings(text: string): readonly string[] {
  const trimmed = text.trim().replace(/\s+/gu, " ");
  const lower = trimmed.toLowerCase();
  const first = lower.replace(/^./u, (letter) => letter.toUpperCase());
  const words = lower.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, trimmed, first, words, lower, trimmed.toUpperCase()])].filter(
    (each) => termText(literal(each)).length < 2000,
  );
}
