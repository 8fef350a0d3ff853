import { MONTHS } from "../../../util/month-names.ts";
import { nameWords } from "../../../util/name-words.ts";
import { type QueryParts, queryText } from "./compile/query-parts.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import { isTie } from "./grammar/words.ts";
import type { Link } from "./lexicon/link.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { wordLikeness } from "./lexicon/same-word.ts";
import { COPULAS, FUNCTION_WORDS, SCALES } from "./question/english.ts";
import type { QuestionWord } from "./question/question-word.ts";
import type { LinkedQuestion } from "./read-attempt.ts";
import { cellsIn, columnsIn } from "./sql-mentions.ts";

/** Names this much like a word of the grammar are meant by it as well: "available" where a column is called so. */
const NAMED = 0.95;
const NEGATIONS =
  /^(?:not|no|never|without|non|neither|nor|except|excluding|besides|unless|nobody|none|nothing)$/u;

/** True for words that mean something here: neither marks nor words of every sentence. */
export function isContent(word: QuestionWord): boolean {
  return word.kind !== "mark" && !FUNCTION_WORDS.has(word.folded) && !COPULAS.includes(word.folded);
}

/** Words before which "all" only says how many are shown: "list all", "of all". */
const SHOWS_ALL =
  /^(?:of|for|list|show|find|give|name|display|return|what|which|are|is|were|was|me|names|across|among|count|number|by|,)$/u;

const SHOWING = /^(?:show|list|give|the|name|names|number|once)$/u;
const PLACE = /^(?:in|from|at|on|within|inside|under)$/u;

/** Small words that limit a question in ways that no query of the rules can say. */
function losesSmallWord(words: readonly QuestionWord[], sql: string): boolean {
  const isNested = sql.includes(" IN (SELECT ");
  // Rows of which one is the one value and another the other: no single row is both.
  if (
    / IN \(SELECT .*? IN \('/u.test(sql) &&
    words.some(({ folded }) => folded === "and") &&
    !words.some(({ folded }) => folded === "or")
  )
    return true;
  if (/([^\s(]+) = '[^']*' AND \1 <> /u.test(sql)) return true;
  return words.some(({ folded }, at) => {
    const [before = "", next = ""] = [words[at - 1]?.folded, words[at + 1]?.folded];
    if (/^(?:all|every|both)$/u.test(folded)) return isNested && at > 0 && !SHOWS_ALL.test(before);
    if (/^(?:only|just)$/u.test(folded))
      return next !== "once" && !SHOWING.test(before) && !SHOWING.test(next);
    if (folded === "other") return next !== "than";
    return (
      /^(?:same|another|else|already|available|recently|together|individually)$/u.test(folded) &&
      !sql.toLowerCase().includes(folded)
    );
  });
}

/** "published" goes with `publisher` and `published_on`. */
function goesWith(word: string, name: string): boolean {
  return (
    wordLikeness(word, name) >= 0.85 || wordLikeness(word, name.replace(/(?<=.{3})(?:er|or)s?$/u, "")) >= 0.85
  );
}

/**
 * True where every word of the question shows in the query: names by their tables and columns, values and numbers as literals, verbs by a name
 * they go with, negations by a negation, an average as one. A reading that loses a word answers another question.
 */
export function accountsForAll({ words, links }: LinkedQuestion, parts: QueryParts): boolean {
  const sql = queryText(parts);
  const plain = sql.replace(/'(?:[^']|'')*'/gu, "''");
  if (
    words.some(({ folded }) => NEGATIONS.test(folded)) &&
    !/\bNOT\b|<>|IS NULL|<|= '?(?:0|no|false|f|n)\b/iu.test(sql)
  )
    return false;
  if (
    words.some(({ folded }) => /^(?:average|mean|avg)$/u.test(folded)) &&
    !/AVG\(/u.test(plain) &&
    !/\b(?:average|mean|avg)/iu.test(plain)
  )
    return false;
  if (losesSmallWord(words, sql)) return false;
  const columns = columnsIn(plain);
  const tables = new Set(
    [...plain.matchAll(/[\p{L}\p{N}_ ]+/gu)].flatMap(([name]) => [name.trim(), ...name.split(" ")]),
  );
  const shows = (link: Link): boolean => {
    if (link.kind === "table") return tables.has(link.table.name);
    const isThere = columns.includes(`${link.table.name}.${link.column.name}`);
    return (
      isThere &&
      (link.kind === "column" ||
        link.how !== "cell" ||
        link.values.some((value) => sql.includes(value.replaceAll("'", "''"))))
    );
  };
  const named = [...new Set([...columns.flatMap((name) => name.split(".")), ...tables])].flatMap((name) =>
    nameWords(name),
  );
  const mentions = words.map((_, at) =>
    words.slice(0, at + 1).flatMap((__, from) => links.from(from).filter(({ end }) => end > at)),
  );
  // Nothing is in or from what it is itself called by: "films from Paris" are not the film "Paris".
  const cells = cellsIn(sql);
  const isInItself = mentions.some((found, at) =>
    found.some(
      (mention) =>
        mention.at === at &&
        PLACE.test(words[at - 1]?.folded ?? "") &&
        mention.links.some(
          (link) =>
            link.kind === "value" &&
            cells.get(link.values[0] ?? "")?.includes(`${link.table.name}.${link.column.name}`) === true &&
            namingColumns(link.table)[0] === link.column &&
            new RegExp(`^[^ .]*\\b${link.table.name}\\b["\`]?(?: JOIN| WHERE|$)`, "u").test(
              `${parts.from} WHERE`,
            ) &&
            !words
              .slice(0, at)
              .some(({ folded }) => /^(?:of|for|what|average|mean|total|highest|lowest)$/u.test(folded)),
        ),
    ),
  );
  if (isInItself) return false;
  return words.every((word, at) => {
    if (word.kind === "mark" || FUNCTION_WORDS.has(word.folded) || COPULAS.includes(word.folded)) return true;
    const found = (mentions[at] ?? []).flatMap((mention) => mention.links);
    if (found.some(shows)) return true;
    if (isGrammarWord(word.folded)) return !found.some(({ score }) => score >= NAMED);
    if (word.kind === "number")
      return sql.includes(word.folded) || /^\d+(?:st|nd|rd|th|s)$|[-/.]/u.test(word.folded);
    if (/^\d/u.test(word.folded)) return true;
    if (MONTHS.includes(word.folded)) return true;
    if (SCALES.some(({ more, less }) => more.includes(word.folded) || less.includes(word.folded)))
      return true;
    return isTie(word.folded) || named.some((name) => goesWith(word.folded, name));
  });
}
