import type { Program, Step } from "../../program/program.ts";
import type { Term } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { distinctPattern } from "../program-pattern.ts";
import type { QueryScope } from "../query-scope.ts";
import { subSelect } from "../query-text.ts";
import { isMediator } from "./mediator-test.ts";

/** Directions of the steps from a member: one step, or two with a mediator between them; true is against the edge. */
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
export const predicateVariables = (shape: EdgeShape): readonly string[] =>
  ["?first", "?second"].slice(0, shape.length);

/** The steps that a row of predicates means; undefined where one is unbound. */
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
export function edgeLines(
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
  // Apart, so that what a node is is asked once, not for each of the edges that lead on from it.
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

/** What `hiddenPredicates` leaves in. */
export function visible(predicate: string, scope: QueryScope): readonly string[] {
  const { hidden } = scope.vocabulary;
  const whole = hidden.filter((each) => !each.endsWith("*")).map(scope.iri);
  const starts = hidden.filter((each) => each.endsWith("*")).map((each) => JSON.stringify(each.slice(0, -1)));
  return [
    ...(whole.length === 0 ? [] : [`FILTER(${predicate} NOT IN (${whole.join(", ")}))`]),
    ...starts.map((start) => `FILTER(!STRSTARTS(STR(${predicate}), ${start}))`),
  ];
}
