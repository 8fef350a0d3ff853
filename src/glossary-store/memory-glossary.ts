import type { Glossary, GlossaryEntry } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import { foldedWords } from "../util/folded-words.ts";

/** A glossary that ends with the process. */
export function memoryGlossary(clock: () => Date = () => new Date()): Glossary {
  const kept = new Map<string, GlossaryEntry>();
  const keyOf = (environment: string, words: string, { id }: Principal): string =>
    JSON.stringify([id, environment, foldedWords(words)]);
  return {
    async remember(entry, principal) {
      const key = keyOf(entry.environment, entry.words, principal);
      // Put in again as the newest.
      kept.delete(key);
      kept.set(key, { ...entry, at: clock().toISOString() });
    },
    async list(environment, principal) {
      const mine = [...kept].filter(([key]) => {
        const [id, of] = JSON.parse(key) as [string, string];
        return id === principal.id && of === environment;
      });
      return mine.map(([, entry]) => entry).toReversed();
    },
    async forget(environment, words, principal) {
      return kept.delete(keyOf(environment, words, principal));
    },
    async close() {},
  };
}
