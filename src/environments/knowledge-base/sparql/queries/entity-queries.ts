import type { Term } from "../../term/term.ts";
import { distinctPattern } from "../program-pattern.ts";
import type { QueryScope } from "../query-scope.ts";
import { visible } from "./edge-shape.ts";
import { distinctRows, groupedRows, type Selection } from "./selection.ts";

const listed = (variable: string, iris: readonly string[], scope: QueryScope): string =>
  `VALUES ${variable} { ${iris.map(scope.iri).join(" ")} }`;

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
      `FILTER(?p IN (${label.map(scope.iri).join(", ")}))`,
      `FILTER(isLiteral(?l)${preferred && tests.length > 0 ? ` && (${tests.join(" || ")})` : ""})`,
    ],
  );
}

/** `?x`, `?p`, `?total`: how much is said of each node. */
export function factCountRows(nodes: readonly Term[], scope: QueryScope): Selection {
  return groupedRows(
    ["?x", "?p"],
    [["COUNT(DISTINCT ?o)", "?total"]],
    [...nodesPattern(nodes, scope), "?x ?p ?o .", ...visible("?p", scope)],
  );
}

/** `?x`, `?p`, `?o`: all that is said with these predicates. */
export function factRows(
  nodes: readonly Term[],
  predicates: readonly string[],
  scope: QueryScope,
): Selection {
  return distinctRows(
    ["?x", "?p", "?o"],
    [...nodesPattern(nodes, scope), listed("?p", predicates, scope), "?x ?p ?o ."],
  );
}

/** `?o`: values of one predicate of one node. */
export function valuesOfRows(node: Term, predicate: string, scope: QueryScope): Selection {
  return distinctRows(
    ["?o"],
    scope.term(node).map((text) => `${text} ${scope.iri(predicate)} ?o .`),
  );
}

/** `?x`, if any node is of a class of both lists. */
export function meetingRows(a: readonly string[], b: readonly string[], scope: QueryScope): Selection {
  const { type } = scope.vocabulary;
  const predicate = type.length === 1 ? scope.iri(type[0] as string) : `(${type.map(scope.iri).join("|")})`;
  return distinctRows(
    ["?x"],
    [listed("?a", a, scope), listed("?b", b, scope), `?x ${predicate} ?a .`, `?x ${predicate} ?b .`],
  );
}

/** Whether the node in the variable is a class: something is an instance of it, or it stands in a subclass triple. */
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
