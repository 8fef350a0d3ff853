import { FuxiError } from "../../../errors/fuxi-error.ts";
import { iri, literal, type Term, XSD } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import {
  type ClassTest,
  type Comparison,
  noClasses,
  type Program,
  reversedPath,
  type Step,
  walkedBack,
} from "./program.ts";
import { COMPARISON_WORDS, plainValue } from "./program-text.ts";

/** A name or a value as written, with its quotes and brackets. `at` is the UTF-16 offset of its first character. */
interface Atom {
  readonly at: number;
  readonly text: string;
}

interface List {
  readonly at: number;
  readonly items: readonly Expression[];
}

type Expression = Atom | List;

const isList = (expression: Expression | undefined): expression is List =>
  expression !== undefined && "items" in expression;

/** Most nested brackets; programs written by people or models have fewer than twenty. */
const DEEPEST = 256;

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const ANGLED = String.raw`<[^\s<>]+>`;
/** A full IRI may contain balanced brackets (`http://dbpedia.org/resource/Alien_(film)`). */
const WORD = String.raw`[a-z][a-z0-9+.-]*:\/\/(?:[^\s()]|\([^\s()]*\))+|[^\s()]+`;
const TOKEN = new RegExp(
  String.raw`\s+|[()]|${ANGLED}|(?:${QUOTED})(?:@[a-z]+(?:-[a-z0-9]+)*|\^\^(?:${ANGLED}|${WORD}))?|(?!["'<])(?:${WORD})`,
  "siuy",
);

/** Reads one expression. @throws FuxiError `data-invalid` with the position (the character's number, from 1) and the expected form */
function readExpression(text: string): Expression {
  const open: { readonly at: number; readonly items: Expression[] }[] = [];
  const whole: Expression[] = [];
  const place = (expression: Expression): void => {
    if (open.length === 0 && whole.length > 0)
      throw unreadable(expression.at, "expected the end of the program after one expression");
    (open.at(-1)?.items ?? whole).push(expression);
  };
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined)
      throw unreadable(
        at,
        text[at] === "<"
          ? 'expected an IRI without spaces, closed by ">"'
          : `a value that begins with ${text[at]} and is not closed`,
      );
    if (token === "(") {
      if (open.length >= DEEPEST) throw unreadable(at, `nested more than ${DEEPEST} levels deep`);
      open.push({ at, items: [] });
    } else if (token === ")") {
      const list = open.pop();
      if (list === undefined) throw unreadable(at, 'a ")" that closes nothing');
      place(list);
    } else if (token.trim() !== "") place({ at, text: token });
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unreadable(text.length, `expected ")" for the "(" at character ${unclosed.at + 1}`);
  const [only] = whole;
  if (only === undefined) throw unreadable(0, "expected a program, found nothing");
  return only;
}

const SHORT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function unescaped(text: string, at: number): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.|$)/gsu, (_, code: string) => {
    if (!/^u.{4}|^U.{8}/u.test(code)) return SHORT[code] ?? code;
    const point = Number.parseInt(code.slice(1), 16);
    if (point > 0x10ffff) throw unreadable(at, `\\${code} is no character`);
    return String.fromCodePoint(point);
  });
}

function unreadable(at: number, what: string): FuxiError {
  return new FuxiError("data-invalid", `Program, character ${at + 1}: ${what}.`);
}

