import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import { ParserWindow } from "./parser-window.ts";
import type { ExpressionNode } from "./query-tree.ts";
import { readInfix } from "./read-infix.ts";
import { readOperand } from "./read-operand.ts";
import { recoverConjunction } from "./recover-conjunction.ts";
import type { SqlText } from "./sql-text.ts";
import type { TokenizedText } from "./token.ts";
import { tokenize } from "./tokenize.ts";

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
      return this.at >= this.end ? node : recoverConjunction(this, from, node);
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
