import { ExpressionParser } from "./expression-parser.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode } from "./query-tree.ts";
import { power, readInfix } from "./read-infix.ts";
import { readOperand } from "./read-operand.ts";
import type { SqlText } from "./sql-dialect.ts";
import { tokenize } from "./tokenize.ts";

/** Expressions in expressions: engines stop at a thousand or less, and this reader must not run out of stack. */
const deepest = 250;

class Reader extends ExpressionParser {
  private depth = 0;
  /** What is read twice when it is not understood the first time, in brackets in brackets …, must not grow without bound. */
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
      // What the first expression does not fill is read on as its neighbours.
      while (this.at < this.end) {
        const before = this.at;
        parts.push(this.expression(power.or));
        if (this.at === before) this.at++;
      }
      return { type: "opaque", parts, ...this.spanOf(from, this.end) };
    });
  }
}

/** A parser for a text, for those who read more than one expression from it. */
export function expressionParser(sql: SqlText, lexical: LexicalRules): ExpressionParser {
  return new Reader(tokenize(sql, lexical), lexical);
}

/** Reads one expression. Never throws: what is not understood becomes `opaque`, with the parts of it that are. */
export function readExpression(sql: SqlText, lexical: LexicalRules): ExpressionNode {
  const parser = expressionParser(sql, lexical);
  return parser.whole(0, parser.end);
}
