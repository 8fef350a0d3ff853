import type { LexicalRules } from "./lexical-rules.ts";
import type { Span } from "./query-tree.ts";
import type { Token, TokenizedText } from "./token.ts";

/** A stretch of tokens with a place in it. */
export class ParserWindow {
  readonly text: TokenizedText;
  readonly lexical: LexicalRules;
  at: number;
  end: number;

  constructor(text: TokenizedText, lexical: LexicalRules, from = 0, to = text.tokens.length) {
    this.text = text;
    this.lexical = lexical;
    this.at = from;
    this.end = to;
  }

  peek(ahead = 0): Token | undefined {
    const index = this.at + ahead;
    return index < this.end ? this.text.tokens[index] : undefined;
  }

  word(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "word" ? token.value : undefined;
  }

  symbol(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "symbol" ? token.value : undefined;
  }

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

  parts(from: number, to: number): { from: number; to: number }[] {
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

  spanFrom(from: number): Span {
    return this.spanOf(from, this.at);
  }
}
