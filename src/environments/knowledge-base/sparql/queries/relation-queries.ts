import type { Program, Step } from "../../program/program.ts";
import type { Term } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { distinctPattern, type QueryScope, subSelect } from "../program-pattern.ts";
import type { ValueKind } from "../sparql-dialect.ts";

import { distinctRows, groupedRows, kindTests, type Selection, typePattern } from "./set-queries.ts";

/** Directions of the steps from a member: one step, or two with a mediator between them; true is inverse. */
export type EdgeShape = readonly [inverse: boolean] | readonly [first: boolean, second: boolean];

/** All shapes that relations of this vocabulary can have. */
export function edgeShapes({ mediators }: Vocabulary): readonly EdgeShape[] {
  const both = [false, true];
  const single: readonly EdgeShape[] = both.map((inverse) => [inverse] as const);
  const some = mediators.unlabelled || mediators.classes.length > 0 || mediators.prefixes.length > 0;
  return some
    ? [...single, ...both.flatMap((first) => both.map((second) => [first, second] as const))]
    : single;
}

/** Variables of the predicates along the shape. */
const predicateVariables = (shape: EdgeShape): readonly string[] =>
  ["?first", "?second"].slice(0, shape.length);

/** The steps of a row of predicates; undefined if one is unbound. */
export function stepsOf(
  shape: EdgeShape,
  predicates: readonly (Term | undefined)[],
): readonly Step[] | undefined {
  const steps = shape.flatMap((inverse, at): Step[] => {
    const predicate = predicates[at];
    return predicate?.kind === "iri" ? [{ predicate: predicate.value, inverse }] : [];
  });
  return steps.length === shape.length ? steps : undefined;
}

/** Binds `?x` to the members, `?first` (and `?second`) to visible predicates and `?y` to the end. */
function edgeLines(
  program: Program,
  shape: EdgeShape,
  scope: QueryScope,
  { literalEnds = false } = {},
): readonly string[] {
  const set = distinctPattern(program, "?x", scope);
  const [first, second] = shape;
  if (second === undefined) {
    const listed = literalEnds || edgeShapes(scope.vocabulary).length === 2;
    return [
      ...set,
      edge("?x", "?first", "?y", first),
      ...visible("?first", scope),
      ...(listed ? [] : [`FILTER(!${isMediator("?y", "?x", scope)})`]),
    ];
  }
  // A separate sub-select tests each mediator once, not for each of its further edges.
  const mediators = subSelect("DISTINCT ?x ?first ?m", [
    ...set,
    edge("?x", "?first", "?m", first),
    ...visible("?first", scope),
    `FILTER(${isMediator("?m", "?x", scope)})`,
  ]);
  return [
    ...mediators,
    edge("?m", "?second", "?y", second),
    ...visible("?second", scope),
    `FILTER(${scope.dialect.differ("?y", "?x")})`,
  ];
}

const edge = (from: string, predicate: string, to: string, inverse: boolean): string =>
  inverse ? `${to} ${predicate} ${from} .` : `${from} ${predicate} ${to} .`;

/** Filters that keep only visible predicates (see `hiddenPredicates`). */
export function visible(predicate: string, scope: QueryScope): readonly string[] {
  const { hidden } = scope.vocabulary;
  const whole = hidden.filter((each) => !each.endsWith("*"));
  const starts = hidden.filter((each) => each.endsWith("*")).map((each) => JSON.stringify(each.slice(0, -1)));
  return [
    ...(whole.length === 0 ? [] : [`FILTER(${predicate} NOT IN (${scope.list(whole)}))`]),
    ...starts.map((start) => `FILTER(!STRSTARTS(STR(${predicate}), ${start}))`),
  ];
}

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

/** Predicates and `?y`: the least and the greatest values. */
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

/** Edges that end in a value of the kind, including plain text declared as that kind. */
function valuedLines(
  program: Program,
  shape: EdgeShape,
  kind: ValueKind,
  scope: QueryScope,
): { readonly lines: readonly string[]; readonly key: string } {
  const { attributes } = scope.vocabulary;
  const declared = Object.keys(attributes).filter((predicate) => attributes[predicate] === kind);
  const last = predicateVariables(shape).at(-1) as string;
  const test = (asText: boolean): string => scope.dialect.is(kind, "?y", asText);
  const is =
    declared.length === 0
      ? test(false)
      : `(${test(false)}) || (${last} IN (${scope.list(declared)}) && ${test(true)})`;
  return {
    lines: [...edgeLines(program, shape, scope, { literalEnds: true }), `FILTER(isLiteral(?y) && (${is}))`],
    key: scope.dialect.key(kind, "?y"),
  };
}

/**
 * Whether the node in a variable is a mediator as seen from another term: by its class, by the beginning of its IRI, or as a node with facts but
 * without a label, next to a labelled node or a value (`Vocabulary.mediators`).
 */
function isMediator(node: string, from: string, scope: QueryScope): string {
  const { mediators, type } = scope.vocabulary;
  const tests: string[] = [];
  if (mediators.classes.length > 0 && type.length > 0) {
    const name = scope.fresh("c");
    tests.push(
      `EXISTS { ${node} ${scope.either(type)} ${name} . FILTER(${name} IN (${scope.list(mediators.classes)})) }`,
    );
  }
  for (const start of mediators.prefixes)
    tests.push(`(isIRI(${node}) && STRSTARTS(STR(${node}), ${JSON.stringify(start)}))`);
  if (mediators.unlabelled) {
    const [predicate, object] = [scope.fresh("p"), scope.fresh("o")];
    const isNamed = hasLabel(from, scope);
    tests.push(
      `((isLiteral(${from}) || ${isNamed}) && !isLiteral(${node}) && !${hasLabel(node, scope)} && EXISTS { ${node} ${predicate} ${object} })`,
    );
  }
  return tests.length === 0 ? "false" : `(${tests.join(" || ")})`;
}

function hasLabel(node: string, scope: QueryScope): string {
  const { label } = scope.vocabulary;
  if (label.length === 0) return "(false)";
  const text = scope.fresh("l");
  return `(EXISTS { ${node} ${scope.either(label)} ${text} . FILTER(isLiteral(${text}) && STR(${text}) != "") })`;
}
