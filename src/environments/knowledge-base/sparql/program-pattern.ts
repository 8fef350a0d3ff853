import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Program } from "../program/program.ts";
import type { Term } from "../term/term.ts";
import { filterCondition } from "./filter-condition.ts";
import type { QueryScope } from "./query-scope.ts";
import { group, subSelect } from "./query-text.ts";
import { pathPattern, stepPattern } from "./step-pattern.ts";
import { superlativePattern } from "./superlative-pattern.ts";

/** Terms that a difference excludes one by one. */
const MOST_EXCLUDED = 200;

/**
 * Lines of a group that bind `variable` to the members of the program (not always once: callers take them DISTINCT). The group may be joined with
 * triple patterns and sub-selects.
 *
 * @throws TripleStoreError `unsupported` for terms that cannot stand in a query, `too-large` for more terms than the engine takes
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
      return superlativePattern(program, variable, scope, distinctPattern);
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

/** Triple patterns as they are; anything else as a sub-select, so that what it binds and filters stays within. */
export function distinctPattern(program: Program, variable: string, scope: QueryScope): readonly string[] {
  return isPlain(program) && !(scope.dialect.listsApart && isListOfBlanks(program))
    ? programPattern(program, variable, scope)
    : subSelect(`DISTINCT ${variable}`, standalone(program, variable, scope));
}

/** Chains of two steps are joined as they are; longer ones would multiply by all ways to come to a node. */
function isPlain(program: Program): boolean {
  if (program.op === "instances" || program.op === "terms") return true;
  if (program.op === "follow") return program.from.op === "terms" && program.from.terms.length === 1;
  return program.op === "intersection" && isPlain(program.left) && isPlain(program.right);
}

function isListOfBlanks(program: Program): boolean {
  return program.op === "terms" && program.terms.length > 0 && program.terms.every(isBlank);
}

const isBlank = ({ kind }: Term): boolean => kind === "blank";

/** For a group of its own: a list of values alone in a branch of UNION or MINUS is lost on Virtuoso. */
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
  const alternatives = (predicates: readonly string[]): string => {
    const written = predicates.map(scope.iri).join("|");
    return predicates.length > 1 ? `(${written})` : written;
  };
  if (type.length === 0) return [`VALUES ${variable} { }`];
  const types = alternatives(type);
  const known = scope.subclasses(name);
  if (subclass.length === 0 || known?.length === 1) return [`${variable} ${types} ${scope.iri(name)} .`];
  if (known === undefined) return [`${variable} ${types}/${alternatives(subclass)}* ${scope.iri(name)} .`];
  const below = scope.fresh("class");
  return [`VALUES ${below} { ${known.map(scope.iri).join(" ")} }`, `${variable} ${types} ${below} .`];
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

/** Entities are told apart by `=`; values would be compared, and an error would lose the member. */
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
