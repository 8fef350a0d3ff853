import { isNode, type Term } from "../term/term.ts";
import type { Program, Step } from "./program.ts";

/**
 * "Beside those that lead to these values" as comparisons of the set with each of the values; undefined where neither of the two sets is what
 * leads to values and nothing else.
 */
export function comparedBeside(left: Program, right: Program): Program | undefined {
  for (const [of, values] of [
    [left, right],
    [right, left],
  ] as const) {
    const found = leadingToValues(values);
    const [first, ...rest] = (found?.terms ?? []).map((value) => equalTo(of, found?.path ?? [], value));
    if (first !== undefined) return unionOf(first, rest);
  }
  return undefined;
}

/** What leads to nothing but values, as the way to them. */
export function leadingToValues(
  program: Program,
): { readonly path: readonly Step[]; readonly terms: readonly Term[] } | undefined {
  if (program.op !== "follow") return undefined;
  const step: Step = { ...program.step, inverse: !program.step.inverse };
  const { from } = program;
  if (from.op === "terms")
    return from.terms.every((term) => !isNode(term)) ? { path: [step], terms: from.terms } : undefined;
  const further = leadingToValues(from);
  return further && { path: [step, ...further.path], terms: further.terms };
}

export function equalTo(of: Program, attribute: readonly Step[], value: Term): Program {
  return { op: "filter", of, attribute, comparison: "=", value };
}

export function unionOf(first: Program, rest: readonly Program[]): Program {
  return rest.reduce((left, right): Program => ({ op: "union", left, right }), first);
}
