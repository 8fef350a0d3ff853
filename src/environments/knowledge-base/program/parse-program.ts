import type { Term } from "../term/term.ts";
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
import { COMPARISON_WORDS, readIriAtom, readTerm } from "./program-text.ts";
import {
  type Atom,
  type ListExpression,
  readSExpression,
  type SExpression,
  shownExpression,
  unreadable,
} from "./s-expression.ts";

/** A comparison that stands beside a set, as `(lt attribute value)`. */
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

/** Undefined where the list is no comparison. @throws FuxiError `data-invalid` where it is one and not well made */
function readCondition(list: ListExpression, names: Names): Condition | undefined {
  const [head, attribute, value, ...more] = list.items;
  const comparison = head?.kind === "symbol" ? COMPARISONS.get(head.text.toLowerCase()) : undefined;
  if (comparison === undefined) return undefined;
  if (attribute === undefined || value === undefined || value.kind === "list" || more.length > 0)
    throw unreadable(list.at, `${shownExpression(list)} takes an attribute and a value`);
  return { at: list.at, attribute: readPath(attribute, names), comparison, value: readTerm(value, names) };
}

/**
 * A relation: a name, `^name`, `(R relation)` for the way back, `(JOIN first second)` for two steps.
 *
 * @throws FuxiError `data-invalid`
 */
function readPath(expression: SExpression, names: Names): readonly Step[] {
  if (expression.kind !== "list") {
    const inverse = expression.kind === "symbol" && expression.text.startsWith("^");
    const atom =
      expression.kind === "symbol" && inverse
        ? { ...expression, text: expression.text.slice(1) }
        : expression;
    return [{ predicate: readIriAtom(atom, names, "a relation"), inverse }];
  }
  const [head, first, second, ...more] = expression.items;
  const operator = head?.kind === "symbol" ? head.text.toUpperCase() : "";
  if (operator === "R" && first !== undefined && second === undefined)
    return reversedPath(readPath(first, names));
  if (operator === "JOIN" && first !== undefined && second !== undefined && more.length === 0)
    return [...readPath(first, names), ...readPath(second, names)];
  throw unreadable(
    expression.at,
    `expected a relation (a name, (R name) or (JOIN relation relation)), found ${shownExpression(expression)}`,
  );
}

export interface ParseOptions {
  /** Which names mean classes when they stand where a set is expected. Without it, none. */
  readonly isClass?: ClassTest;
  /** The class whose instances a comparison that stands beside no set is about; undefined makes such a comparison an error. */
  readonly domainOf?: (predicate: string) => string | undefined;
}

/**
 * Reads an S-expression in the KBQA-Agent format, with the extensions of `programText`. Operators may be written in any case, `AND` and
 * `OR` may have more than two operands, relations may be nested (`(JOIN a b)` is two steps) or carry `^`.
 *
 * @throws FuxiError `data-invalid` with the character's number and what was expected there
 */
