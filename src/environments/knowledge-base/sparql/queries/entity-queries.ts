import type { Step } from "../../program/program.ts";
import { isNode, type Term } from "../../term/term.ts";
import { distinctPattern, group, type QueryScope, queryText, subSelect } from "../program-pattern.ts";

import { visible } from "./relation-queries.ts";
import { distinctRows, groupedRows, kindTests, type Selection, typePattern } from "./set-queries.ts";

/** One row: `?count`. */
export const tripleRows = (): Selection => groupedRows([], [["COUNT(*)", "?count"]], ["?s ?p ?o ."]);

/** One row: `?count`, the nodes that are subjects of triples. */
export const entityRows = (): Selection =>
  groupedRows([], [["COUNT(DISTINCT ?s)", "?count"]], ["?s ?p ?o .", "FILTER(isIRI(?s) || isBlank(?s))"]);

/** `?class`, `?count`. With a sample, of only that many type triples. */
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

const nodesPattern = (nodes: readonly Term[], scope: QueryScope): readonly string[] =>
  distinctPattern({ op: "terms", terms: nodes }, "?x", scope);

/** `?x`, `?p`, `?l`: labels of nodes; with `preferred` only those in a language of the vocabulary. */
export function labelRows(nodes: readonly Term[], preferred: boolean, scope: QueryScope): Selection {
  const { label, languages } = scope.vocabulary;
  const tests = languages.map((tag) =>
    tag === "" ? 'LANG(?l) = ""' : `LANGMATCHES(LANG(?l), ${JSON.stringify(tag)})`,
  );
  return distinctRows(
    ["?x", "?p", "?l"],
    [
      ...nodesPattern(nodes, scope),
      "?x ?p ?l .",
      `FILTER(?p IN (${scope.list(label)}))`,
      `FILTER(isLiteral(?l)${preferred && tests.length > 0 ? ` && (${tests.join(" || ")})` : ""})`,
    ],
  );
}

/** `?x`, `?p`, `?total`: number of facts per node and predicate. */
export function factCountRows(nodes: readonly Term[], scope: QueryScope): Selection {
  return groupedRows(
    ["?x", "?p"],
    [["COUNT(DISTINCT ?o)", "?total"]],
    [...nodesPattern(nodes, scope), "?x ?p ?o .", ...visible("?p", scope)],
  );
}

/** `?x`, `?p`, `?o`: all facts of the nodes with these predicates. */
export function factRows(
  nodes: readonly Term[],
  predicates: readonly string[],
  scope: QueryScope,
): Selection {
  return distinctRows(
    ["?x", "?p", "?o"],
    [...nodesPattern(nodes, scope), scope.values("?p", predicates), "?x ?p ?o ."],
  );
}

/** `?o`: values of one predicate of one node. */
export function valuesOfRows(node: Term, predicate: string, scope: QueryScope): Selection {
  return distinctRows(
    ["?o"],
    scope.term(node).map((text) => `${text} ${scope.iri(predicate)} ?o .`),
  );
}

/** Whether the node in the variable is a class: it has an instance, or occurs in a subclass triple. */
export function isClass(node: string, scope: QueryScope): string {
  const { type, subclass } = scope.vocabulary;
  const tests = [
    ...type.map((each) => `EXISTS { ${scope.fresh("i")} ${scope.iri(each)} ${node} }`),
    ...subclass.flatMap((each) => [
      `EXISTS { ${node} ${scope.iri(each)} ${scope.fresh("c")} }`,
      `EXISTS { ${scope.fresh("c")} ${scope.iri(each)} ${node} }`,
    ]),
  ];
  return tests.length === 0 ? "false" : `(${tests.join(" || ")})`;
}

/** All combinations of directions for chains of a length; true is inverse. */
export function directionsOf(length: number): readonly (readonly boolean[])[] {
  return length === 0
    ? [[]]
    : directionsOf(length - 1).flatMap((each) => [
        [...each, false],
        [...each, true],
      ]);
}

/** The first chains of these directions between two nodes, in the order of predicate and node, link by link: `?p1`, `?n1`, `?p2`, … */
export function wayQuery(
  from: Term,
  to: Term,
  directions: readonly boolean[],
  most: number,
  scope: QueryScope,
): string {
  const node = (at: number): string =>
    at === 0
      ? (scope.term(from)[0] as string)
      : at === directions.length
        ? (scope.term(to)[0] as string)
        : `?n${at}`;
  const lines = directions.flatMap((inverse, at) => {
    const [start, end] = inverse ? [node(at + 1), node(at)] : [node(at), node(at + 1)];
    const isInner = at + 1 < directions.length;
    return [
      `${start} ?p${at + 1} ${end} .`,
      ...visible(`?p${at + 1}`, scope),
      ...(isInner ? [`FILTER(!isLiteral(?n${at + 1}))`] : []),
    ];
  });
  const columns = directions.flatMap((_, at) =>
    at + 1 < directions.length ? [`?p${at + 1}`, `?n${at + 1}`] : [`?p${at + 1}`],
  );
  // The order of N-Triples texts: IRIs before blank nodes; with the closing ">" because it takes part in the comparison.
  const order = columns.flatMap((name) =>
    name.startsWith("?p") ? [`STR(${name})`] : [`isBlank(${name})`, `CONCAT(STR(${name}), ">")`],
  );
  const keys = order.map((_, at) => `?k${at}`);
  const binds = order.map((expression, at) => `BIND(${expression} AS ?k${at})`);
  return queryText([
    ...group([...lines, ...binds], `SELECT DISTINCT ${[...columns, ...keys].join(" ")} WHERE`),
    `ORDER BY ${keys.join(" ")}`,
    `LIMIT ${most}`,
  ]);
}

/** A row of `wayQuery` as a chain. */
export function wayOf(
  row: readonly (Term | undefined)[],
  to: Term,
  directions: readonly boolean[],
): readonly { readonly step: Step; readonly node: Term }[] | undefined {
  const chain = directions.flatMap((inverse, at) => {
    const predicate = row[at * 2];
    const node = at + 1 < directions.length ? row[at * 2 + 1] : to;
    return predicate?.kind === "iri" && node !== undefined && isNode(node)
      ? [{ step: { predicate: predicate.value, inverse }, node }]
      : [];
  });
  return chain.length === directions.length ? chain : undefined;
}
