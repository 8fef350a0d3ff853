import type { Pattern, SelectQuery, Triples } from "./query-tree.ts";

/** Variables that `SELECT *` means, in the order in which they come. */
export function variablesIn(patterns: readonly Pattern[]): readonly string[] {
  return [...new Set(patterns.flatMap(variablesOf))];
}

function variablesOf(pattern: Pattern): readonly string[] {
  if (pattern.type === "query") return projected(pattern);
  switch (pattern.subType) {
    case "bgp":
      return inTriples(pattern.triples);
    case "bind":
      return [pattern.variable.value];
    case "values":
      return pattern.variables.map(({ value }) => value);
    case "filter":
    case "minus":
      return [];
    default:
      return variablesIn(pattern.patterns as readonly Pattern[]);
  }
}

function projected({ variables, where }: SelectQuery): readonly string[] {
  return variables.flatMap((each) => {
    if (each.type === "wildcard") return variablesIn(where.patterns);
    return [each.type === "pattern" ? each.variable.value : each.value];
  });
}

function inTriples(triples: Triples): readonly string[] {
  return triples.flatMap((each) => {
    if (each.type === "tripleCollection") return inTriples(each.triples);
    return [each.subject, each.predicate, each.object].flatMap((part) => {
      if (part.type === "tripleCollection") return inTriples(part.triples);
      return part.type === "term" && part.subType === "variable" ? [part.value] : [];
    });
  });
}
