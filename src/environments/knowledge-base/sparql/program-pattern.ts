import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Program, Step } from "../program/program.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { literal, type Term, termText, XSD } from "../term/term.ts";
import { createNames } from "../vocabulary/names.ts";
import { declaredKind, type Vocabulary } from "../vocabulary/vocabulary.ts";
import {
  type SparqlDialect,
  STANDARD_DIALECT,
  termSparql,
  type ValueKind,
  writtenIri,
} from "./sparql-dialect.ts";

/** The lines, indented by two spaces. */
export const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** `{ … }` around the lines; a keyword may precede it. */
export const group = (lines: readonly string[], before = ""): readonly string[] => [
  before === "" ? "{" : `${before} {`,
  ...indented(lines),
  "}",
];

/** A sub-select as a group. */
export const subSelect = (
  projection: string,
  lines: readonly string[],
  after: readonly string[] = [],
): readonly string[] => group([...group(lines, `SELECT ${projection} WHERE`), ...after]);

const XSD_PREFIX = `PREFIX xsd: <${XSD}>`;

/** A whole query, with `xsd:` declared if used. */
export function queryText(lines: readonly string[]): string {
  const text = lines.join("\n");
  return /\bxsd:/u.test(text) ? `${XSD_PREFIX}\n${text}` : text;
}

interface QueryOptions {
  readonly dialect?: SparqlDialect;
  /** How IRIs are written; `<…>` otherwise. */
  readonly iri?: (iri: string) => string;
  /** The class itself and all its subclasses, if known: they are then listed instead of a property path. */
  readonly subclasses?: (name: string) => readonly string[] | undefined;
}

type Superlative = Extract<Program, { readonly op: "argmax" | "argmin" }>;

/** A property path of any of the predicates, given in SPARQL notation. */
export const eitherOf = (written: readonly string[]): string =>
  written.length === 1 ? (written[0] as string) : `(${written.join("|")})`;

/** Shared by the parts of one query: used variables, notation of terms, vocabulary. */
export class QueryScope {
  readonly vocabulary: Vocabulary;
  readonly dialect: SparqlDialect;
  readonly iri: (iri: string) => string;
  readonly subclasses: (name: string) => readonly string[] | undefined;
  #variables = 0;

  constructor(vocabulary: Vocabulary, options: QueryOptions = {}) {
    this.vocabulary = vocabulary;
    this.dialect = options.dialect ?? STANDARD_DIALECT;
    this.iri = options.iri ?? writtenIri;
    this.subclasses = options.subclasses ?? (() => undefined);
  }

  /** The IRIs, separated by commas. */
  list(iris: Iterable<string>): string {
    return Array.from(iris, this.iri).join(", ");
  }

  /** A property path of any of the predicates. */
  either(predicates: readonly string[]): string {
    return eitherOf(predicates.map(this.iri));
  }

  values(variable: string, iris: readonly string[]): string {
    return `VALUES ${variable} { ${iris.map(this.iri).join(" ")} }`;
  }

  /** A variable unique in the query: `?n1`, `?n2`, …; names that parts choose themselves do not end in a digit. */
  fresh(letter = "n"): string {
    this.#variables++;
    return `?${letter}${this.#variables}`;
  }

  /** @throws TripleStoreError `unsupported` */
  term(term: Term): readonly string[] {
    return term.kind === "iri" ? [this.iri(term.value)] : termSparql(term, this.dialect);
  }
}

/** A local part that needs no escapes in SPARQL. Oxigraph splits local parts with more than one dot. */
const LOCAL = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)?$/u;

/**
 * The program as a query for users and for any SPARQL 1.1 engine: `SELECT DISTINCT ?x`, prefixes declared. The answers are the members of the
 * program.
 *
 * @throws TripleStoreError `unsupported` for blank nodes among its terms
 */
