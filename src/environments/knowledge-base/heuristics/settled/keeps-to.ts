import { foldText } from "../../../../util/fold-text.ts";
import type { Node } from "../resolve/node.ts";
import { choicesIn } from "../unclear/choices-in.ts";
import type { Said } from "./said.ts";

/** Whether words of which the person has said what relation they mean were taken for that one. */
export function keepsTo(node: Node, { relations }: Said): boolean {
  if (relations.length === 0) return true;
  const choices = choicesIn(node);
  return relations.every(({ words, iri }) =>
    choices
      .filter((choice) => choice.path !== undefined && sharesWord(choice.words, words))
      .every(({ path }) => path?.some(({ predicate }) => predicate === iri) === true),
  );
}

function sharesWord(one: string, other: string): boolean {
  const words = foldText(other).split(" ");
  return foldText(one)
    .split(" ")
    .some((word) => words.includes(word));
}
