import { z } from "zod";
import type { ApiOperation } from "../../../environment/capabilities.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { AskForm } from "../../construction/ask-form.ts";
import { asksAbout, asksForAnId } from "../../questions/asking.ts";
import type { CallOperation } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";

export interface StageContext {
  readonly ask: AskForm;
  readonly call: CallOperation;
  readonly operations: readonly ApiOperation[];
  /** Operations that a step in plain words may mean, the best first. */
  search(text: string, limit: number): readonly ApiOperation[];
  /** At least 0, less than 1; the same for the same seed, item, kind and try. */
  readonly random: () => number;
  /** What was wrong with the tries before. */
  readonly problems: readonly string[];
}

/** An item with what a person should look at, or why there is none, in words for whoever tries again. */
export type Made =
  | { readonly item: ItoolItem; readonly notes: readonly string[]; readonly problem?: never }
  | { readonly problem: string; readonly item?: never };

/** Makes an unclear item from a clear one: one try. */
export type Stage = (source: ItoolItem, context: StageContext) => Promise<Made>;

/** Words of a text without case, accents and punctuation. */
export function foldedNameWords(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True where the words stand in the text, one after the other. */
export function holdsWords(text: string, words: string): boolean {
  const wanted = foldedNameWords(words).join(" ");
  return wanted !== "" && ` ${foldedNameWords(text).join(" ")} `.includes(` ${wanted} `);
}

export function isSameName(one: string, other: string): boolean {
  return foldedNameWords(one).join(" ") === foldedNameWords(other).join(" ");
}

/** Words of a name that tell it from others: three letters and more. */
export function tellingWords(name: string): readonly string[] {
  return foldedNameWords(name).filter((word) => [...word].length >= 3 && word !== "the" && word !== "and");
}

/** What a model writes for a query whose name was dropped, blurred or shortened. */
export const draftForm = z.object({
  query: z.string().describe("The query as it is now."),
  words: z
    .array(z.string())
    .describe("The words that now stand for the name, exactly as they stand in your query."),
  question: z.string().describe("The one question that a good assistant asks about them."),
  about: z
    .array(z.string())
    .describe("Up to four single words of which such a question would hold one: what kind of thing it is."),
});

export const WRITER = `You write test queries for assistants that answer from an API. You are given a clear query and the name that its writer has in mind. Change the query as said below, in the words of an ordinary person, and change nothing else in it: what is asked for stays the same.`;

export function aboutName(query: string, intended: string): string {
  return `Query: ${query}\nThe name in it: ${intended}`;
}

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
  const asked = { question, words: [] };
  if (asksForAnId(asked) || !asksAbout(asked, [...words, ...about]))
    return `The question "${question}" holds neither the unclear words nor one of "about", or it asks for an id.`;
  return undefined;
}

/** Words of the query beside the name. */
function restOf({ query, intended }: ItoolItem): readonly string[] {
  const name = new Set(foldedNameWords(intended));
  return tellingWords(query).filter((word) => !name.has(word));
}
