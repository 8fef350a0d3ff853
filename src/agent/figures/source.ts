import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";

export const COLUMN_FUNCTIONS = ["sum", "mean", "median", "min", "max", "count", "distinct"] as const;
const OTHER_FUNCTIONS = ["share", "change", "rank", "rank_up", "correlation"] as const;
type FunctionName = (typeof COLUMN_FUNCTIONS)[number] | (typeof OTHER_FUNCTIONS)[number];

const COMPARISONS = [">=", "<=", "!=", ">", "<", "="] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `Q1`, `Q1.tickets`, `Q1:2.tickets`: rows count from 1. */
export interface SourceReference {
  readonly type: "reference";
  readonly query: string;
  readonly row?: number;
  readonly column?: string;
}

/** A part of a source. Numbers are as written: digits, a point, digits. A comparison stands only within `count`, a text only beside a comparison. */
export type SourceTerm =
  | SourceReference
  | { readonly type: "number"; readonly digits: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "negation"; readonly operand: SourceTerm }
  | {
      readonly type: "calculation";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: SourceTerm;
      readonly right: SourceTerm;
    }
  | {
      readonly type: "comparison";
      readonly operator: Comparison;
      readonly left: SourceTerm;
      readonly right: SourceTerm;
    }
  | { readonly type: "call"; readonly name: FunctionName; readonly operands: readonly SourceTerm[] };

/** Where a figure is from. */
export interface SourceExpression {
  readonly term: SourceTerm;
  /** The step that the figure is rounded to, where it is declared: `to 1000`. */
  readonly roundedTo?: number;
}

/** Why a source comes to nothing, in words for its writer. Thrown while a source is read or computed, and caught by `evaluateSource`. */
export class SourceProblem extends Error {}

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
/** How many operands a function takes; those that are missing here take any number. */
const OPERANDS: Partial<Record<FunctionName, { count: number; what: string; example: string }>> = {
  share: { count: 2, what: "two values", example: "share(Q1:1.tickets, sum(Q1.tickets))" },
  change: { count: 2, what: "two values", example: "change(Q1:1.tickets, Q1:2.tickets)" },
  rank: { count: 1, what: "one reference", example: "rank(Q1:3.tickets)" },
  rank_up: { count: 1, what: "one reference", example: "rank_up(Q1:3.tickets)" },
  correlation: { count: 2, what: "two values", example: "correlation(Q1.price, Q1.tickets)" },
  count: { count: 1, what: "one column", example: "count(Q1.tickets)" },
  distinct: { count: 1, what: "one column", example: "distinct(Q1.tickets)" },
  median: { count: 1, what: "one column", example: "median(Q1.tickets)" },
};

/**
 * Reads a source (docs/reports.md): references to results, plain numbers, + - * / with parentheses, and the functions above. At most 500
 * characters, and 20 parentheses or calls within one another.
 *
 * @throws SourceProblem which says what to write instead
 */
export function readSource(text: string): SourceExpression {
  if (text.length > LONGEST) {
    throw new SourceProblem(
      `A source may have ${LONGEST} characters; this has ${text.length}. Let a query compute it.`,
    );
  }
  return new Parser(tokensOf(text)).source();
}

/** The source, if it can be read. */
export function sourceOf(text: string): SourceExpression | undefined {
  try {
    return readSource(text);
  } catch (error) {
    if (error instanceof SourceProblem) return undefined;
    throw error;
  }
}

/** `at` counts characters from 0; `text` is without quotes. */
interface Token {
  readonly type: "number" | "name" | "quoted" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:"(?<double>(?:[^"]|"")*)"|'(?<single>(?:[^']|'')*)'|(?<row>(?<=:\s*)\d+)|(?<number>\d+(?:\.\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>>=|<=|!=|<>|==|[-+*/(),.:;<>=%−–×÷≥≤≠]))/uy;
const SAME_SIGN: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "×": "*",
  "÷": "/",
  "≥": ">=",
  "≤": "<=",
  "≠": "!=",
  "<>": "!=",
  "==": "=",
};

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  for (let from = 0; from < end; from = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    const at = from + (/\S/u.exec(text.slice(from))?.index ?? 0);
    if (found === null) throw unreadable(text, at);
    const { double, single, row, number = row, name, sign } = found.groups ?? {};
    const quoted = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    if (quoted !== undefined) tokens.push({ type: "quoted", text: quoted, at });
    else if (number !== undefined) tokens.push({ type: "number", text: number, at });
    else if (name !== undefined) tokens.push({ type: "name", text: name, at });
    else tokens.push({ type: "sign", text: SAME_SIGN[sign ?? ""] ?? sign ?? "", at });
  }
  return [...tokens, { type: "end", text: "", at: text.length }];
}

