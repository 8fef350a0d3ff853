import { iri } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { Program, Step } from "./program.ts";

/** The sets that a node is made from, in the order in which they are written. */
export function operandsOf(program: Program): readonly Program[] {
  switch (program.op) {
    case "terms":
    case "instances":
    case "variable":
    case "imported":
      return [];
    case "follow":
      return [program.from];
    case "intersection":
    case "union":
    case "difference":
      return [program.left, program.right];
    default:
      return [program.of];
  }
}

/** The same node over other sets, given in the order of `operandsOf`; the node itself where they are the same objects. */
export function withOperands(program: Program, operands: readonly Program[]): Program {
  const [first, second] = operands;
  if (first === undefined || operandsOf(program).every((each, at) => each === operands[at])) return program;
  switch (program.op) {
    case "terms":
    case "instances":
    case "variable":
    case "imported":
      return program;
    case "follow":
      return { ...program, from: first };
    case "intersection":
    case "union":
    case "difference":
      return { ...program, left: first, right: second ?? program.right };
    default:
      return { ...program, of: first };
  }
}

/** Every node once, sets before what is made from them. Linear in the number of distinct objects, however often they are shared. */
export function nodesOf(program: Program): readonly Program[] {
  const seen = new Set<Program>();
  const ordered: Program[] = [];
  const waiting: { readonly node: Program; readonly entered: boolean }[] = [
    { node: program, entered: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.entered) ordered.push(next.node);
    else if (!seen.has(next.node)) {
      seen.add(next.node);
      waiting.push({ node: next.node, entered: true });
      for (const node of operandsOf(next.node).toReversed()) waiting.push({ node, entered: false });
    }
  }
  return ordered;
}

/** A step as a key: `<iri>`, `^<iri>` against the edge. */
export function stepKey({ predicate, inverse }: Step): string {
  return `${inverse ? "^" : ""}${termText(iri(predicate))}`;
}
