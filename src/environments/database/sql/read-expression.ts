import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, OpaqueNode, Span } from "./query-tree.ts";
import { power, readInfix } from "./read-infix.ts";
import { readOperand } from "./read-operand.ts";
import type { SqlText } from "./sql-dialect.ts";
import type { Token, TokenizedText } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/**
 * Base of the expression reader, shared by its parts. The reader works on a window of the tokens, from `at` to `end`; brackets are read by
 * narrowing the window to their contents, so that errors inside them do not spread outside.
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

  /** Reads up to the first operator that binds less than `power`. Always returns a node, and takes at least one token if one is left. */
  abstract expression(power: number): ExpressionNode;

  /** Reads all tokens from `from` to `to` as one expression, which is opaque where the reader does not understand it. */
  abstract whole(from: number, to: number): ExpressionNode;

  /** The token `ahead` tokens after the current one; undefined outside the window. */
  peek(ahead = 0): Token | undefined {
    const index = this.at + ahead;
    return index < this.end ? this.text.tokens[index] : undefined;
  }

  /** The word in upper case `ahead` tokens after the current one; undefined for anything but a bare word. */
  word(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "word" ? token.value : undefined;
  }

  symbol(ahead = 0): string | undefined {
    const token = this.peek(ahead);
    return token?.kind === "symbol" ? token.value : undefined;
  }

  /** True when the tokens from the current one on are these words. */
  isAt(...words: readonly string[]): boolean {
    return words.every((word, ahead) => this.word(ahead) === word);
  }

  /** Moves past the words if the current tokens are these words. */
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

  /** Index of the partner of the current bracket, or the end of the window when the bracket is not closed. */
  closing(): number {
    const close = this.text.partner[this.at] as number;
    return close > this.at && close < this.end ? close : this.end;
  }

  /** Runs `read` on the contents of the brackets that open at the current token, and moves past them. */
  inBrackets<T>(read: (from: number, to: number) => T): T {
    const [from, close] = [this.at + 1, this.closing()];
    const found = this.within(from, close, () => read(from, close));
    this.at = close + 1;
    return found;
  }

  /** Moves past the current token, or past the brackets that it opens. */
  skip(): void {
    this.at = ((this.text.partner[this.at] as number) > this.at ? this.closing() : this.at) + 1;
  }

  /** Token ranges between the commas outside brackets; none for an empty range. */
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

  /** Span of a token range; an empty range has the end of the token before it. After an unclosed bracket `at` may be past the end. */
  spanOf(from: number, to: number): Span {
    const { tokens, base } = this.text;
    const last = Math.min(to, this.end) - 1;
    if (last < from) {
      const place = tokens[from - 1]?.end ?? tokens[0]?.start ?? base;
      return { start: place, end: place };
    }
    return { start: (tokens[from] as Token).start, end: (tokens[last] as Token).end };
  }

  /** Span from the token at `from` to the last token taken. */
  spanFrom(from: number): Span {
    return this.spanOf(from, this.at);
  }

  /** The tokens taken since `from` as an opaque node; only `parts` of them were understood. */
  opaque(from: number, parts: readonly ExpressionNode[] = []): OpaqueNode {
    return { type: "opaque", parts, ...this.spanFrom(from) };
  }
}

/** Deepest nesting of expressions that is read, to protect the stack. Engines stop at a thousand or less. */
const deepest = 250;

class Reader extends ExpressionParser {
  private depth = 0;
  /** Remaining calls of `expression`. Text that is not understood may be read twice at each level of brackets, which would grow exponentially. */
  private left = 2000 + 20 * this.end;

  expression(minimum: number): ExpressionNode {
    const from = this.at;
    if (this.depth >= deepest || --this.left < 0) {
      this.at = this.end;
      return this.opaque(from);
    }
    this.depth++;
    let left = readOperand(this);
    for (let next = readInfix(this, left, minimum); next; next = readInfix(this, left, minimum)) left = next;
    this.depth--;
    return left;
  }

  whole(from: number, to: number): ExpressionNode {
    return this.within(from, to, () => {
      const parts = [this.expression(power.or)];
      const [only] = parts;
      if (this.at >= this.end && only) return only;
      // Tokens after the first expression are read as further parts.
      while (this.at < this.end) {
        const before = this.at;
        parts.push(this.expression(power.or));
        if (this.at === before) this.at++;
      }
      return { type: "opaque", parts, ...this.spanOf(from, this.end) };
    });
  }
}

/** A parser for a text, for callers that read more than one expression from it. */
export function expressionParser(sql: SqlText, lexical: LexicalRules): ExpressionParser {
  return new Reader(tokenize(sql, lexical), lexical);
}

/** Reads one expression. Never throws: text that is not understood becomes `opaque`, with the parts that are understood. */
export function readExpression(sql: SqlText, lexical: LexicalRules): ExpressionNode {
  const parser = expressionParser(sql, lexical);
  return parser.whole(0, parser.end);
}
