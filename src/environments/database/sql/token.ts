import type { Span } from "./query-tree.ts";

export type TokenKind = "word" | "identifier" | "string" | "blob" | "number" | "parameter" | "symbol";

export interface Token extends Span {
  readonly kind: TokenKind;
  /**
   * A word in upper case; an identifier or string without its quotes and escapes; anything else as written. The written form of a word is
   * cut from the source by span.
   */
  readonly value: string;
  /** Only for an identifier in quotes. */
  readonly quote?: '"' | "`" | "[";
}

/** A text cut into tokens, with comments and blanks left out. Token spans count from `base`. */
export interface TokenizedText {
  readonly source: string;
  /** Offset of the source's first character in the text that spans refer to. */
  readonly base: number;
  readonly tokens: readonly Token[];
  /** For each bracket token the index of its partner, and -1 for all others and for brackets without a partner. */
  readonly partner: Int32Array;
  /** False where a quote, comment or bracket is not closed, or a comment is one that the engine runs (`/*!` in MySQL). */
  readonly complete: boolean;
}

/** The source text of a span. */
export function cut(text: TokenizedText, span: Span): string {
  return text.source.slice(span.start - text.base, span.end - text.base);
}
