import type { Program } from "../../program/program.ts";
import { DATE, NODE, NUMBER, TEXT, termsKind } from "../../term/comparable-value.ts";
import type { Term } from "../../term/term.ts";
import type { TermsKind } from "../../triple-store/triple-store.ts";
import {
  distinctPattern,
  group,
  indented,
  programPattern,
  type QueryScope,
  queryText,
  subSelect,
} from "../program-pattern.ts";

/** `?x` */
export function membersRows(program: Program, scope: QueryScope): Selection {
  return distinctRows(["?x"], programPattern(program, "?x", scope));
}

/** One row: `?size`, then the number of `?entities`, `?numbers`, `?dates` among the members. */
export function sizeRows(program: Program, scope: QueryScope): Selection {
  const set = subSelect("DISTINCT ?x", programPattern(program, "?x", scope));
  const kinds = kindTests("?x", scope).map(([name, test]) => [`SUM(${test})`, `?${name}`] as const);
  return groupedRows([], [["COUNT(?x)", "?size"], ...kinds], set);
}

/** `?class`, `?count`: classes of the members. */
export function classRows(program: Program, scope: QueryScope): Selection {
  const lines = [...distinctPattern(program, "?x", scope), ...typePattern("?x", "?class", scope)];
  return groupedRows(["?class"], [["COUNT(DISTINCT ?x)", "?count"]], lines);
}

/** One row: `?count`, the members that have a class. */
export function classedRows(program: Program, scope: QueryScope): Selection {
  const lines = [...distinctPattern(program, "?x", scope), ...typePattern("?x", "?class", scope)];
  return groupedRows([], [["COUNT(DISTINCT ?x)", "?count"]], lines);
}

/** `?x`, `?o`: nodes that lead to the values, and their values, joined by the engine's own equality. */
export function leadingRows(values: Program, predicate: string, scope: QueryScope): Selection {
  const edge = scope.iri(predicate);
  const lines = [`?x ${edge} ?n .`, `?x ${edge} ?o .`];
  return distinctRows(["?x", "?o"], [...distinctPattern(values, "?n", scope), ...lines]);
}

/** Binds stated classes; IRIs only. */
export function typePattern(variable: string, name: string, scope: QueryScope): readonly string[] {
  const { type } = scope.vocabulary;
  if (type.length === 0) return ["FILTER(false)"];
  return [`${variable} ${scope.either(type)} ${name} .`, `FILTER(isIRI(${name}) && !isBlank(${name}))`];
}

/** `?class`: the classes and all their subclasses. */
export function subclassRows(names: readonly string[], scope: QueryScope): Selection {
  return distinctRows(
    ["?class"],
    [
      scope.values("?above", names),
      `?class ${scope.either(scope.vocabulary.subclass)} ?above .`,
      "FILTER(isIRI(?class) && !isBlank(?class))",
    ],
  );
}

/** `?class`, `?above`: the stated superclasses of each class. */
export function superclassRows(names: readonly string[], scope: QueryScope): Selection {
  return distinctRows(
    ["?class", "?above"],
    [
      scope.values("?class", names),
      `?class ${scope.either(scope.vocabulary.subclass)} ?above .`,
      "FILTER(isIRI(?above) && !isBlank(?above) && ?above != ?class)",
    ],
  );
}

/** Whether a variable holds an entity, a number, a date or another literal: 0 or 1 each; errors count as 0. */
export function kindTests(
  variable: string,
  scope: QueryScope,
): readonly (readonly [name: string, test: string])[] {
  const is = (test: string): string => `IF(COALESCE(${test}, false), 1, 0)`;
  const entity = `(isIRI(${variable}) || isBlank(${variable}))`;
  const number = `(${scope.dialect.is("number", variable, false)})`;
  const date = `(${scope.dialect.is("date", variable, false)})`;
  return [
    ["entities", is(entity)],
    ["numbers", is(`isLiteral(${variable}) && ${number}`)],
    ["dates", is(`isLiteral(${variable}) && ${date}`)],
  ];
}

/** Kind of a set by the columns of `kindTests` (counts, or 0 and 1); `total` counts all terms. */
export function kindOf(total: number, columns: readonly number[]): TermsKind {
  const [entities = 0, numbers = 0, dates = 0] = columns;
  const texts = total - entities - numbers - dates;
  const bits = [NODE, NUMBER, DATE, TEXT].filter((_, at) => ([entities, numbers, dates, texts][at] ?? 0) > 0);
  return termsKind(total === 0 ? 0 : bits.reduce((sum, bit) => sum | bit, 0));
}

/** A count or a flag in an answer. */
export function numberIn(term: Term | undefined): number {
  return term?.kind === "literal" ? Number(term.value) || 0 : 0;
}

/** A SELECT without order and limit; the base of queries for all rows, their number, or a page. */
export interface Selection {
  /** With `?`. */
  readonly variables: readonly string[];
  readonly lines: readonly string[];
}

/** Distinct rows of the variables. */
export function distinctRows(variables: readonly string[], lines: readonly string[]): Selection {
  return { variables, lines: group(lines, `SELECT DISTINCT ${variables.join(" ")} WHERE`) };
}

/** One row per group; aggregates are written `(COUNT(…) AS ?n)`. */
export function groupedRows(
  by: readonly string[],
  aggregates: readonly (readonly [expression: string, variable: string])[],
  lines: readonly string[],
): Selection {
  const projected = [...by, ...aggregates.map(([expression, variable]) => `(${expression} AS ${variable})`)];
  return {
    variables: [...by, ...aggregates.map(([, variable]) => variable)],
    lines: [
      ...group(lines, `SELECT ${projected.join(" ")} WHERE`),
      ...(by.length === 0 ? [] : [`GROUP BY ${by.join(" ")}`]),
    ],
  };
}

export function allRows({ lines }: Selection, limit?: number): string {
  return queryText([...lines, ...(limit === undefined ? [] : [`LIMIT ${limit}`])]);
}

export function numberOfRows({ lines }: Selection): string {
  return queryText(group(group(lines), "SELECT (COUNT(*) AS ?rows) WHERE"));
}

/** A page of ordered rows. The order is in a sub-select, because some engines refuse to sort more rows than they return. */
export function pageOfRows({ variables, lines }: Selection, offset: number, limit: number): string {
  const names = variables.join(" ");
  return queryText([
    `SELECT ${names} WHERE {`,
    ...indented(group([...lines, `ORDER BY ${names}`])),
    "}",
    `OFFSET ${offset}`,
    `LIMIT ${limit}`,
  ]);
}
