import type { Step } from "../../program/program.ts";
import { isNode, type Term } from "../../term/term.ts";
import type { QueryScope } from "../query-scope.ts";
import { group, queryText } from "../query-text.ts";
import { visible } from "./edge-shape.ts";

/** Directions of all chains of a length: true is against the edge. */
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
  // As texts of N-Triples: IRIs before blank nodes, a shorter IRI after one that goes on with a character before ">".
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
