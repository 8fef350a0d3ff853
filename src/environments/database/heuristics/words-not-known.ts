import type { NotUnderstood } from "../../../environment/capabilities.ts";
import type { DatabaseServices } from "../database-services.ts";
import { didYouMean } from "./did-you-mean.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import type { QuestionTree } from "./grammar/question-tree.ts";
import type { Mention } from "./lexicon/link.ts";
import type { LinkTable } from "./lexicon/link-table.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { COPULAS, FUNCTION_WORDS, SCALES } from "./question/english.ts";
import { type QuestionWord, textOf } from "./question/question-word.ts";

/** Names less like the words than this are guesses, by which a word is not known yet. */
const KNOWN_BY = 0.7;

interface Attempt {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly links: LinkTable;
  /** The furthest word that a rule got past. */
  readonly furthest: number;
  /** The ways in which the grammar read the whole question, though nothing came of them. */
  readonly trees: readonly QuestionTree[];
  readonly problem?: string | undefined;
}

/**
 * Says why a question was not understood. `words` are those that nothing in the database goes by, else those where the grammar stopped;
 * none where every word had its place and only the whole did not come out.
 */
export async function wordsNotKnown(
  attempt: Attempt,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<NotUnderstood> {
  const { question, words, links, trees } = attempt;
  if (attempt.problem !== undefined) return { understood: false, reason: attempt.problem, words: [] };
  if (services.schema.tables.length === 0)
    return {
      understood: false,
      reason: "The database has no tables that may be read, so that there is nothing to ask about.",
      words: [],
    };
  const typed = (at: number) => textOf(question, words, at, at + 1);
  const content = words.flatMap((word, at) => (isContent(word) ? [at] : []));
  const unknown = unknownWords(attempt);
  if (unknown.length > 0) {
    const near = await didYouMean(question, words, unknown, services, signal);
    const reason = `Nothing here is called ${unknown.map((at) => `"${typed(at)}"`).join(", ")}.`;
    return {
      understood: false,
      reason: near === "" ? reason : `${reason} ${near}`,
      words: unknown.map(typed),
    };
  }
  if (trees.length > 0)
    return { understood: false, reason: notTogether(attempt, content.map(typed)), words: [] };
  const stored = placesOf(words, links, ({ links: found }) =>
    found.some((link) => link.kind === "value" && link.how === "cell"),
  );
  const rest = content.filter((at) => at >= attempt.furthest);
  const left = textOf(question, words, rest[0] ?? words.length, words.length).replace(/[\s?.!]+$/u, "");
  const reason =
    left === "" && content.length === 0
      ? "The question names nothing of this database."
      : left === ""
        ? `The words are known, but the rules do not read them in this order: ${quoted(content.map(typed))}.`
        : `I do not know how "${left}" limits the question.`;
  return { understood: false, reason, words: rest.filter((at) => !stored.has(at)).map(typed) };
}

/** Places of words that are neither names nor values of the database, nor words of the rules. */
export function unknownWords({ words, links }: Pick<Attempt, "words" | "links">): readonly number[] {
  const named = placesOf(words, links, () => true);
  return words.flatMap((word, at) => {
    const known = !isContent(word) || named.has(at) || word.kind === "number" || isKnown(word.folded);
    return known ? [] : [at];
  });
}

function notTogether({ trees }: Attempt, content: readonly string[]): string {
  const heads = trees.flatMap(({ items, subject }) =>
    items.length === 1 && items[0]?.kind === "entity" && subject ? subject.head.links : [],
  );
  const [table, another] = new Set(heads.flatMap((link) => (link.kind === "table" ? [link.table] : [])));
  if (table && !another && namingColumns(table).length === 0)
    return `Rows of ${table.name} have no name to be listed by: say which of their columns to show.`;
  return `The words are known, but no tables and columns fit together as they ask: ${quoted(content)}.`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}

function isContent(word: QuestionWord): boolean {
  return word.kind !== "mark" && !FUNCTION_WORDS.has(word.folded) && !COPULAS.includes(word.folded);
}

/** Words inside what names or values are called by. */
function placesOf(
  words: readonly QuestionWord[],
  links: LinkTable,
  test: (mention: Mention) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  words.forEach((_, from) => {
    for (const mention of links.from(from)) {
      if (!test(mention) || !mention.links.some(({ score }) => score >= KNOWN_BY)) continue;
      for (let at = mention.at; at < mention.end; at++) found.add(at);
    }
  });
  return found;
}

function isKnown(word: string): boolean {
  const scaled = SCALES.some(({ more, less }) => more.includes(word) || less.includes(word));
  return scaled || isGrammarWord(word);
}
