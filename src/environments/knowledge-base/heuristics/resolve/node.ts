import type { NamedPath } from "../../access/path-names.ts";
import { type Comparison, type Program, walked } from "../../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../../store/triple-store.ts";
import type { Term } from "../../term/term.ts";
import type { KnownClass } from "../../tools/entity-named.ts";

/** What a phrase was taken for: each node is one call of a tool, or a name. */
export type Node = { readonly program: Program } & (
  | {
      readonly kind: "name";
      readonly term: Term;
      readonly name: string;
      /** As they stand in the question. */
      readonly words: string;
    }
  | { readonly kind: "instances"; readonly class: KnownClass }
  | {
      readonly kind: "follow";
      readonly from: Node;
      readonly path: NamedPath<RelationFacts>;
      /** The words that ask for it. */
      readonly asked: string;
    }
  | { readonly kind: "intersection" | "difference"; readonly left: Node; readonly right: Node }
  | {
      readonly kind: "filter";
      readonly of: Node;
      readonly attribute: NamedPath<AttributeFacts | RelationFacts>;
      readonly comparison: Comparison;
      readonly value: Term;
      readonly written: string;
    }
  | {
      readonly kind: "extreme";
      readonly of: Node;
      readonly attribute: NamedPath<AttributeFacts>;
      readonly greatest: boolean;
      readonly asked: string;
    }
  | { readonly kind: "count"; readonly of: Node }
);

export const nameNode = (term: Term, name: string, words: string): Node => ({
  kind: "name",
  term,
  name,
  words,
  program: { op: "terms", terms: [term] },
});

export const instancesNode = (of: KnownClass): Node => ({
  kind: "instances",
  class: of,
  program: { op: "instances", class: of.iri },
});

export const followNode = (from: Node, path: NamedPath<RelationFacts>, asked: string): Node => ({
  kind: "follow",
  from,
  path,
  asked,
  program: walked(from.program, path.path),
});

export const setNode = (kind: "intersection" | "difference", left: Node, right: Node): Node => ({
  kind,
  left,
  right,
  program: { op: kind, left: left.program, right: right.program },
});

export const countNode = (of: Node): Node => ({
  kind: "count",
  of,
  program: { op: "count", of: of.program },
});

export function filterNode(
  of: Node,
  attribute: NamedPath<AttributeFacts | RelationFacts>,
  comparison: Comparison,
  value: Term,
  written: string,
): Node {
  const program = { op: "filter", of: of.program, attribute: attribute.path, comparison, value } as const;
  return { kind: "filter", of, attribute, comparison, value, written, program };
}

/** The node and all that it was made from, in the order of the question. */
export function partsOf(node: Node): readonly Node[] {
  const inner =
    "left" in node ? [node.left, node.right] : "from" in node ? [node.from] : "of" in node ? [node.of] : [];
  return [...inner.flatMap(partsOf), node];
}
