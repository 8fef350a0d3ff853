import type { Json } from "../util/json.ts";
import type { Principal } from "./principal.ts";

/** What words mean, as remembered for one environment. */
export interface GlossaryEntry extends Settled {
  /** The environment it was remembered for. */
  readonly environment: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * What people have said that words mean in an environment, remembered because they said so. Words are compared without regard to case and
 * spacing; the same words remembered again replace what was there.
 *
 * @throws FuxiError `store-unavailable`, `store-corrupt`
 */
export interface Glossary {
  /** Replaces an entry for the same words. */
  remember(entry: Omit<GlossaryEntry, "at">, principal: Principal): Promise<void>;
  /** The newest first. */
  list(environment: string, principal: Principal): Promise<readonly GlossaryEntry[]>;
  /** False where there was no such entry. */
  forget(environment: string, words: string, principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}

/** Words whose meaning the person has said, in this run or, kept in the glossary, in an earlier one. */
export interface Settled {
  /** As they stand in the question; for missing information, the question put to the person. */
  readonly words: string;
  /** In the person's words or those of the reading that was chosen. */
  readonly meaning: string;
  /** The meaning redacted for models, where egress withholds values. */
  readonly told?: string;
  /** The environment that found the chosen reading. */
  readonly environment?: string;
  /** The environment's token of that reading (`FoundReading.token`). */
  readonly token?: Json;
}

/** As a sentence that every role can read (Query when need, Section 5.2.5: question and answer become one piece of extra information). */
export function settledSentence({ words, meaning, told = meaning }: Settled): string {
  return words.trim().endsWith("?")
    ? `Asked "${words.trim()}", the person said: ${told}`
    : `"${words}" means: ${told}`;
}
