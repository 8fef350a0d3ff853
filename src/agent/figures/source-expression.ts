import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";
import {
  COLUMN_FUNCTIONS,
  COMPARISONS,
  type FunctionName,
  OTHER_FUNCTIONS,
  type SourceTerm,
} from "./source-term.ts";
import { type SourceToken, sourceTokens } from "./source-tokens.ts";

/** Where a figure is from. */
export interface SourceExpression {
  readonly term: SourceTerm;
  /** The step that the figure is rounded to, where it is declared: `to 1000`. */
  readonly roundedTo?: number;
}

export type SourceReading =
  | { readonly source: SourceExpression; readonly problem?: never }
  | { readonly source?: never; readonly problem: string };

const LONGEST = 500;
const DEEPEST = 20;

const FUNCTIONS: readonly FunctionName[] = [...COLUMN_FUNCTIONS, ...OTHER_FUNCTIONS];
/** Names that people write for them. */
const OTHER_NAMES: ReadonlyMap<string, FunctionName> = new Map([
  ["avg", "mean"],
  ["average", "mean"],
  ["total", "sum"],
  ["minimum", "min"],
  ["maximum", "max"],
  ["corr", "correlation"],
  ["percent", "share"],
]);
const OPERANDS: Readonly<Record<(typeof OTHER_FUNCTIONS)[number], { count: number; example: string }>> = {
  share: { count: 2, example: "share(Q1:1.tickets, sum(Q1.tickets))" },
  change: { count: 2, example: "change(Q1:1.tickets, Q1:2.tickets)" },
  rank: { count: 1, example: "rank(Q1:3.tickets)" },
  rank_up: { count: 1, example: "rank_up(Q1:3.tickets)" },
  correlation: { count: 2, example: "correlation(Q1.price, Q1.tickets)" },
};

class Unreadable {
  readonly problem: string;
  constructor(problem: string) {
    this.problem = problem;
  }
}

type Read = SourceTerm | Unreadable;

/**
 * Reads a source (docs/reports.md): references to results, plain numbers, + - * / with parentheses, and the functions above. At most 500
 * characters, and 20 parentheses or calls within one another. What cannot be read is said with what to write instead.
 */
export function readSource(text: string): SourceReading {
  if (text.length > LONGEST) {
    return {
      problem: `A source may have ${LONGEST} characters; this has ${text.length}. Let a query compute it.`,
    };
  }
  const { tokens, problem } = sourceTokens(text);
  if (problem !== undefined) return { problem };
  const parser = new Parser(tokens);
  const term = parser.term(0);
  if (term instanceof Unreadable) return { problem: term.problem };
  const roundedTo = parser.rounding();
  if (roundedTo instanceof Unreadable) return { problem: roundedTo.problem };
  const rest = parser.rest();
  if (rest !== undefined) return { problem: rest };
  return { source: { term, ...(roundedTo === undefined ? {} : { roundedTo }) } };
}

class Parser {
  readonly #tokens: readonly SourceToken[];
  #at = 0;

  constructor(tokens: readonly SourceToken[]) {
    this.#tokens = tokens;
  }

  term(depth: number): Read {
    if (depth > DEEPEST) {
      return new Unreadable(
        `A source may have ${DEEPEST} parentheses within one another. Let a query compute it.`,
      );
    }
    return this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#signed(depth)));
  }

  /** The step of `to 1000`. */
  rounding(): number | undefined | Unreadable {
    const token = this.#next();
    if (token?.type !== "name" || token.text.toLowerCase() !== "to") return undefined;
    this.#at++;
    const step = this.#next();
    const value = Number(step?.text);
    if (step?.type !== "number" || !(value > 0)) {
      return new Unreadable('After "to" stands the step of the rounding, as in `Q1:1.tickets to 1000`.');
    }
    this.#at++;
    return value;
  }

  rest(): string | undefined {
    const token = this.#next();
    if (token === undefined || token.type === "end") return undefined;
    if (token.text === ";") return "One figure has one source. Write each number with a bracket of its own.";
    return `"${token.text}" at character ${token.at + 1} is more than one source. Write references with + - * /, such as \`Q1:1.tickets - Q1:2.tickets\`.`;
  }

