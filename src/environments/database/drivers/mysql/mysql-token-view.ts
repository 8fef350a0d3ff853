import type { Span } from "../../sql/query-tree.ts";
import { cut, type Token, type TokenizedText } from "../../sql/token.ts";

/** The tokens of a statement by their place. A place behind the last one has none of anything. */
export interface TokenView {
  token(at: number): Token | undefined;
  /** In upper case, where the token is a bare word. */
  word(at: number): string | undefined;
  isSymbol(at: number, value: string): boolean;
  /** The name that a quoted or bare word is. */
  nameAt(at: number): string | undefined;
  /** The place of the bracket that closes the one at `open`. */
  closeOf(open: number): number;
  /** From the token at `from` up to the end of the one before `to`. */
  span(from: number, to: number): Span;
}

export function tokenView(text: TokenizedText): TokenView {
  const { tokens, partner } = text;
  return {
    token: (at) => tokens[at],
    word: (at) => (tokens[at]?.kind === "word" ? tokens[at]?.value : undefined),
    isSymbol: (at, value) => tokens[at]?.kind === "symbol" && tokens[at]?.value === value,
    nameAt(at) {
      const token = tokens[at];
      if (token?.kind === "identifier") return token.value;
      return token?.kind === "word" ? cut(text, token) : undefined;
    },
    closeOf: (open) => partner[open] as number,
    span: (from, to) => ({ start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }),
  };
}