function unreadable(text: string, at: number): SourceProblem {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return new SourceProblem(
    sign === '"' || sign === "'"
      ? `The quote at character ${at + 1} is not closed.`
      : `"${sign}" at character ${at + 1} cannot stand in a source. Names of columns with other than letters, digits and _ stand in double quotes.`,
  );
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  source(): SourceExpression {
    const term = this.#term(0);
    const roundedTo = this.#rounding();
    const { type, text, at } = this.#next();
    if (text === ";" && type === "sign") {
      throw new SourceProblem("One figure has one source. Write each number with a bracket of its own.");
    }
    if (type !== "end") {
      throw new SourceProblem(
        `"${text}" at character ${at + 1} is more than one source. Write references with + - * /, such as \`Q1:1.tickets - Q1:2.tickets\`.`,
      );
    }
    return roundedTo === undefined ? { term } : { term, roundedTo };
  }

  #term(depth: number): SourceTerm {
    if (depth > DEEPEST) {
      throw new SourceProblem(
        `A source may have ${DEEPEST} parentheses within one another. Let a query compute it.`,
      );
    }
    return this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#signed(depth)));
  }

  #chain(operators: readonly ("+" | "-" | "*" | "/")[], operand: () => SourceTerm): SourceTerm {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.#skip(each));
      if (operator === undefined) return left;
      left = { type: "calculation", operator, left, right: operand() };
    }
  }

  #signed(depth: number): SourceTerm {
    let negative = false;
    while (this.#skip("-")) negative = !negative;
    const operand = this.#primary(depth);
    return negative ? { type: "negation", operand } : operand;
  }

  #primary(depth: number): SourceTerm {
    const token = this.#next();
    if (token.type === "end") {
      throw new SourceProblem(
        "The source ends where a reference such as `Q1:2.tickets`, a number or a function should stand.",
      );
    }
    if (this.#skip("(")) {
      const inner = this.#term(depth + 1);
      if (this.#skip(")")) return inner;
      throw new SourceProblem(`The parenthesis at character ${token.at + 1} is not closed.`);
    }
    if (token.type === "sign" || token.type === "quoted") {
      throw new SourceProblem(
        `At character ${token.at + 1} a reference such as \`Q1:2.tickets\` or a number is missing before "${token.text}".`,
      );
    }
    this.#at++;
    if (token.type === "name") return this.#skip("(") ? this.#call(token, depth) : this.#reference(token);
    if (!this.#skip("%")) return { type: "number", digits: token.text };
    throw new SourceProblem("Write a per cent as a plain number, or with share(part, whole).");
  }

  #reference({ text }: Token): SourceReference {
    if (!/^q\d+$/iu.test(text)) {
      throw new SourceProblem(
        `"${text}" names no query. Name the query, the row and the column: \`Q1:2.${text}\`, or with a function the column: \`sum(Q1.${text})\`.`,
      );
    }
    const query = text.toUpperCase();
    const row = this.#skip(":") ? this.#row(query) : undefined;
    const column = this.#skip(".") ? this.#column(row === undefined ? query : `${query}:${row}`) : undefined;
    return {
      type: "reference",
      query,
      ...(row === undefined ? {} : { row }),
      ...(column === undefined ? {} : { column }),
    };
  }

  #row(query: string): number {
    const { type, text } = this.#take();
    if (type === "number" && Number.isSafeInteger(Number(text))) return Number(text);
    throw new SourceProblem(
      `After \`${query}:\` stands the number of a row, from 1: \`${query}:2.tickets\`.`,
    );
  }

  #column(before: string): string {
    const { type, text } = this.#take();
    if (type === "name" || type === "quoted" || type === "number") return text;
    throw new SourceProblem(`After \`${before}.\` stands the name of a column, as in \`${before}.tickets\`.`);
  }

  #call({ text }: Token, depth: number): SourceTerm {
    const written = text.toLowerCase();
    const name = FUNCTIONS.find((each) => each === written) ?? OTHER_NAMES.get(written);
    if (name === undefined) {
      const [near] = nearestNames(written, FUNCTIONS, { limit: 1 });
      const hint = near !== undefined && near.score >= SUGGESTION_SCORE ? ` Did you mean ${near.name}?` : "";
      throw new SourceProblem(
        `There is no function "${text}".${hint} The functions are: ${FUNCTIONS.join(", ")}.`,
      );
    }
    const operands: SourceTerm[] = [];
    do operands.push(this.#operand(name, depth + 1));
    while (this.#skip(","));
    if (!this.#skip(")")) throw new SourceProblem(`The parenthesis after ${name} is not closed.`);
    const known = OPERANDS[name];
    if (known === undefined || operands.length === known.count) return { type: "call", name, operands };
    throw new SourceProblem(
      `${name} takes ${known.what}, as in \`${known.example}\`; here stand ${operands.length}.`,
    );
  }

  #operand(name: FunctionName, depth: number): SourceTerm {
    const left = this.#term(depth);
    const operator = COMPARISONS.find((each) => this.#skip(each));
    if (operator === undefined) return left;
    if (name !== "count") {
      throw new SourceProblem(
        `A comparison stands only within count, as in \`count(Q1.tickets ${operator} 100)\`.`,
      );
    }
    const right: SourceTerm =
      this.#next().type === "quoted" ? { type: "text", text: this.#take().text } : this.#term(depth);
    return { type: "comparison", operator, left, right };
  }

  /** The step of `to 1000`. */
  #rounding(): number | undefined {
    const { type, text } = this.#next();
    if (type !== "name" || text.toLowerCase() !== "to") return undefined;
    this.#at++;
    const step = this.#take();
    if (step.type === "number" && Number(step.text) > 0) return Number(step.text);
    throw new SourceProblem('After "to" stands the step of the rounding, as in `Q1:1.tickets to 1000`.');
  }

  #next(): Token {
    return this.#tokens[this.#at] ?? { type: "end", text: "", at: 0 };
  }

  #take(): Token {
    const token = this.#next();
    this.#at++;
    return token;
  }

  #skip(sign: string): boolean {
    const { type, text } = this.#next();
    if (type !== "sign" || text !== sign) return false;
    this.#at++;
    return true;
  }
}
