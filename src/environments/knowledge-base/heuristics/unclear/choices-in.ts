import { samePath } from "../../access/path-names.ts";
import type { Step } from "../../program/program.ts";
import { type Term, termText } from "../../term/term.ts";

import type { Node } from "../resolve/node.ts";

/** What some words of the question were taken for. */
export type Chosen =
  | { readonly words: string; readonly term: Term; readonly name: string; readonly path?: never }
  | { readonly words: string; readonly path: readonly Step[]; readonly term?: never };

/** Every choice that was made on the way to a set: entities for names, relations and attributes for words. */
export function choicesIn(node: Node): readonly Chosen[] {
  switch (node.kind) {
    case "name":
      return node.words === undefined ? [] : [{ words: node.words, term: node.term, name: node.name }];
    case "instances":
      return [];
    case "follow":
      return [...choicesIn(node.from), { words: node.asked, path: node.path.path }];
    case "intersection":
    case "union":
    case "difference":
      return [...choicesIn(node.left), ...choicesIn(node.right)];
    case "filter":
    case "extreme": {
      const own = node.asked === undefined ? [] : [{ words: node.asked, path: node.attribute.path }];
      return [...choicesIn(node.of), ...own];
    }
    case "count":
      return choicesIn(node.of);
  }
}

export function sameChoice(one: Chosen, other: Chosen): boolean {
  if (one.path !== undefined && other.path !== undefined) return samePath(one.path, other.path);
  if (one.term === undefined || other.term === undefined) return false;
  return termText(one.term) === termText(other.term);
}
