import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, Span } from "./query-tree.ts";
import type { Token, TokenizedText } from "./token.ts";

/**
 * What the parts of the expression reader share. The reader works on a window of the tokens, from `at` to `end`; brackets are read by
 * narrowing the window to what they hold, so that nothing inside them can lead it astray outside.
 */
export interface ExpressionParser {
  readonly text: TokenizedText;
  readonly lexical: LexicalRules;
  at: number;
  end: number;
  /** The token `ahead` places on, inside the window. */
  peek(ahead?: number): Token | undefined;
  /** The word in upper case `ahead` places on; undefined for anything but a bare word. */
  word(ahead?: number): string | undefined;
  symbol(ahead?: number): string | undefined;
  /** Reads up to the first operator that binds less than `power`. Always yields a node; takes at least one token when there is one. */
  expression(power: number): ExpressionNode;
  /** Reads a stretch of tokens to its end; what is not understood becomes opaque. */
  whole(from: number, to: number): ExpressionNode;
  /** Runs `read` with the window narrowed to `from`…`to` and restores it after. */
  within<T>(from: number, to: number, read: () => T): T;
  /** Stretches between the commas outside brackets. Empty for an empty stretch. */
  parts(from: number, to: number): { readonly from: number; readonly to: number }[];
  /** From the token at `from` to the last token taken. */
  spanFrom(from: number): Span;
  spanOf(from: number, to: number): Span;
}
