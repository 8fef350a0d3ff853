import type { QueryScope } from "../query-scope.ts";
import { subSelect } from "../query-text.ts";
import { visible } from "./edge-shape.ts";
import { kindTests } from "./kind-columns.ts";
import { groupedRows, type Selection } from "./selection.ts";
import { typePattern } from "./set-queries.ts";

/** One row: `?count`. */
export const tripleRows = (): Selection => groupedRows([], [["COUNT(*)", "?count"]], ["?s ?p ?o ."]);

/** One row: `?count`, the nodes of which something is said. */
export const entityRows = (): Selection =>
  groupedRows([], [["COUNT(DISTINCT ?s)", "?count"]], ["?s ?p ?o .", "FILTER(isIRI(?s) || isBlank(?s))"]);

/** `?class`, `?count`. With a sample, of so many type triples only. */
export function allClassRows(scope: QueryScope, sample?: number): Selection {
  const lines = typePattern("?s", "?class", scope);
  return groupedRows(["?class"], [["COUNT(DISTINCT ?s)", "?count"]], sampled(lines, "?s ?class", sample));
}

/** `?p`, `?triples`, then how many objects are entities, numbers, dates. */
export function allPredicateRows(scope: QueryScope, sample?: number): Selection {
  const kinds = kindTests("?o", scope).map(([name, test]) => [`SUM(${test})`, `?${name}`] as const);
  const lines = ["?s ?p ?o .", ...visible("?p", scope)];
  return groupedRows(["?p"], [["COUNT(*)", "?triples"], ...kinds], sampled(lines, "?s ?p ?o", sample));
}

/** `?p`, `?class`, `?count`: classes of subjects or objects, counted by triples. */
export function predicateClassRows(end: "?s" | "?o", scope: QueryScope, sample?: number): Selection {
  const lines = sampled(["?s ?p ?o .", ...visible("?p", scope)], "?s ?p ?o", sample);
  return groupedRows(
    ["?p", "?class"],
    [["COUNT(*)", "?count"]],
    [...lines, ...typePattern(end, "?class", scope)],
  );
}

function sampled(
  lines: readonly string[],
  projection: string,
  sample: number | undefined,
): readonly string[] {
  return sample === undefined ? lines : subSelect(projection, lines, [`LIMIT ${sample}`]);
}
