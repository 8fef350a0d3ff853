import { nameWords } from "../../../../../util/name-words.ts";
import type { LabelSearch } from "../../../store/label-search.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { literal } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { Row } from "../row-reader.ts";
import { WorkLimit } from "../work-limit.ts";
import { exactRows, MOST_NAMES } from "./exact-label-search.ts";
import { matchesOf, type NameAsked, nameRows } from "./found-names.ts";

/** How an engine is asked for literals with these words: lines that bind `?x`, `?p` and `?l`. */
export type WordPattern = (words: readonly string[], asked: NameAsked) => readonly string[];

const quoted = (text: string): string => termText(literal(text));

/** `bif:contains` over the full-text index. */
export const virtuosoWords: WordPattern = (words) => [
  "?x ?p ?l .",
  `?l <bif:contains> ${quoted(words.map((word) => `'${word.replaceAll("'", "")}'`).join(" AND "))} .`,
];

/** jena-text: `text:query` on each of the name predicates. */
export const jenaWords: WordPattern = (words, { vocabulary }) =>
  [...vocabulary.label, ...vocabulary.alias].flatMap((predicate, at) => [
    ...(at === 0 ? [] : ["UNION"]),
    `{ (?x ?score${at} ?l) <http://jena.apache.org/text#query> (<${predicate}> ${quoted(words.join(" AND "))}) . ?x ?p ?l . FILTER(?p = <${predicate}>) }`,
  ]);

/** GraphDB's built-in full-text search, `onto:fts`, over the indexes of all languages. */
export const graphdbWords: WordPattern = (words) => [
  `?l <http://www.ontotext.com/fts> (${quoted(words.join(" AND "))} "*") .`,
  "?x ?p ?l .",
];

const QLEVER = "http://qlever.cs.uni-freiburg.de/builtin-functions/";

/** QLever's text index over literals: they are the entities of their own text records. */
export const qleverWords: WordPattern = (words) => [
  `?record <${QLEVER}contains-word> ${quoted(words.join(" "))} .`,
  `?record <${QLEVER}contains-entity> ?l .`,
  "?x ?p ?l .",
];

/**
 * Names that hold the words in any order, by the engine's text index; whole names by lookup, besides, as an index may lag behind or be missing.
 * A text index that is missing makes the search "exact" in effect, which `complete: false` says.
 */
export function textLabelSearch(pattern: WordPattern, asked: NameAsked): LabelSearch {
  return {
    mode: "words",
    limitation: "Names are found by whole words, in any order; misspelt words are not.",
    async find(text, { limit, among }, bounds) {
      const work = new WorkLimit(bounds, asked.closed);
      work.throwIfOver();
      const words = nameWords(text);
      const [exact, byWords] = await Promise.all([
        exactRows(text, among, asked, work),
        words.length === 0 ? { rows: [], complete: true } : wordRows(pattern, words, among, asked, work),
      ]);
      const matches = matchesOf([...exact.rows, ...byWords.rows], text, asked.vocabulary);
      return { matches: matches.slice(0, limit), complete: exact.complete && byWords.complete };
    },
  };
}

async function wordRows(
  pattern: WordPattern,
  words: readonly string[],
  among: "entities" | "classes",
  asked: NameAsked,
  work: WorkLimit,
): Promise<{ readonly rows: readonly Row[]; readonly complete: boolean }> {
  try {
    const rows = await asked.reader.rows(
      nameRows(() => pattern(words, asked), among, asked),
      work,
      MOST_NAMES,
    );
    return { rows, complete: rows.length < MOST_NAMES };
  } catch (error) {
    const hasNoIndex =
      error instanceof TripleStoreError && ["syntax", "refused", "unsupported"].includes(error.facts.kind);
    if (!hasNoIndex) throw error;
    return { rows: [], complete: false };
  }
}
