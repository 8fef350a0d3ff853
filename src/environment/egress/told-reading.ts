import type { ActContext } from "../act-context.ts";
import type { Environment } from "../environment.ts";
import type { Withheld } from "./egress-level.ts";
import { toldText } from "./told-text.ts";
import { phrasesOf, wordsOf } from "./words-of.ts";

/**
 * A text by which an environment's readings are told apart, as a model may read it: without what neither the schema nor `said` holds. Undefined
 * where all of it may be told.
 */
export async function toldReading(
  text: string,
  said: readonly string[],
  environment: Environment | undefined,
  context: ActContext,
): Promise<string | undefined> {
  const level = environment?.egress;
  if (level === undefined) return undefined;
  const names = (await environment?.egressWords?.names(context)) ?? new Set<string>();
  const words = wordsOf(said);
  const knows = (word: string) => names.has(word) || words.has(word);
  return toldText(text, { level, knows, wrote: phrasesOf(said), learn: () => {} }, "counts");
}

/**
 * A text that was made where all may be told (a meaning that was kept, a reason of rules that read values): of it this program's own words, and those
 * of `said`.
 */
export function toldKept(text: string, said: readonly string[], level: Withheld): string {
  const words = wordsOf(said);
  return toldText(
    text,
    { level, knows: (word) => words.has(word), wrote: phrasesOf(said), learn: () => {} },
    "counts",
  );
}
