import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import { FUNCTION_WORDS } from "./question/english.ts";
import { type QuestionWord, textOf } from "./question/question-word.ts";

const MOST = 2;
const LEAST_NAME_SCORE = 0.75;

/** Values and names that words nothing goes by nearly match, best first, as one question to the reader; empty where nothing is near. */
export async function didYouMean(
  question: string,
  words: readonly QuestionWord[],
  unknown: readonly number[],
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<string> {
  const found = new Set<string>();
  for (const at of unknown) {
    for (const text of new Set([aroundOf(question, words, at), textOf(question, words, at, at + 1)])) {
      const { matches } = await services.index.findFuzzy(text, { limit: 10, signal });
      const near = Map.groupBy(
        matches.filter(({ value }) => isTypo(text, value)),
        ({ value }) => value,
      );
      for (const [value, same] of near) {
        const columns = same.slice(0, MOST).map(({ column }) => `${column.table}.${column.column}`);
        found.add(`'${value}' (${columns.join(", ")})`);
      }
    }
    for (const name of nearNames(textOf(question, words, at, at + 1), services)) found.add(name);
  }
  const best = [...found].slice(0, MOST);
  return best.length > 0 ? `Did you mean ${best.join(" or ")}?` : "";
}

/** The word with the capitalised words beside it: a name of several words is looked for as a whole. */
function aroundOf(question: string, words: readonly QuestionWord[], at: number): string {
  const belongs = (word: QuestionWord | undefined) =>
    word?.capital === true && word.kind === "word" && !FUNCTION_WORDS.has(word.folded);
  let [from, end] = [at, at + 1];
  if (!belongs(words[at])) return textOf(question, words, at, end);
  while (belongs(words[from - 1])) from--;
  while (belongs(words[end])) end++;
  return textOf(question, words, from, end);
}

/** One letter in four may differ, two at most. */
function isTypo(text: string, value: string): boolean {
  const [asked, stored] = [foldText(text), foldText(value)];
  const allowed = Math.min(2, Math.floor(asked.length / 4));
  return asked !== stored && allowed > 0 && editDistance(asked, stored, allowed) <= allowed;
}

function nearNames(text: string, { schema }: DatabaseServices): readonly string[] {
  const tables = schema.tables.filter((table) => table.kind === "table");
  // Names are mostly in the singular, questions mostly in the plural.
  const near = (names: readonly string[]) =>
    [
      ...nearestNames(text, names, { limit: 1 }),
      ...nearestNames(text.replace(/s$/iu, ""), names, { limit: 1 }),
    ].filter(({ score, why }) => score >= LEAST_NAME_SCORE && why === "typo" && text.length > 3);
  const ofTables = near(tables.map((table) => table.name)).map(({ name }) => `the table ${name}`);
  const ofColumns = near([
    ...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name))),
  ]).flatMap(({ name }) => {
    const table = tables.find((each) => each.columns.some((column) => column.name === name));
    return table ? [`${table.name}.${name}`] : [];
  });
  return [...ofTables, ...ofColumns];
}
