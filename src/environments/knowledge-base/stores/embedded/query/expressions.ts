import type { Algebra } from "@traqula/algebra-transformations-1-1";
import {
  booleanTerm,
  integerTerm,
  iri,
  LANGUAGE_TEXT,
  type Literal,
  literal,
  type Term,
  termText,
  XSD,
} from "../../../term/term.ts";
import { storeError } from "../../../triple-store/triple-store-error.ts";

import { boundTerm, constantOf, type QueryContext, type Solution } from "./query-context.ts";
import {
  add,
  boundedText,
  boundLength,
  castTo,
  compareTerms,
  divide,
  effectiveBoolean,
  equalTerms,
  multiply,
  type NumericValue,
  numeric,
  numericTerm,
  subtract,
} from "./values.ts";

/** Takes evaluated arguments; undefined is an error. */
type SparqlFunction = (values: readonly Term[]) => Term | undefined;

/**
 * The value of an expression in a solution; undefined is an error, such as an unbound variable.
 *
 * @throws TripleStoreError `unsupported` for unknown functions
 */
export function evaluateExpression(
  expression: Algebra.Expression,
  solution: Solution,
  context: QueryContext,
): Term | undefined {
  switch (expression.subType) {
    case "term": {
      const { term } = expression;
      return term.termType === "Variable" ? boundTerm(context, term.value, solution) : constantOf(term);
    }
    case "operator":
      return evaluateOperator(expression, solution, context);
    case "named": {
      const [argument] = expression.args.map((each) => evaluateExpression(each, solution, context));
      return argument === undefined ? undefined : castTo(expression.name.value, argument);
    }
    case "existence": {
      const [first] = context.evaluate(expression.input, solution);
      return booleanTerm((first !== undefined) !== expression.not);
    }
    default:
      return undefined;
  }
}

function evaluateOperator(
  { operator, args }: Algebra.OperatorExpression,
  solution: Solution,
  context: QueryContext,
): Term | undefined {
  const value = (at: number): Term | undefined => {
    const argument = args[at];
    return argument === undefined ? undefined : evaluateExpression(argument, solution, context);
  };
  switch (operator) {
    case "&&":
      return truthTerm(not(anyOf(args, (at) => not(effectiveBoolean(value(at))))));
    case "||":
      return truthTerm(anyOf(args, (at) => effectiveBoolean(value(at))));
    case "bound":
      return booleanTerm(value(0) !== undefined);
    case "if": {
      const condition = effectiveBoolean(value(0));
      return condition === undefined ? undefined : value(condition ? 1 : 2);
    }
    case "coalesce":
      for (const at of args.keys()) {
        const found = value(at);
        if (found !== undefined) return found;
      }
      return undefined;
    case "in":
    case "notin": {
      const wanted = value(0);
      if (wanted === undefined) return undefined;
      const among = anyOf(args.slice(1), (at) => {
        const candidate = value(at + 1);
        return candidate && equalTerms(wanted, candidate);
      });
      return truthTerm(operator === "in" ? among : not(among));
    }
    default: {
      const run = functionNamed(operator);
      const values: Term[] = [];
      for (const at of args.keys()) {
        const each = value(at);
        if (each === undefined) return undefined;
        values.push(each);
      }
      return run(values);
    }
  }
}

/** Three-valued OR: an error counts only if no other side is true. */
function anyOf(sides: readonly unknown[], truthAt: (at: number) => boolean | undefined): boolean | undefined {
  let error = false;
  for (const at of sides.keys()) {
    const truth = truthAt(at);
    if (truth === true) return true;
    if (truth === undefined) error = true;
  }
  return error ? undefined : false;
}

const not = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? undefined : !truth);
const truthTerm = (truth: boolean | undefined): Term | undefined =>
  truth === undefined ? undefined : booleanTerm(truth);

/** @throws TripleStoreError `unsupported` */
function functionNamed(name: string): SparqlFunction {
  const found = FUNCTIONS[name.toLowerCase()];
  if (found !== undefined) return found;
  throw storeError("unsupported", `${name.toUpperCase()} is not known here.`);
}

type Combine = (a: NumericValue, b: NumericValue) => NumericValue | undefined;

