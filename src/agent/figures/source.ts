import type { Derived, TableProfile } from "../../trajectory/long-form-answer.ts";
import type { RunEventBody } from "../../trajectory/run-event.ts";
import type { ActiveRun } from "../run-options.ts";
import type { Command } from "../strategy.ts";
import {
  COMPARISONS,
  callFunction,
  numberOf,
  type Operand,
  operandValue,
  quotient,
  SourceProblem,
} from "./source-functions.ts";
import {
  type CellValue,
  loadTable,
  profileTable,
  type Tables,
  type WholeTable,
  withoutNoise,
} from "./tables.ts";

/**
 * Reads whole tables of accepted claims, and says what is in them at large and what sources over them come to. Where a result is no longer
 * kept whole, its first rows are taken, and sources over whole columns of it have that as their problem. A claim whose answer has no table is
 * left out.
 */
export async function computeResults(
  { id, tables: wanted, profiles, sources }: Extract<Command, { type: "compute" }>,
  run: Pick<ActiveRun, "fold" | "artifacts" | "principal">,
  signal: AbortSignal,
): Promise<Extract<RunEventBody, { type: "results-computed" }>> {
  const tables = new Map<string, WholeTable>();
  for (const { name, claim } of wanted) {
    const table = run.fold.tables.get(claim);
    if (table !== undefined) tables.set(name, await loadTable(table, run, signal));
  }
  /** Others get their turn between two computations, and a run that is called off ends here. */
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate);
    signal.throwIfAborted();
  };
  const profiled: TableProfile[] = [];
  for (const name of profiles) {
    const table = tables.get(name);
    if (table !== undefined) profiled.push(await profileTable(name, table, turn));
  }
  const derived: Derived[] = [];
  for (const source of sources) {
    derived.push(evaluateSource(source, tables));
    await turn();
  }
  return { type: "results-computed", command: id, profiles: profiled, derived };
}

/** Of a text: it becomes part of the run's record. */
const LONGEST_TEXT = 1000;

/**
 * What a source comes to over the tables, by their names (`Q1`), in floating point to 15 digits. A cell that is a text or a date gives that
 * text, at most 1,000 characters of it. Text that is numbers throughout its column counts as numbers (`columnValues`). NULLs are left out of a
 * whole column, as SQL does; elsewhere they are a problem, as are a division by 0, and an unknown query, row or column, which is answered with
 * the nearest names.
 */
export function evaluateSource(source: string, tables: Tables): Derived {
  try {
    const { value, percent } = valueOfSource(source, tables);
    const shown = typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value && withoutNoise(value);
    return { source, value: shown, ...(percent ? { percent } : {}) };
  } catch (error) {
    if (error instanceof SourceProblem) return { source, problem: error.message };
    throw error;
  }
}

const LONGEST = 500;
const DEEPEST = 20;

/**
 * Computes a source (docs/reports.md): references to results, plain numbers, + - * / with parentheses, and functions. At most 500 characters,
 * and 20 parentheses or calls within one another.
 *
 * @throws SourceProblem which says what to write instead
 */
export function valueOfSource(
  text: string,
  tables: Tables,
): { readonly value: CellValue; readonly percent: boolean } {
  if (text.length > LONGEST) {
    throw new SourceProblem(
      `A source may have ${LONGEST} characters; this has ${text.length}. Let a query compute it.`,
    );
  }
  return new Reading(tokensOf(text), tables).source();
}

/** The step that a source declares its figure to be rounded to: "1000" of `Q1:1.tickets to 1000`. */
export const declaredStep = (source: string): string | undefined =>
  /\bto\s+(\d+(?:\.\d+)?)\s*$/iu.exec(source)?.[1];

/** `at` counts characters from 0; `text` is without quotes. */
interface Token {
  readonly type: "number" | "name" | "quoted" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:"(?<double>(?:[^"]|"")*)"|'(?<single>(?:[^']|'')*)'|(?<row>(?<=:\s*)\d+)|(?<number>\d+(?:\.\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>>=|<=|!=|[-+*/(),.:;<>=%−×÷]))/uy;
