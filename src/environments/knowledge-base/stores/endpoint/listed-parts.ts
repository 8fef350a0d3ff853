import type { Program } from "../../program/program.ts";
import type { Term } from "../../term/term.ts";

export type Terms = Extract<Program, { readonly op: "terms" }>;

export const isTerms = (program: Program): program is Terms => program.op === "terms";

/**
 * A node over more than `size` listed terms, in parts whose union it is; the node itself otherwise. With `apart`, blank nodes are never listed with
 * other terms.
 */
export function chunksOf(node: Program, size: number, apart: boolean): readonly Program[] {
  const split = (terms: readonly Term[], make: (part: Terms) => Program): readonly Program[] => {
    const isBlank = ({ kind }: Term): boolean => kind === "blank";
    const kinds = [terms.filter(isBlank), terms.filter((term) => !isBlank(term))].filter(
      (each) => each.length > 0,
    );
    return (apart && kinds.length > 0 ? kinds : [terms]).flatMap((kind) =>
      Array.from({ length: Math.max(1, Math.ceil(kind.length / size)) }, (_, at) =>
        make({ op: "terms", terms: kind.slice(at * size, (at + 1) * size) }),
      ),
    );
  };
  if (isTerms(node)) return split(node.terms, (part) => part);
  if (node.op === "follow" && isTerms(node.from))
    return split(node.from.terms, (from) => ({ ...node, from }));
  if ((node.op === "intersection" || node.op === "difference") && isTerms(node.left))
    return split(node.left.terms, (left) => ({ ...node, left }));
  if (node.op === "intersection" && isTerms(node.right))
    return split(node.right.terms, (right) => ({ ...node, right }));
  return [node];
}

/** Over a union of a list and another set, the two apart: some engines lose listed values that are joined after a union. */
export function distributed(node: Program): readonly [Program, Program] | undefined {
  const over = (of: Program, make: (part: Program) => Program): readonly [Program, Program] | undefined =>
    of.op === "union" && (isTerms(of.left) || isTerms(of.right))
      ? [make(of.left), make(of.right)]
      : undefined;
  switch (node.op) {
    case "follow":
      return over(node.from, (from) => ({ ...node, from }));
    case "filter":
      return over(node.of, (of) => ({ ...node, of }));
    case "intersection":
      return (
        over(node.left, (left) => ({ ...node, left })) ?? over(node.right, (right) => ({ ...node, right }))
      );
    case "difference":
      return over(node.left, (left) => ({ ...node, left }));
    default:
      return undefined;
  }
}