const arithmetic =
  (combine: Combine): SparqlFunction =>
  ([a, b]) => {
    const [left, right] = [a && numeric(a), b && numeric(b)];
    const result = left && right && combine(left, right);
    return result && numericTerm(result);
  };

const rounded =
  (round: (number: number) => number): SparqlFunction =>
  ([value]) => {
    const known = value && numeric(value);
    return known && numericTerm({ ...known, number: round(known.number) });
  };

const ordered =
  (holds: (order: number) => boolean): SparqlFunction =>
  ([a, b]) => {
    const order = a && b && compareTerms(a, b);
    return order === undefined ? undefined : booleanTerm(holds(order));
  };

const equality =
  (wanted: boolean): SparqlFunction =>
  ([a, b]: readonly Term[]) => {
    const equal = a && b && equalTerms(a, b);
    return truthTerm(wanted ? equal : not(equal));
  };

/** Comparison and arithmetic. Unary `-` and `+` are parsed as `uminus` and `uplus`. */
const numberFunctions: Readonly<Record<string, SparqlFunction>> = {
  "=": equality(true),
  "!=": equality(false),
  "<": ordered((order) => order < 0),
  "<=": ordered((order) => order <= 0),
  ">": ordered((order) => order > 0),
  ">=": ordered((order) => order >= 0),
  "!": ([value]) => truthTerm(not(effectiveBoolean(value))),
  "+": arithmetic(add),
  "-": arithmetic(subtract),
  "*": arithmetic(multiply),
  "/": arithmetic(divide),
  uplus: rounded((number) => number),
  uminus: rounded((number) => -number),
  abs: rounded(Math.abs),
  ceil: rounded(Math.ceil),
  floor: rounded(Math.floor),
  round: rounded(Math.round),
};

const isKind =
  (...kinds: readonly Term["kind"][]): SparqlFunction =>
  ([term]) =>
    term && booleanTerm(kinds.includes(term.kind));

/** Functions that test or make terms. */
const termFunctions: Readonly<Record<string, SparqlFunction>> = {
  isiri: isKind("iri"),
  isuri: isKind("iri"),
  isblank: isKind("blank"),
  isliteral: isKind("literal"),
  isnumeric: ([term]) => term && booleanTerm(numeric(term) !== undefined),
  sameterm: ([a, b]) => a && b && booleanTerm(termText(a) === termText(b)),
  str: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? literal(term.value) : undefined),
  lang: ([term]) => (term?.kind === "literal" ? literal(term.language ?? "") : undefined),
  datatype: ([term]) =>
    term?.kind === "literal"
      ? iri(term.datatype ?? (term.language === undefined ? `${XSD}string` : LANGUAGE_TEXT))
      : undefined,
  iri: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? iri(term.value) : undefined),
  uri: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? iri(term.value) : undefined),
  langmatches: ([tag, range]) => {
    if (tag?.kind !== "literal" || range?.kind !== "literal") return undefined;
    const [own, wanted] = [tag.value.toLowerCase(), range.value.toLowerCase()];
    return booleanTerm(wanted === "*" ? own !== "" : own === wanted || own.startsWith(`${wanted}-`));
  },
};

const FORM =
  /^(-?\d{4,})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2}(?:\.\d+)?))?)?)?(Z|[+-]\d{2}:\d{2})?$/u;

function partsOf(term: Term | undefined): readonly (string | undefined)[] | undefined {
  if (term?.kind !== "literal" || term.datatype === undefined) return undefined;
  return FORM.exec(term.value) ?? undefined;
}

/** A part of a date. Parts that the value lacks (the hours of a day, the day of a year) are errors. */
const part =
  (at: number, type: "integer" | "decimal" = "integer"): SparqlFunction =>
  ([term]) => {
    const text = partsOf(term)?.[at];
    return text === undefined ? undefined : numericTerm({ number: Number(text), type });
  };

const dateFunctions: Readonly<Record<string, SparqlFunction>> = {
  year: part(1),
  month: part(2),
  day: part(3),
  hours: part(4),
  minutes: part(5),
  seconds: part(6, "decimal"),
};

/** Text with or without a language; undefined for anything else. */
function textOf(term: Term | undefined): Literal | undefined {
  return term?.kind === "literal" && term.datatype === undefined ? term : undefined;
}

const sameLanguage = (text: Literal, value: string): Literal => ({ ...text, value });

