import { group, indented, queryText } from "../query-text.ts";

/** A SELECT without order and limit, from which the queries for all rows, their number and a page are made. */
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

/** Engines that do not sort more rows than they give take the order in a sub-select. */
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
