import type { ItoolItem } from "../itool-item.ts";
import { judgeQuestion } from "../judge-question.ts";
import { foldedNameWords, holdsWords, isSameName, tellingWords } from "./builder-stage.ts";

/** Of the words beside the name, what has to be left. */
const LEFT = 0.5;

/** What is wrong with a query whose name was dropped, blurred or shortened; undefined where nothing is. */
export function checkDraft(item: ItoolItem, source: ItoolItem): string | undefined {
  const { query, words, about, question, intended } = item;
  if (isSameName(query, source.query)) return "The query is the same as before.";
  if (words.length === 0) return 'Name the unclear words of your query in "words".';
  const absent = words.find((each) => !holdsWords(query, each));
  if (absent !== undefined) return `"${absent}" does not stand in your query "${query}".`;
  if (holdsWords(query, intended)) return `The query still names "${intended}".`;
  const rest = restOf(source);
  const left = rest.filter((word) => holdsWords(query, word));
  if (left.length < rest.length * LEFT)
    return `Too little is left of the query "${source.query}": only the name in it may change.`;
  if (!question.includes("?")) return 'Write in "question" what the assistant has to ask.';
  if (holdsWords(question, intended)) return `The question gives away "${intended}".`;
  const gives = about.find((each) => holdsWords(each, intended) || foldedNameWords(each).length === 0);
  if (gives !== undefined) return `"${gives}" in "about" is the name itself or no word.`;
  const { relevant } = judgeQuestion({ question, words: [] }, "builder", item, { needsQuestion: true });
  if (!relevant)
    return `The question "${question}" holds neither the unclear words nor one of "about", or it asks for an id.`;
  return undefined;
}

/** Words of the query beside the name. */
function restOf({ query, intended }: ItoolItem): readonly string[] {
  const name = new Set(foldedNameWords(intended));
  return tellingWords(query).filter((word) => !name.has(word));
}
