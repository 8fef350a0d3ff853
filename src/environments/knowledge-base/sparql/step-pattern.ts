import type { Step } from "../program/program.ts";
import type { QueryScope } from "./query-scope.ts";

/** One triple pattern; `from` is where the step begins. */
export function stepPattern(from: string, step: Step, to: string, scope: QueryScope): string {
  const predicate = scope.iri(step.predicate);
  return step.inverse ? `${to} ${predicate} ${from} .` : `${from} ${predicate} ${to} .`;
}

/** A chain of steps; the last variable is where it ends, `from` itself where there is no step. */
export function pathPattern(
  from: string,
  path: readonly Step[],
  scope: QueryScope,
): { readonly lines: readonly string[]; readonly end: string } {
  const lines: string[] = [];
  let at = from;
  for (const [place, step] of path.entries()) {
    const next = scope.fresh(place === path.length - 1 ? "v" : "n");
    lines.push(stepPattern(at, step, next, scope));
    at = next;
  }
  return { lines, end: at };
}