/** The expression for messages. */
function shown(expression: Expression | undefined): string {
  if (expression === undefined) return "nothing";
  if (!isList(expression)) {
    const { text } = expression;
    return /^["']/u.test(text) ? `the value ${text.slice(0, 60)}` : `"${text.slice(0, 60)}"`;
  }
  const [head] = expression.items;
  return head === undefined || isList(head) ? '"(…)"' : `"(${head.text.slice(0, 60)} …)"`;
}

export interface ParseOptions {
  /** Tests whether a name means a class where a set is expected. By default no name does. */
  readonly isClass?: ClassTest;
  /** The class to whose instances a comparison without a set applies; undefined makes such a comparison an error. */
  readonly domainOf?: (predicate: string) => string | undefined;
}

/**
 * Reads an S-expression in the KBQA-Agent format, with the extensions of `programText`. Operators are case-insensitive, `AND` and
 * `OR` may have more than two operands, relations may be nested (`(JOIN a b)` is two steps) or carry `^`.
 *
 * @throws FuxiError `data-invalid` with the character's number and the expected form
 */
export function parseProgram(text: string, names: Names, options: ParseOptions = {}): Program {
  return new Reading(names, options).set(readExpression(text));
}

/** A comparison that applies to a set beside it, such as `(lt attribute value)`. */
interface Condition {
  readonly at: number;
  readonly attribute: readonly Step[];
  readonly comparison: Comparison;
  readonly value: Term;
}

const COMPARISONS = new Map(
  Object.entries(COMPARISON_WORDS).flatMap(([comparison, word]) => [
    [word, comparison as Comparison],
    [comparison, comparison as Comparison],
  ]),
);

/** Operands of operators with a fixed number of them. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  JOIN: ["a relation", "a set"],
  DIFFERENCE: ["a set", "a set"],
  ARGMAX: ["a set", "an attribute"],
  ARGMIN: ["a set", "an attribute"],
  COUNT: ["a set"],
  INSTANCES: ["a class"],
};
const OPERATORS =
  "JOIN, AND, OR, DIFFERENCE, ARGMAX, ARGMIN, COUNT, TERMS, INSTANCES, lt, le, gt, ge, eq, ne, contains";

class Reading {
  readonly #names: Names;
  readonly #isClass: ClassTest;
  readonly #domainOf: NonNullable<ParseOptions["domainOf"]>;

  constructor(names: Names, { isClass = noClasses, domainOf = () => undefined }: ParseOptions) {
    this.#names = names;
    this.#isClass = isClass;
    this.#domainOf = domainOf;
  }

  set(expression: Expression): Program {
    if (!isList(expression)) return this.#atom(expression);
    const operator = operatorOf(expression);
    const rest = expression.items.slice(1);
    const wanted = OPERANDS[operator];
    if (wanted !== undefined && rest.length !== wanted.length)
      throw unreadable(
        rest[wanted.length]?.at ?? expression.at,
        `${shown(expression)} takes ${wanted.join(" and ")}, found ${rest.length} operands`,
      );
    const [first = expression, second = expression] = rest;
    switch (operator) {
      case "JOIN":
        return walkedBack(this.set(second), this.#path(first));
      case "AND":
        return this.#and(expression);
      case "OR":
        return severalIn(expression)
          .map((each) => this.set(each))
          .reduce((left, right) => ({ op: "union", left, right }));
      case "DIFFERENCE":
        return { op: "difference", left: this.set(first), right: this.set(second) };
      case "ARGMAX":
      case "ARGMIN":
        return {
          op: operator === "ARGMAX" ? "argmax" : "argmin",
          of: this.set(first),
          attribute: this.#path(second),
        };
      case "COUNT":
        return { op: "count", of: this.set(first) };
      case "TERMS":
        return { op: "terms", terms: rest.map((each) => this.#term(each, "a name or a value")) };
      case "INSTANCES":
        return { op: "instances", class: this.#iri(first, "a class") };
      default: {
        const condition = this.#condition(expression);
        if (condition) return filtered(this.#domain(condition), [condition]);
        const head = expression.items[0];
        throw unreadable(head?.at ?? expression.at, `expected one of ${OPERATORS}, found ${shown(head)}`);
      }
    }
  }

  /** Comparisons beside a set apply to its members; comparisons beside each other apply to the same members. */
  #and(expression: List): Program {
    const conditions: Condition[] = [];
    const sets: Program[] = [];
    for (const each of severalIn(expression)) {
      const own = this.#conditions(each);
      if (own) conditions.push(...own);
      else sets.push(this.set(each));
    }
    const [first] = conditions;
    const [set = first && this.#domain(first), ...others] = sets;
    if (set === undefined) throw unreadable(expression.at, "AND has no operands");
    return filtered(
      others.reduce((left, right) => ({ op: "intersection", left, right }), set),
      conditions,
    );
  }

  /** Undefined if the expression is a set, not only comparisons. */
  #conditions(expression: Expression): readonly Condition[] | undefined {
    if (!isList(expression)) return undefined;
    if (operatorOf(expression) !== "AND") {
      const condition = this.#condition(expression);
      return condition && [condition];
    }
    const inner = expression.items.slice(1).map((each) => this.#conditions(each));
    return inner.length > 0 && inner.every((each) => each !== undefined) ? inner.flat() : undefined;
  }

  /** Undefined if the list is no comparison. */
  #condition(list: List): Condition | undefined {
    const [, attribute, value, ...more] = list.items;
    const comparison = COMPARISONS.get(operatorOf(list).toLowerCase());
    if (comparison === undefined) return undefined;
    if (attribute === undefined || value === undefined || isList(value) || more.length > 0)
      throw unreadable(list.at, `${shown(list)} takes an attribute and a value`);
    return { at: list.at, attribute: this.#path(attribute), comparison, value: this.#term(value, "a value") };
  }

  #domain({ attribute: [step], at }: Condition): Program {
    const domain = step === undefined || step.inverse ? undefined : this.#domainOf(step.predicate);
    if (domain !== undefined) return { op: "instances", class: domain };
    throw unreadable(at, "a comparison stands beside the set it is about: (AND set (lt attribute value))");
  }

  /** A relation: a name, `^name`, `(R relation)` for the inverse, `(JOIN first second)` for two steps. */
  #path(expression: Expression): readonly Step[] {
    if (!isList(expression)) {
      const inverse = expression.text.startsWith("^");
      const atom = inverse ? { ...expression, text: expression.text.slice(1) } : expression;
      return [{ predicate: this.#iri(atom, "a relation"), inverse }];
    }
    const [, first, second, ...more] = expression.items;
    const operator = operatorOf(expression);
    if (operator === "R" && first !== undefined && second === undefined)
      return reversedPath(this.#path(first));
    if (operator === "JOIN" && first !== undefined && second !== undefined && more.length === 0)
      return [...this.#path(first), ...this.#path(second)];
    throw unreadable(
      expression.at,
      `expected a relation (a name, (R name) or (JOIN relation relation)), found ${shown(expression)}`,
    );
  }

  #atom(atom: Atom): Program {
    const index = /^#(\d{1,9})$/u.exec(atom.text)?.[1];
    if (index !== undefined) return { op: "variable", index: Number(index) };
    const term = this.#term(atom, "a set");
    return term.kind === "iri" && this.#isClass(term.value)
      ? { op: "instances", class: term.value }
      : { op: "terms", terms: [term] };
  }

  #term(atom: Expression, expected: string): Term {
    if (isList(atom)) throw unreadable(atom.at, `expected ${expected}, found ${shown(atom)}`);
    const { text, at } = atom;
    if (text.startsWith("<")) return iri(unescaped(text.slice(1, -1), at));
    const [, quoted, language, type] =
      /^(".*"|'.*')(?:@([A-Za-z0-9-]+)|\^\^(.+))?$/su.exec(text) ?? /^(.+?)()\^\^(.+)$/su.exec(text) ?? [];
    if (quoted !== undefined) {
      const value = /^["']/u.test(quoted) ? unescaped(quoted.slice(1, -1), at) : quoted;
      if (language) return literal(value, { language: language.toLowerCase() });
      const datatype = type && this.#iri({ text: type, at: at + text.length - type.length }, "a datatype");
      return datatype && datatype !== `${XSD}string` ? literal(value, { datatype }) : literal(value);
    }
    if (text.startsWith("_:") && text.length > 2) return { kind: "blank", value: text.slice(2) };
    const plain = plainValue(text);
    if (plain) return plain;
    const full = this.#names.iri(text);
    if (full === undefined) throw unreadable(at, `"${text.slice(0, 60)}" is neither a name nor a value`);
    return iri(full);
  }

  /** The IRI of a name; `xsd:` is always known. */
  #iri(atom: Expression, expected: string): string {
    const text = isList(atom) ? "" : atom.text;
    if (text.startsWith("<")) return unescaped(text.slice(1, -1), atom.at);
    const xsd = /^xsd:[A-Za-z]+$/u.test(text) ? XSD + text.slice(4) : undefined;
    const full = /^["']/u.test(text) ? undefined : (this.#names.iri(text) ?? xsd);
    if (full === undefined) throw unreadable(atom.at, `expected ${expected}, found ${shown(atom)}`);
    return full;
  }
}

function operatorOf({ items: [head] }: List): string {
  return head === undefined || isList(head) ? "" : head.text.toUpperCase();
}

function severalIn(list: List): readonly Expression[] {
  const given = list.items.slice(1);
  if (given.length >= 2) return given;
  throw unreadable(list.at, `${shown(list)} takes at least two sets, found ${given.length}`);
}

function filtered(of: Program, conditions: readonly Condition[]): Program {
  return conditions.reduce<Program>(
    (set, { attribute, comparison, value }) => ({ op: "filter", of: set, attribute, comparison, value }),
    of,
  );
}