const SAME_SIGN: Readonly<Record<string, string>> = { "−": "-", "×": "*", "÷": "/" };

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  for (let from = 0; from < end; from = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    const at = from + (/\S/u.exec(text.slice(from))?.index ?? 0);
    if (found === null) throw unreadable(text, at);
    const { double, single, row, number = row, name, sign = "" } = found.groups ?? {};
    const quoted = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    if (quoted !== undefined) tokens.push({ type: "quoted", text: quoted, at });
    else if (number !== undefined) tokens.push({ type: "number", text: number, at });
    else if (name !== undefined) tokens.push({ type: "name", text: name, at });
    else tokens.push({ type: "sign", text: SAME_SIGN[sign] ?? sign, at });
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

/** Reads a source from left to right and computes each part as it is read. */
class Reading {
  readonly #tokens: readonly Token[];
  readonly #tables: Tables;
  #at = 0;

  constructor(tokens: readonly Token[], tables: Tables) {
    this.#tokens = tokens;
    this.#tables = tables;
  }

  source(): { readonly value: CellValue; readonly percent: boolean } {
    const term = this.#term(0);
    this.#rounding();
    const { type, text, at } = this.#next();
    if (text === ";" && type === "sign") {
      throw new SourceProblem("One figure has one source. Write each number with a bracket of its own.");
    }
    if (type !== "end") {
      throw new SourceProblem(
        `"${text}" at character ${at + 1} is more than one source. Write references with + - * /, such as \`Q1:1.tickets - Q1:2.tickets\`.`,
      );
    }
    return { value: operandValue(term, this.#tables), percent: term.percent === true };
  }

  #term(depth: number): Operand {
    if (depth > DEEPEST) {
      throw new SourceProblem(
        `A source may have ${DEEPEST} parentheses within one another. Let a query compute it.`,
      );
    }
    return this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#signed(depth)));
  }

  #chain(operators: readonly ("+" | "-" | "*" | "/")[], operand: () => Operand): Operand {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.#skip(each));
      if (operator === undefined) return left;
      left = this.#calculated(operator, left, operand());
    }
  }

  /** Per cent stays per cent where something is added to it or taken from it. */
  #calculated(operator: "+" | "-" | "*" | "/", left: Operand, right: Operand): Operand {
    const [a, b] = [numberOf(left, this.#tables), numberOf(right, this.#tables)];
    const percent = left.percent === true || right.percent === true;
    if (operator === "+") return { type: "value", value: a + b, percent };
    if (operator === "-") return { type: "value", value: a - b, percent };
    if (operator === "/") return { type: "value", value: quotient(a, b, right), percent: false };
    if (Number.isFinite(a * b)) return { type: "value", value: a * b, percent: false };
    throw new SourceProblem("A product of it has too many digits.");
  }

  #signed(depth: number): Operand {
    let negative = false;
    while (this.#skip("-")) negative = !negative;
    const operand = this.#primary(depth);
    if (!negative) return operand;
    const value = -numberOf(operand, this.#tables);
    return { type: "value", value, percent: operand.percent === true };
  }

  #primary(depth: number): Operand {
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
    if (this.#skip("%")) {
      throw new SourceProblem("Write a per cent as a plain number, or with share(part, whole).");
    }
    return { type: "value", value: Number(token.text), percent: false };
  }

  #reference({ text }: Token): Operand {
    if (!/^q\d+$/iu.test(text)) {
      throw new SourceProblem(
        `"${text}" names no query. Name the query, the row and the column: \`Q1:2.${text}\`, or with a function the column: \`sum(Q1.${text})\`.`,
      );
    }
    const query = text.toUpperCase();
    const row = this.#skip(":") ? { row: this.#row(query) } : {};
    const column = this.#skip(".") ? { column: this.#column(query) } : {};
    return { type: "reference", reference: { query, ...row, ...column } };
  }

  #row(query: string): number {
    const { type, text } = this.#take();
    if (type === "number" && Number.isSafeInteger(Number(text))) return Number(text);
    throw new SourceProblem(
      `After \`${query}:\` stands the number of a row, from 1: \`${query}:2.tickets\`.`,
    );
  }

  #column(query: string): string {
    const { type, text } = this.#take();
    if (type === "name" || type === "quoted" || type === "number") return text;
    throw new SourceProblem(`After the point stands the name of a column, as in \`${query}.tickets\`.`);
  }

  #call({ text }: Token, depth: number): Operand {
    const operands: Operand[] = [];
    do operands.push(this.#operand(depth + 1));
    while (this.#skip(","));
    if (!this.#skip(")")) throw new SourceProblem(`The parenthesis after ${text} is not closed.`);
    return { type: "value", ...callFunction(text, operands, this.#tables) };
  }

  #operand(depth: number): Operand {
    const left = this.#term(depth);
    const operator = COMPARISONS.find((each) => this.#skip(each));
    if (operator === undefined) return left;
    const right =
      this.#next().type === "quoted" ? this.#take().text : operandValue(this.#term(depth), this.#tables);
    return { type: "comparison", operator, left, right };
  }

  /** `to 1000`, which says how the figure is rounded and changes nothing of what the source comes to. */
  #rounding(): void {
    const { type, text } = this.#next();
    if (type !== "name" || text.toLowerCase() !== "to") return;
    this.#at++;
    const step = this.#take();
    if (step.type === "number" && Number(step.text) > 0) return;
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