export function programSparql(
  program: Program,
  vocabulary: Vocabulary,
  options: Pick<QueryOptions, "dialect" | "subclasses"> = {},
): string {
  const names = createNames(vocabulary);
  const used = new Map<string, string>();
  const iri = (full: string): string => {
    const short = names.short(full);
    const colon = short.indexOf(":");
    const prefix = colon < 0 ? "" : short.slice(0, colon);
    const local = short.slice(colon + 1);
    const namespace = vocabulary.prefixes[prefix];
    // `xsd` always means the XML Schema types in our queries.
    if (short.startsWith("<") || namespace === undefined || prefix === "xsd" || !LOCAL.test(local))
      return writtenIri(full);
    used.set(prefix, namespace);
    return `${prefix}:${local}`;
  };
  const scope = new QueryScope(vocabulary, { ...options, iri });
  const lines = group(programPattern(program, "?x", scope), "SELECT DISTINCT ?x WHERE");
  const prefixes = [...used].sort().map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`);
  const text = queryText(lines);
  return [...prefixes, text].join("\n");
}

/** Terms that a difference excludes one by one. */
const MOST_EXCLUDED = 200;

/**
 * Lines of a group that bind `variable` to the members of the program (not always once: callers take them DISTINCT). The group may be joined with
 * triple patterns and sub-selects.
 *
 * @throws TripleStoreError `unsupported` for terms that a query cannot name, `too-large` for more terms than the engine accepts
 */
export function programPattern(program: Program, variable: string, scope: QueryScope): readonly string[] {
  switch (program.op) {
    case "terms":
      return termsPattern(program, variable, scope);
    case "instances":
      return instancesPattern(program.class, variable, scope);
    case "follow": {
      const [start, ...others] = program.from.op === "terms" ? program.from.terms : [];
      if (start?.kind === "iri" && others.length === 0)
        return [stepPattern(scope.iri(start.value), program.step, variable, scope)];
      const from = scope.fresh();
      return [
        ...distinctPattern(program.from, from, scope),
        stepPattern(from, program.step, variable, scope),
      ];
    }
    case "intersection":
      return [program.left, program.right].flatMap((side) => distinctPattern(side, variable, scope));
    case "union":
      return [
        ...group(standalone(program.left, variable, scope)),
        "UNION",
        ...group(standalone(program.right, variable, scope)),
      ];
    case "difference":
      return differencePattern(program.left, program.right, variable, scope);
    case "argmax":
    case "argmin":
      return superlativePattern(program, variable, scope);
    case "filter": {
      const { lines, end } = pathPattern(variable, program.attribute, scope);
      return [
        ...distinctPattern(program.of, variable, scope),
        ...lines,
        `FILTER(${filterCondition(program, end, scope)})`,
      ];
    }
    case "count": {
      const counted = scope.fresh();
      return subSelect(
        `(COUNT(DISTINCT ${counted}) AS ${variable})`,
        distinctPattern(program.of, counted, scope),
      );
    }
    case "variable":
    case "imported":
      throw new FuxiError("internal", `A store was given a program with "${program.op}".`);
  }
}

/** Plain triple patterns unchanged; other patterns as a sub-select, so that their bindings and filters stay inside. */
export function distinctPattern(program: Program, variable: string, scope: QueryScope): readonly string[] {
  return isPlain(program) && !(scope.dialect.listsApart && isListOfBlanks(program))
    ? programPattern(program, variable, scope)
    : subSelect(`DISTINCT ${variable}`, standalone(program, variable, scope));
}

/** Chains of up to two steps are joined directly; longer ones would repeat each node for every path to it. */
function isPlain(program: Program): boolean {
  if (program.op === "instances" || program.op === "terms") return true;
  if (program.op === "follow") return program.from.op === "terms" && program.from.terms.length === 1;
  return program.op === "intersection" && isPlain(program.left) && isPlain(program.right);
}

function isListOfBlanks(program: Program): boolean {
  return program.op === "terms" && program.terms.length > 0 && program.terms.every(isBlank);
}

const isBlank = ({ kind }: Term): boolean => kind === "blank";

/** Lines for a separate group: Virtuoso loses a list of values alone in a branch of UNION or MINUS. */
function standalone(program: Program, variable: string, scope: QueryScope): readonly string[] {
  const lines = programPattern(program, variable, scope);
  return program.op === "terms" ? [`SELECT ${variable} WHERE { ${lines.join(" ")} }`] : lines;
}

function termsPattern(
  { terms }: Extract<Program, { op: "terms" }>,
  variable: string,
  scope: QueryScope,
): readonly string[] {
  return [`VALUES ${variable} { ${terms.flatMap((term) => scope.term(term)).join(" ")} }`];
}

function instancesPattern(name: string, variable: string, scope: QueryScope): readonly string[] {
  const { type, subclass } = scope.vocabulary;
  if (type.length === 0) return [`VALUES ${variable} { }`];
  const types = scope.either(type);
  const known = scope.subclasses(name);
  if (subclass.length === 0 || known?.length === 1) return [`${variable} ${types} ${scope.iri(name)} .`];
  if (known === undefined) return [`${variable} ${types}/${scope.either(subclass)}* ${scope.iri(name)} .`];
  const below = scope.fresh("class");
  return [scope.values(below, known), `${variable} ${types} ${below} .`];
}

function differencePattern(
  left: Program,
  right: Program,
  variable: string,
  scope: QueryScope,
): readonly string[] {
  const from = distinctPattern(left, variable, scope);
  if (right.op === "terms" && right.terms.length <= MOST_EXCLUDED)
    return [...from, ...exclusions(right.terms, variable, scope)];
  const inner = standalone(right, variable, scope);
  return [...from, ...(isPlain(right) ? group(inner, "FILTER NOT EXISTS") : group(inner, "MINUS"))];
}

/** Excludes IRIs by `!=` and other terms by `isTerm`: `!=` would compare values, and an error would lose the member. */
function exclusions(terms: readonly Term[], variable: string, scope: QueryScope): readonly string[] {
  const nodes = terms.filter((term) => term.kind === "iri").flatMap((term) => scope.term(term));
  const others = terms
    .filter((term) => term.kind !== "iri")
    .flatMap((term) => scope.term(term).map((written) => scope.dialect.isTerm(variable, term, written)));
  return [
    ...(nodes.length === 1 ? [`FILTER(${variable} != ${nodes[0]})`] : []),
    ...(nodes.length > 1 ? [`FILTER(${variable} NOT IN (${nodes.join(", ")}))`] : []),
    ...others.map((test) => `FILTER(!COALESCE(${test}, false))`),
  ];
}

type Filter = Extract<Program, { readonly op: "filter" }>;

/**
 * Whether the value in the variable satisfies the filter: by value if both are numbers or both are dates; otherwise `=` and `!=` compare
 * terms, and other comparisons are false.
 */
function filterCondition(filter: Filter, variable: string, scope: QueryScope): string {
  const { comparison, value } = filter;
  if (comparison === "contains") return containsText(value, variable);
  const comparable = comparableValue(value);
  if (comparable === undefined) {
    const same = sameTerm(value, variable, scope);
    return comparison === "=" ? same : comparison === "!=" ? `!(${same})` : "false";
  }
  const { is, key } = valueTests(comparable.kind, variable, filter.attribute, scope);
  const written =
    comparable.kind === "number"
      ? scope.dialect.number(comparable.number)
      : termText(literal(comparable.text));
  return comparison === "!="
    ? `IF(${is}, ${key} != ${written}, true)`
    : `IF(${is}, ${key} ${comparison} ${written}, false)`;
}

function containsText(value: Term, variable: string): string {
  if (value.kind !== "literal") return "false";
  return `isLiteral(${variable}) && CONTAINS(LCASE(STR(${variable})), ${termText(literal(value.value.toLowerCase()))})`;
}

/** Compares terms. `=` would compare values, and fail if an engine does not know the datatype. */
function sameTerm(term: Term, variable: string, scope: QueryScope): string {
  if (term.kind === "blank") scope.term(term);
  return scope
    .term(term)
    .map((written) => `(${scope.dialect.isTerm(variable, term, written)})`)
    .join(" || ");
}

/**
 * Members whose value equals the greatest (least), which a sub-select finds: ties are kept. Numbers win over dates: the branch for dates is empty
 * if there is any number.
 */
function superlativePattern(program: Superlative, variable: string, scope: QueryScope): readonly string[] {
  const valued = (kind: ValueKind, member: string) => {
    const of = distinctPattern(program.of, member, scope);
    const { lines, end } = pathPattern(member, program.attribute, scope);
    const { is, key } = valueTests(kind, end, program.attribute, scope);
    return { lines: [...of, ...lines, `FILTER(${is})`], key };
  };
  const branch = (kind: ValueKind): readonly string[] => {
    const best = scope.fresh("best");
    const inner = valued(kind, scope.fresh());
    const outer = valued(kind, variable);
    const aggregate = program.op === "argmax" ? "MAX" : "MIN";
    return [
      ...subSelect(`(${aggregate}(${inner.key}) AS ${best})`, inner.lines),
      ...outer.lines,
      `FILTER(${outer.key} = ${best})`,
    ];
  };
  const numbers = branch("number");
  const count = scope.fresh("numbers");
  const noNumbers = [
    ...subSelect(`(COUNT(*) AS ${count})`, valued("number", scope.fresh()).lines),
    `FILTER(${count} = 0)`,
  ];
  return [...group(numbers), "UNION", ...group([...noNumbers, ...branch("date")])];
}

/** One triple pattern; `from` is where the step begins. */
function stepPattern(from: string, step: Step, to: string, scope: QueryScope): string {
  const predicate = scope.iri(step.predicate);
  return step.inverse ? `${to} ${predicate} ${from} .` : `${from} ${predicate} ${to} .`;
}

/** Triple patterns of a chain of steps, and the variable at its end (`from` itself without steps). */
function pathPattern(
  from: string,
  path: readonly Step[],
  scope: QueryScope,
): { readonly lines: readonly string[]; readonly end: string } {
  const lines: string[] = [];
  let at = from;
  for (const [place, step] of path.entries()) {
    const next = scope.fresh(place === path.length - 1 ? "v" : "n");
    lines.push(stepPattern(at, step, next, scope));
    at = next;
  }
  return { lines, end: at };
}

/** Expressions at the end of the path: whether the variable holds a value of the kind, and the key by which it is compared. */
function valueTests(
  kind: ValueKind,
  variable: string,
  path: readonly Step[],
  scope: QueryScope,
): { readonly is: string; readonly key: string } {
  const declared = declaredKind(path.at(-1), scope.vocabulary) === kind;
  return { is: scope.dialect.is(kind, variable, declared), key: scope.dialect.key(kind, variable) };
}
