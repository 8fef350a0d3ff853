import type { ExpressionParser } from "./expression-parser.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, Span } from "./query-tree.ts";
import { power, readInfix } from "./read-infix.ts";
import { readOperand } from "./read-operand.ts";
import type { SqlText } from "./sql-dialect.ts";
import type { Token, TokenizedText } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** A stretch of tokens with a place in it. */
class ParserWindow {
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

/** Expressions in expressions: engines stop at a thousand or less, and this reader must not run out of stack. */
const deepest = 250;

class Reader extends ParserWindow implements ExpressionParser {
  private depth = 0;
  /** What is read twice when it is not understood the first time, in brackets in brackets …, must not grow without bound. */
  private left = 2000 + 20 * (this.end - this.at);

  expression(minimum: number): ExpressionNode {
    const from = this.at;
    if (this.depth >= deepest || --this.left < 0) {
      this.at = this.end;
      return { type: "opaque", parts: [], ...this.spanFrom(from) };
    }
    this.depth++;
    let left = readOperand(this);
    for (let next = readInfix(this, left, minimum); next; next = readInfix(this, left, minimum)) left = next;
    this.depth--;
    return left;
  }

  whole(from: number, to: number): ExpressionNode {
    return this.within(from, to, () => {
      const node = this.expression(power.or);
      return this.at >= this.end ? node : readRest(this, from, node);
    });
  }
}

/** A parser for the tokens `from` up to `to`, for those who read more than one expression from a text. */
export function expressionParser(
  text: TokenizedText,
  lexical: LexicalRules,
  from = 0,
  to = text.tokens.length,
): ExpressionParser {
  return new Reader(text, lexical, from, to);
}

/** Reads one expression. Never throws: what is not understood becomes `opaque`, with the parts of it that are. */
export function readExpression(sql: SqlText, lexical: LexicalRules): ExpressionNode {
  const text = tokenize(sql, lexical);
  return expressionParser(text, lexical).whole(0, text.tokens.length);
}

/** Reads the rest of a window that its first expression does not fill: all of it becomes opaque, with what can be read as its parts. */
function readRest(parser: ExpressionParser, from: number, first: ExpressionNode): ExpressionNode {
  const parts = [first];
  while (parser.at < parser.end) {
    const before = parser.at;
    parts.push(parser.expression(power.or));
    if (parser.at === before) parser.at++;
  }
  return { type: "opaque", parts, ...parser.spanOf(from, parser.end) };
}