export function parseProgram(text: string, names: Names, options: ParseOptions = {}): Program {
  return new Reading(names, options).set(readSExpression(text));
}

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

  set(expression: SExpression): Program {
    if (expression.kind !== "list") return this.#atom(expression);
    const [head, ...rest] = expression.items;
    const operator = head?.kind === "symbol" ? head.text.toUpperCase() : "";
    switch (operator) {
      case "JOIN": {
        const [relation, from] = exactly(expression, rest, ["a relation", "a set"]);
        return walkedBack(this.set(from as SExpression), readPath(relation as SExpression, this.#names));
      }
      case "AND":
        return this.#and(expression, rest);
      case "OR":
        return atLeastTwo(expression, rest)
          .map((each) => this.set(each))
          .reduce((left, right) => ({ op: "union", left, right }));
      case "DIFFERENCE": {
        const [left, right] = exactly(expression, rest, ["a set", "a set"]);
        return {
          op: "difference",
          left: this.set(left as SExpression),
          right: this.set(right as SExpression),
        };
      }
      case "ARGMAX":
      case "ARGMIN": {
        const [of, attribute] = exactly(expression, rest, ["a set", "an attribute"]);
        return {
          op: operator === "ARGMAX" ? "argmax" : "argmin",
          of: this.set(of as SExpression),
          attribute: readPath(attribute as SExpression, this.#names),
        };
      }
      case "COUNT":
        return { op: "count", of: this.set(exactly(expression, rest, ["a set"])[0] as SExpression) };
      case "TERMS":
        return {
          op: "terms",
          terms: rest.map((each) => readTerm(atomOf(each, "a name or a value"), this.#names)),
        };
      case "INSTANCES": {
        const [name] = exactly(expression, rest, ["a class"]);
        return { op: "instances", class: readIriAtom(atomOf(name, "a class"), this.#names, "a class") };
      }
      default: {
        const condition = readCondition(expression, this.#names);
        if (condition) return this.#alone(condition);
        throw unreadable(
          head?.at ?? expression.at,
          `expected one of ${OPERATORS}, found ${shownExpression(head)}`,
        );
      }
    }
  }

  /** Comparisons beside a set are about its members; comparisons beside comparisons are about the same members. */
  #and(expression: ListExpression, rest: readonly SExpression[]): Program {
    const conditions: Condition[] = [];
    const sets: Program[] = [];
    for (const each of atLeastTwo(expression, rest)) {
      const condition = this.#conditions(each);
      if (condition) conditions.push(...condition);
      else sets.push(this.set(each));
    }
    const [first] = conditions;
    const [set, ...others] = sets;
    if (set === undefined) {
      if (first === undefined) throw unreadable(expression.at, "AND has no operands");
      return filtered(this.#domain(first), conditions);
    }
    return filtered(
      others.reduce((left, right) => ({ op: "intersection", left, right }), set),
      conditions,
    );
  }

  /** Undefined where the expression is a set and not made of comparisons only. */
  #conditions(expression: SExpression): readonly Condition[] | undefined {
    if (expression.kind !== "list") return undefined;
    const [head, ...rest] = expression.items;
    if (head?.kind !== "symbol") return undefined;
    if (head.text.toUpperCase() !== "AND") {
      const condition = readCondition(expression, this.#names);
      return condition && [condition];
    }
    const inner = rest.map((each) => this.#conditions(each));
    return inner.length > 0 && inner.every((each) => each !== undefined) ? inner.flat() : undefined;
  }

  #alone(condition: Condition): Program {
    return filtered(this.#domain(condition), [condition]);
  }

  #domain({ attribute: [step], at }: Condition): Program {
    const domain = step === undefined || step.inverse ? undefined : this.#domainOf(step.predicate);
    if (domain !== undefined) return { op: "instances", class: domain };
    throw unreadable(at, "a comparison stands beside the set it is about: (AND set (lt attribute value))");
  }

  #atom(atom: Atom): Program {
    const index = atom.kind === "symbol" ? /^#(\d{1,9})$/u.exec(atom.text)?.[1] : undefined;
    if (index !== undefined) return { op: "variable", index: Number(index) };
    const term = readTerm(atom, this.#names);
    return term.kind === "iri" && this.#isClass(term.value)
      ? { op: "instances", class: term.value }
      : { op: "terms", terms: [term] };
  }
}

function filtered(of: Program, conditions: readonly Condition[]): Program {
  return conditions.reduce<Program>(
    (set, { attribute, comparison, value }) => ({ op: "filter", of: set, attribute, comparison, value }),
    of,
  );
}

function exactly(
  list: ListExpression,
  given: readonly SExpression[],
  wanted: readonly string[],
): readonly SExpression[] {
  if (given.length === wanted.length) return given;
  throw unreadable(
    given[wanted.length]?.at ?? list.at,
    `${shownExpression(list)} takes ${wanted.join(" and ")}, found ${given.length} operands`,
  );
}

function atLeastTwo(list: ListExpression, given: readonly SExpression[]): readonly SExpression[] {
  if (given.length >= 2) return given;
  throw unreadable(list.at, `${shownExpression(list)} takes at least two sets, found ${given.length}`);
}

function atomOf(expression: SExpression | undefined, expected: string): Atom {
  if (expression !== undefined && expression.kind !== "list") return expression;
  throw unreadable(expression?.at ?? 0, `expected ${expected}, found ${shownExpression(expression)}`);
}
