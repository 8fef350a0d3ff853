import type { Clarification } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import { holdsWords } from "./asked-words.ts";
import { contentWords } from "./content-words.ts";

/**
 * The whole name that the words are a part of in the person's own question ("Charlie Kaufman" for "Charlie"), where it is one that the gold has: what a person says
 * whose name was torn apart. Undefined where the words stand elsewhere in the question as well, or in two such names.
 */
export function nameSaid(
  { words }: Pick<Clarification, "words">,
  { question, intended }: Pick<BenchmarkTask, "question" | "intended">,
): string | undefined {
  const [asked, ...more] = words;
  if (asked === undefined || more.length > 0 || contentWords(asked).length === 0) return undefined;
  const { names = [], marks } = intended ?? {};
  const known = marks === undefined ? names : marks.flatMap(({ value = [] }) => value);
  const said = ` ${foldedWords(question)} `;
  const found = new Set(
    known.filter((name) => {
      const isWhole = holdsWords(question, name) && foldedWords(name) !== foldedWords(asked);
      return isWhole && holdsWords(name, asked) && !holdsWords(said.replace(foldedWords(name), "|"), asked);
    }),
  );
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
