/** Tokens of a text by some tokenizer; given by whoever composes the program, as tokenizers are large. */
export type CountTokens = (text: string) => number;

/** Prompts repeat the same texts round after round. */
const MOST_TEXTS = 50_000;

/** Counts each text once. */
export function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_TEXTS) known.clear();
    const tokens = count(text);
    known.set(text, tokens);
    return tokens;
  };
}
