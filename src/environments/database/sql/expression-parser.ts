import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, OpaqueNode, Span } from "./query-tree.ts";
import type { Token, TokenizedText } from "./token.ts";

/**
 * What the parts of the expression reader share. The reader works on a window of the tokens, from `at` to `end`; brackets are read by
 * narrowing the window to what they hold, so that nothing inside them can lead it astray outside.
 */
export abstract class ExpressionParser {
  readonly text: TokenizedText;
  readonly lexical: LexicalRules;
  at = 0;
  end: number;

  constructor(text: TokenizedText, lexical: LexicalRules) {
    this.text = text;
    this.lexical = lexical;
    this.end = text.tokens.length;
  }

  /** Reads up to the first operator that binds less than `power`. Always yields a node; takes at least one token when there is one. */
  abstract expression(power: number): ExpressionNode;

  /** Reads a stretch of tokens to its end; what is not understood becomes opaque. */
  abstract whole(from: number, to: number): ExpressionNode;

  /** The token `ahead` places on, inside the window. */
  peek(ahead = 0): Token | undefined {
    const index = this.at + ahead;
    return index < this.end ? this.text.tokens[index] : undefined;
  }

  /** The word in upper case `ahead` places on; undefined for anything but a bare word. */
  word(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "word" ? token.value : undefined;
  }

  symbol(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "symbol" ? token.value : undefined;
  }

  /** True when these words follow one another from the current place on. */
  isAt(...words: readonly string[]): boolean {
    return words.every((word, ahead) => this.word(ahead) === word);
  }

  /** Goes on behind the words if they stand at the current place. */
  take(...words: readonly string[]): boolean {
    const isThere = this.isAt(...words);
    if (isThere) this.at += words.length;
    return isThere;
  }

  /** Runs `read` with the window narrowed to `from`…`to` and restores it after. */
  within<T>(from: number, to: number, read: () => T): T {
    const { at, end } = this;
    this.at = from;
    this.end = to;
    try {
      return read();
    } finally {
      this.at = at;
      this.end = end;
    }
  }

  /** Index of the partner of the bracket at the current place, or the end of the window when it is not closed. */
  closing(): number {
    const close = this.text.partner[this.at] as number;
    return close > this.at && close < this.end ? close : this.end;
  }

  /** Reads what the brackets hold that open at the current place, and goes on behind them. */
  inBrackets<T>(read: (from: number, to: number) => T): T {
    const [from, close] = [this.at + 1, this.closing()];
    const found = this.within(from, close, () => read(from, close));
    this.at = close + 1;
    return found;
  }

  /** Goes past the current token, or past the brackets that it opens. */
  skip(): void {
    this.at = ((this.text.partner[this.at] as number) > this.at ? this.closing() : this.at) + 1;
  }

  /** Stretches between the commas outside brackets. Empty for an empty stretch. */
  parts(from: number, to: number): { readonly from: number; readonly to: number }[] {
    if (from >= to) return [];
    const found: { from: number; to: number }[] = [];
    let start = from;
    for (let index = from; index < to; index++) {
      const close = this.text.partner[index] as number;
      if (close > index) index = close;
      else if (this.text.tokens[index]?.value === "," && this.text.tokens[index]?.kind === "symbol") {
        found.push({ from: start, to: index });
        start = index + 1;
      }
    }
    found.push({ from: start, to });
    return found;
  }

  /** The expressions between the commas outside brackets. */
  list(from: number, to: number): readonly ExpressionNode[] {
    return this.parts(from, to).map((part) => this.whole(part.from, part.to));
  }

  /** An empty stretch stands right behind the token before it. Behind a bracket that is not closed, `at` may be past the end. */
  spanOf(from: number, to: number): Span {
    const { tokens, base } = this.text;
    const last = Math.min(to, this.end) - 1;
    if (last < from) {
      const place = tokens[from - 1]?.end ?? tokens[0]?.start ?? base;
      return { start: place, end: place };
    }
    return { start: (tokens[from] as Token).start, end: (tokens[last] as Token).end };
  }

  /** From the token at `from` to the last token taken. */
  spanFrom(from: number): Span {
    return this.spanOf(from, this.at);
  }

  /** What was taken from `from` on as text that is not understood, but for these parts. */
  opaque(from: number, parts: readonly ExpressionNode[] = []): OpaqueNode {
    return { type: "opaque", parts, ...this.spanFrom(from) };
  }
}
