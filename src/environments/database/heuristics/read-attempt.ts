import type { Token } from "../../../util/english/tokens.ts";
import { FUNCTION_WORDS, SCALES } from "../../../util/english/words.ts";
import { MONTHS } from "../../../util/month-names.ts";
import { nameWords } from "../../../util/name-words.ts";
import { type Choice, chooseReading } from "./choose-reading.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import { compileQuestion } from "./compile/compile-question.ts";
import { type QueryParts, queryText } from "./compile/query-writer.ts";
import type { Scored } from "./compile/scored.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import type { QuestionTree } from "./grammar/question-tree.ts";
import { readQuestion } from "./grammar/questions.ts";
import { isTie } from "./grammar/words.ts";
import type { Link, Mention } from "./lexicon/link.ts";
import { type LinkTable, withGiven } from "./lexicon/link-table.ts";
import { wordLikeness } from "./lexicon/name-likeness.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { cellsIn, columnsIn, comparisonsIn, tablesIn } from "./sql-mentions.ts";

/** Names this similar to a word of the grammar are also meant by it: "available" where a column is so called. */
const NAMED = 0.95;
const NEGATIONS =
  /^(?:not|no|never|without|non|neither|nor|except|excluding|besides|unless|nobody|none|nothing)$/u;

/** Words before an "all" that only asks to show every row: "list all", "of all". */
const SHOWS_ALL =
  /^(?:of|for|list|show|find|give|name|display|return|what|which|are|is|were|was|me|names|across|among|count|number|by|,)$/u;

const SHOWING = /^(?:show|list|give|the|name|names|number|once)$/u;
const LOCATIVE = /^(?:in|from|at|on|within|inside|under)$/u;

/** True if a small word limits the question in a way that the rules' queries cannot express. */
function losesSmallWord(words: readonly Token[], sql: string): boolean {
  const isNested = sql.includes(" IN (SELECT ");
  // Related rows where one has the one value and another the other: no single row has both.
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

/** "published" matches `publisher` and `published_on`. */
function goesWith(word: string, name: string): boolean {
  return (
    wordLikeness(word, name) >= 0.85 || wordLikeness(word, name.replace(/(?<=.{3})(?:er|or)s?$/u, "")) >= 0.85
  );
}

/**
 * True if every word of the question appears in the query: names as tables and columns, values and numbers as literals, verbs as a similar name,
 * negations as a negation, an average as one. An interpretation that loses a word answers another question.
 */
function accountsForAll({ words, links }: LinkedQuestion, parts: QueryParts): boolean {
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
  // Nothing is in or from itself: "films from Paris" are not the film "Paris".
  const cells = cellsIn(sql);
  const isInItself = mentions.some((found, at) =>
    found.some(
      (mention) =>
        mention.at === at &&
        LOCATIVE.test(words[at - 1]?.folded ?? "") &&
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
  // In "How many claims does Claim have?" the client "Claim" is lost if only the table appears, which "claims" already names.
  const isCell = (link: Link) => link.kind === "value" && link.how === "cell";
  const isNamedBeside = (at: number) => (link: Link) =>
    link.kind === "table" &&
    mentions
      .flat()
      .some(
        (other) =>
          (other.end <= at || other.at > at) &&
          other.links.some(({ kind, table }) => kind === "table" && table === link.table),
      );
  return words.every((word, at) => {
    if (word.kind === "mark" || FUNCTION_WORDS.has(word.folded)) return true;
    const found = (mentions[at] ?? []).flatMap((mention) => mention.links);
    const shown = found.filter(shows);
    if (shown.length > 0) return !found.some(isCell) || shown.some(isCell) || !shown.some(isNamedBeside(at));
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

/** Interpretations with a lower score are rejected. */
const LEAST_SCORE = 0.55;

/** A tokenized question with the possible meanings of its words. */
export interface LinkedQuestion {
  readonly question: string;
  readonly words: readonly Token[];
  readonly links: LinkTable;
}

/** The result of interpreting a question. */
export interface Attempt extends LinkedQuestion {
  /** The furthest word that a grammar rule got past. */
  readonly furthest: number;
  /** The grammar's parses of the whole question, even if no query came of them. */
  readonly trees: readonly QuestionTree[];
  readonly choice: Choice | undefined;
}

/**
 * Notes tables that only join others, unnamed in the question. Two of them in a condition are a guess: rejected ("clients in Germany" by their
 * containers' voyages).
 */
function withTies({ words, links }: LinkedQuestion, choice: Choice | undefined): Choice | undefined {
  if (!choice?.chosen) return choice;
  const { value, notes } = choice.chosen;
  const named = words.flatMap((_, at) =>
    links
      .from(at)
      .flatMap((mention) =>
        mention.links.flatMap((link) =>
          link.kind === "table" && link.score >= 0.7 ? [link.table.name] : [],
        ),
      ),
  );
  const where = value.where.join(" AND ");
  const used = [
    ...columnsIn([value.select, value.groupBy ?? "", value.orderBy ?? ""].join(" ")),
    ...comparisonsIn(where).map(({ column }) => column),
  ];
  const onlyTies = (table: string) =>
    !named.includes(table) && !used.some((column) => column.startsWith(`${table}.`));
  const guessed = tablesIn(where).filter(onlyTies);
  if (guessed.length > 1)
    return {
      problem: `It could only be answered across tables that it does not name: ${guessed.join(", ")}.`,
    };
  const ties = tablesIn(queryText(value)).filter(onlyTies);
  const note = `Took ${ties.join(" and ")} as what ties the other tables together.`;
  return ties.length === 0 ? choice : { ...choice, chosen: { ...choice.chosen, notes: [...notes, note] } };
}

/** Interprets the question; given spans have only their given meaning. */
export async function readAttempt(
  linked: LinkedQuestion,
  given: readonly Mention[],
  context: CompileContext,
): Promise<Attempt> {
  const links = given.length === 0 ? linked.links : withGiven(linked.links, given);
  const { trees, furthest } = readQuestion(linked.words, links);
  const readings: Scored<QueryParts>[] = [];
  for (const { value, cost, taken: rules = [] } of trees) {
    for (const one of await compileQuestion(value, context))
      readings.push({ ...one, score: one.score * (1 - cost), rules });
  }
  const likely = readings.filter((reading) => reading.score >= LEAST_SCORE);
  const whole = likely.filter(({ value }) => accountsForAll({ ...linked, links }, value));
  const choice = withTies({ ...linked, links }, await chooseReading(whole, context));
  return { ...linked, links, trees: trees.map(({ value }) => value), furthest, choice };
}
