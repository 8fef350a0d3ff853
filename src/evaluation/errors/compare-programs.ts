import { isDeepStrictEqual } from "node:util";
import type { Action } from "../../environment/action.ts";
import type { GraphError } from "./graph-errors.ts";
import { isWithin } from "./is-within.ts";
import { programShape } from "./program-shape.ts";

/** In which of its parts a program with other members differs from the gold: the first that does, in the order of the table of kinds. */
export function comparePrograms(predicted: readonly Action[], gold: readonly Action[]): GraphError {
  const [own, other] = [programShape(predicted), programShape(gold)];
  const kinds = (less: GraphError, more: GraphError, differs: GraphError) => ({ less, more, differs });
  const constraint = (differs: GraphError) => kinds("missing-constraint", "extra-constraint", differs);
  const all = (differs: GraphError) => kinds(differs, differs, differs);
  return (
    differing(own.entities, other.entities, constraint("wrong-entity")) ??
    differing(own.functions, other.functions, all("wrong-function")) ??
    differing(
      own.relations.map(forth),
      other.relations.map(forth),
      kinds("missing-step", "extra-step", "wrong-relation"),
    ) ??
    differing(own.relations, other.relations, all("wrong-direction")) ??
    differing(own.attributes, other.attributes, constraint("wrong-attribute")) ??
    differing(own.comparisons, other.comparisons, constraint("wrong-comparison")) ??
    differing(own.classes, other.classes, constraint("wrong-class")) ??
    (isDeepStrictEqual(predicted, gold) ? "same-program" : "wrong-combination")
  );
}

function forth(relation: string): string {
  return relation.replace(/^\^/u, "");
}

function differing(
  own: readonly string[],
  other: readonly string[],
  {
    less,
    more,
    differs,
  }: { readonly less: GraphError; readonly more: GraphError; readonly differs: GraphError },
): GraphError | undefined {
  const [isLess, isMore] = [isWithin(own, other), isWithin(other, own)];
  if (isLess && isMore) return undefined;
  if (isLess) return less;
  return isMore ? more : differs;
}
