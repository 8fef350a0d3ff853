import { foldText } from "../../../util/fold-text.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { Entity } from "./dbqa-entry.ts";

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the words stand in the text one after the other, be they singular or plural. */
export function stillNames(text: string, words: string): boolean {
  const said = wordsOf(text);
  const wanted = wordsOf(words);
  return (
    wanted.length > 0 &&
    said.some((_, at) => wanted.every((word, next) => sameButForNumber(said[at + next] ?? "", word)))
  );
}

/** Words for entities that a question no longer has. */
export function lostEntities(question: string, entities: readonly Entity[]): readonly string[] {
  return entities.filter(({ words }) => !stillNames(question, words)).map(({ words }) => words);
}

export const wordCount = (text: string): number => wordsOf(text).length;
