import type { Json } from "../util/json.ts";

/** Words whose meaning the person has said, in this run or, kept in the glossary, in an earlier one. */
export interface Settled {
  /** As they stand in the question; for something that was missing, what was asked. */
  readonly words: string;
  /** In the person's words or those of the reading that was chosen. */
  readonly meaning: string;
  /** The meaning as a model may read it, where it may not read all. */
  readonly told?: string;
  /** Of the reading that was chosen, in the environment that found it. */
  readonly environment?: string;
  /** The environment's mark of that reading (`FoundReading.token`). */
  readonly token?: Json;
}

/** As a sentence that every role can read (Query when need, Section 5.2.5: question and answer become one piece of extra information). */
export function settledSentence({ words, meaning, told = meaning }: Settled): string {
  return words.trim().endsWith("?")
    ? `Asked "${words.trim()}", the person said: ${told}`
    : `"${words}" means: ${told}`;
}
