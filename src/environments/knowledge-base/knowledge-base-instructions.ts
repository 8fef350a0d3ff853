import type { TripleStore } from "./store/triple-store.ts";

/** How to work with a knowledge base, for the model. */
export function knowledgeBaseInstructions({ target, labelSearch }: TripleStore): string {
  return [
    `Answer from the knowledge base ${target.name}. Results are variables, numbered #0, #1, … as they are made: sets of entities or of values.`,
    "Start from an entity of the question (by name; find_entities where the name is not exact) or from a class (instances). get_relations, then get_neighbors, leads to a new variable; combine variables by intersection, union and difference, pick by argmax, argmin and filter after get_attributes, and count.",
    "The final answer is one variable, such as #3.",
    labelSearch.mode === "fuzzy" ? "" : labelSearch.limitation,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