const changed =
  (change: (text: string) => string): SparqlFunction =>
  ([term]) => {
    const text = textOf(term);
    return text && sameLanguage(text, change(text.value));
  };

const tested =
  (test: (text: string, part: string) => boolean): SparqlFunction =>
  ([term, other]) => {
    const [text, part] = [textOf(term), textOf(other)];
    return text && part && booleanTerm(test(text.value, part.value));
  };

/** Part of a text before or after another (STRBEFORE, STRAFTER); empty if the text does not contain it. */
const cutAt =
  (cut: (text: string, at: number, part: string) => string): SparqlFunction =>
  ([term, other]) => {
    const [text, part] = [textOf(term), textOf(other)];
    if (text === undefined || part === undefined) return undefined;
    const at = text.value.indexOf(part.value);
    return at < 0 ? literal("") : sameLanguage(text, cut(text.value, at, part.value));
  };

/** By code points, as the standard counts. */
const textFunctions: Readonly<Record<string, SparqlFunction>> = {
  strlen: ([term]) => {
    const text = textOf(term);
    return text && integerTerm([...text.value].length);
  },
  ucase: changed((text) => text.toUpperCase()),
  lcase: changed((text) => text.toLowerCase()),
  contains: tested((text, part) => text.includes(part)),
  strstarts: tested((text, part) => text.startsWith(part)),
  strends: tested((text, part) => text.endsWith(part)),
  strbefore: cutAt((text, at) => text.slice(0, at)),
  strafter: cutAt((text, at, { length }) => text.slice(at + length)),
  substr: ([term, start, length]) => {
    const text = textOf(term);
    const from = start && numeric(start)?.number;
    if (text === undefined || from === undefined) return undefined;
    const size = length === undefined ? Number.POSITIVE_INFINITY : numeric(length)?.number;
    if (size === undefined) return undefined;
    const first = Math.round(from);
    const letters = [...text.value].slice(Math.max(0, first - 1), Math.max(0, first - 1 + Math.round(size)));
    return sameLanguage(text, letters.join(""));
  },
  concat: (terms) => {
    const texts = terms.map((term) => textOf(term));
    if (texts.some((text) => text === undefined)) return undefined;
    const [language] = texts.map((text) => text?.language);
    const value = boundedText(texts.map((text) => text?.value).join(""));
    const shared = texts.length > 0 && texts.every((text) => text?.language === language);
    return shared && language !== undefined ? literal(value, { language }) : literal(value);
  },
  regex: ([term, pattern, flags]) => {
    const [text, source] = [textOf(term), textOf(pattern)];
    const expression = source && regularExpression(source.value, flags);
    if (text === undefined || expression === undefined) return undefined;
    return booleanTerm(expression.test(text.value));
  },
  replace: ([term, pattern, replacement, flags]) => {
    const [text, source, by] = [textOf(term), textOf(pattern), textOf(replacement)];
    const expression = source && regularExpression(source.value, flags, "g");
    if (text === undefined || expression === undefined || by === undefined) return undefined;
    const references = by.value.split("$").length - 1;
    // The JavaScript engine crashes on texts of a gigabyte.
    boundLength((text.value.length * (by.value.length + references + 1)) / MOST_PER_LENGTH);
    // SPARQL has no references to the text before or after a match.
    const written = by.value.replace(/\$(?=[`'])/gu, "$$$$");
    return sameLanguage(text, boundedText(text.value.replace(expression, written)));
  },
};

/** REPLACE is refused if its upper bound exceeds the longest text by this factor; its results are usually far shorter than the bound. */
const MOST_PER_LENGTH = 100;

/** Undefined if the pattern is invalid. */
function regularExpression(source: string, flags: Term | undefined, more = ""): RegExp | undefined {
  const given = flags?.kind === "literal" ? flags.value : "";
  const pattern = given.includes("q") ? source.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&") : source;
  const kept = [...new Set(given.replace(/[^ims]/gu, ""))].join("");
  try {
    return new RegExp(pattern, `u${kept}${more}`);
  } catch {
    return undefined;
  }
}

const FUNCTIONS: Readonly<Record<string, SparqlFunction>> = {
  ...numberFunctions,
  ...termFunctions,
  ...textFunctions,
  ...dateFunctions,
};
