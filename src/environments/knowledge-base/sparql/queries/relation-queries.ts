import type { Program } from "../../program/program.ts";
import type { QueryScope, ValueKind } from "../query-scope.ts";
import { subSelect } from "../query-text.ts";
import { type EdgeShape, edgeLines, predicateVariables } from "./edge-shape.ts";
import { kindTests } from "./kind-columns.ts";
import { distinctRows, groupedRows, type Selection } from "./selection.ts";
import { typePattern } from "./set-queries.ts";

/** Predicates, `?members`, `?edges`, then how many of the edges end in an entity, a number, a date. */
export function relationRows(program: Program, shape: EdgeShape, scope: QueryScope): Selection {
  const kinds = kindTests("?y", scope).map(([name, test]) => [`SUM(${test})`, `?${name}`] as const);
  return groupedRows(
    predicateVariables(shape),
    [["COUNT(DISTINCT ?x)", "?members"], ["COUNT(*)", "?edges"], ...kinds],
    edgeLines(program, shape, scope),
  );
}

/** Predicates, `?class`, `?count`: classes of the distinct ends. */
export function endClassRows(program: Program, shape: EdgeShape, scope: QueryScope): Selection {
  return groupedRows(
    [...predicateVariables(shape), "?class"],
    [["COUNT(DISTINCT ?y)", "?count"]],
    [...edgeLines(program, shape, scope), ...typePattern("?y", "?class", scope)],
  );
}

/** Predicates and `?members` with a value of the kind. */
export function attributeRows(
  program: Program,
  shape: EdgeShape,
  kind: ValueKind,
  scope: QueryScope,
): Selection {
  const { lines } = valuedLines(program, shape, kind, scope);
  return groupedRows(predicateVariables(shape), [["COUNT(DISTINCT ?x)", "?members"]], lines);
}

/** Predicates and `?y`: the values that are least or greatest. */
export function extremeRows(
  program: Program,
  shape: EdgeShape,
  kind: ValueKind,
  scope: QueryScope,
): Selection {
  const predicates = predicateVariables(shape);
  const { lines, key } = valuedLines(program, shape, kind, scope);
  const extremes = subSelect(
    `${predicates.join(" ")} (MIN(${key}) AS ?least) (MAX(${key}) AS ?greatest)`,
    lines,
    [`GROUP BY ${predicates.join(" ")}`],
  );
  return distinctRows(
    [...predicates, "?y"],
    [...extremes, ...lines, `FILTER(${key} = ?least || ${key} = ?greatest)`],
  );
}

/** Edges that end in a value of the kind, plain text that is declared to be one included. */
function valuedLines(
  program: Program,
  shape: EdgeShape,
  kind: ValueKind,
  scope: QueryScope,
): { readonly lines: readonly string[]; readonly key: string } {
  const declared = Object.entries(scope.vocabulary.attributes).flatMap(([predicate, each]) =>
    each === kind ? [scope.iri(predicate)] : [],
  );
  const last = predicateVariables(shape).at(-1) as string;
  const { dialect } = scope;
  const test = (asText: boolean): string =>
    kind === "number" ? dialect.isNumber("?y", asText) : dialect.isDate("?y", asText);
  const key = kind === "number" ? dialect.numberKey("?y", declared.length > 0) : dialect.dateKey("?y");
  const is =
    declared.length === 0
      ? test(false)
      : `(${test(false)}) || (${last} IN (${declared.join(", ")}) && ${test(true)})`;
  return {
    lines: [...edgeLines(program, shape, scope, { literalEnds: true }), `FILTER(isLiteral(?y) && (${is}))`],
    key,
  };
}