  #next(): SourceToken | undefined {
    return this.#tokens[this.#at];
  }

  #skip(sign: string): boolean {
    const token = this.#next();
    if (token?.type !== "sign" || token.text !== sign) return false;
    this.#at++;
    return true;
  }

  #chain(operators: readonly ("+" | "-" | "*" | "/")[], operand: () => Read): Read {
    let left = operand();
    while (!(left instanceof Unreadable)) {
      const operator = operators.find((each) => this.#skip(each));
      if (operator === undefined) break;
      const right = operand();
      left = right instanceof Unreadable ? right : { type: "calculation", operator, left, right };
    }
    return left;
  }

  #signed(depth: number): Read {
    let negative = false;
    while (this.#skip("-")) negative = !negative;
    const operand = this.#primary(depth);
    return negative && !(operand instanceof Unreadable) ? { type: "negation", operand } : operand;
  }

  #primary(depth: number): Read {
    const token = this.#next();
    if (token === undefined || token.type === "end") return new Unreadable(ENDS_EARLY);
    if (this.#skip("(")) {
      const inner = this.term(depth + 1);
      if (inner instanceof Unreadable || this.#skip(")")) return inner;
      return new Unreadable(`The parenthesis at character ${token.at + 1} is not closed.`);
    }
    if (token.type === "sign" || token.type === "quoted") {
      return new Unreadable(
        `At character ${token.at + 1} a reference such as \`Q1:2.tickets\` or a number is missing before "${token.text}".`,
      );
    }
    this.#at++;
    if (token.type === "number") return this.#plain(token);
    return this.#isNext("(") ? this.#call(token, depth) : this.#reference(token);
  }

  #plain(token: SourceToken): Read {
    if (this.#skip("%"))
      return new Unreadable("Write a per cent as a plain number, or with share(part, whole).");
    return { type: "number", digits: token.text };
  }

  #isNext(sign: string): boolean {
    return this.#next()?.type === "sign" && this.#next()?.text === sign;
  }

  #reference(token: SourceToken): Read {
    if (!/^q\d+$/iu.test(token.text)) {
      return new Unreadable(
        `"${token.text}" names no query. Name the query, the row and the column: \`Q1:2.${token.text}\`, or with a function the column: \`sum(Q1.${token.text})\`.`,
      );
    }
    const query = token.text.toUpperCase();
    let row: number | undefined;
    if (this.#skip(":")) {
      const number = this.#next();
      row = Number(number?.text);
      if (number?.type !== "number" || !Number.isSafeInteger(row)) {
        return new Unreadable(
          `After \`${query}:\` stands the number of a row, from 1: \`${query}:2.tickets\`.`,
        );
      }
      this.#at++;
    }
    const named = this.#column(query, row);
    if (named instanceof Unreadable) return named;
    return {
      type: "reference",
      query,
      ...(row === undefined ? {} : { row }),
      ...(named === undefined ? {} : { column: named }),
    };
  }

  #column(query: string, row: number | undefined): string | undefined | Unreadable {
    if (!this.#skip(".")) return undefined;
    const column = this.#next();
    if (column?.type !== "name" && column?.type !== "quoted" && column?.type !== "number") {
      const place = row === undefined ? query : `${query}:${row}`;
      return new Unreadable(`After \`${place}.\` stands the name of a column, as in \`${place}.tickets\`.`);
    }
    this.#at++;
    return column.text;
  }

  #call(token: SourceToken, depth: number): Read {
    const written = token.text.toLowerCase();
    const name = FUNCTIONS.find((each) => each === written) ?? OTHER_NAMES.get(written);
    if (name === undefined) {
      const [near] = nearestNames(written, FUNCTIONS, { limit: 1 });
      const hint = near !== undefined && near.score >= SUGGESTION_SCORE ? ` Did you mean ${near.name}?` : "";
      return new Unreadable(
        `There is no function "${token.text}".${hint} The functions are: ${FUNCTIONS.join(", ")}.`,
      );
    }
    this.#skip("(");
    const operands: SourceTerm[] = [];
    do {
      const operand = this.#operand(name, depth + 1);
      if (operand instanceof Unreadable) return operand;
      operands.push(operand);
    } while (this.#skip(","));
    if (!this.#skip(")")) return new Unreadable(`The parenthesis after ${name} is not closed.`);
    return misused(name, operands) ?? { type: "call", name, operands };
  }

  #operand(name: FunctionName, depth: number): Read {
    const left = this.term(depth);
    if (left instanceof Unreadable) return left;
    const operator = COMPARISONS.find((each) => this.#skip(each));
    if (operator === undefined) return left;
    if (name !== "count") {
      return new Unreadable(
        `A comparison stands only within count, as in \`count(Q1.tickets ${operator} 100)\`.`,
      );
    }
    const token = this.#next();
    if (token?.type === "quoted") {
      this.#at++;
      return { type: "comparison", operator, left, right: { type: "text", text: token.text } };
    }
    const right = this.term(depth);
    return right instanceof Unreadable ? right : { type: "comparison", operator, left, right };
  }
}

const ENDS_EARLY =
  "The source ends where a reference such as `Q1:2.tickets`, a number or a function should stand.";

function misused(name: FunctionName, operands: readonly SourceTerm[]): Unreadable | undefined {
  const other = OTHER_FUNCTIONS.find((each) => each === name);
  if (other !== undefined && operands.length !== OPERANDS[other].count) {
    const { count, example } = OPERANDS[other];
    return new Unreadable(
      `${name} takes ${count === 1 ? "one reference" : "two values"}, as in \`${example}\`; here stand ${operands.length}.`,
    );
  }
  const single = name === "count" || name === "distinct" || name === "median";
  if (single && operands.length > 1) {
    return new Unreadable(
      `${name} takes one column, as in \`${name}(Q1.tickets)\`; here stand ${operands.length}.`,
    );
  }
  return undefined;
}
