import type { ReadCache } from "./access/read-cache.ts";
import type { TripleStore } from "./triple-store/triple-store.ts";
import type { Names } from "./vocabulary/names.ts";

/** What tools and rules of one knowledge base work with. */
export interface KnowledgeBaseServices {
  /** The environment's id. */
  readonly environment: string;
  readonly store: TripleStore;
  readonly names: Names;
  /** What the store said before, by the content of what it was asked. */
  readonly cache: ReadCache;
}

/**
 * How to work with a knowledge base, for the model.
 * @param shown which tools it sees
 */
export function knowledgeBaseInstructions(
  { target, labelSearch }: TripleStore,
  shown: (tool: string) => boolean = () => true,
): string {
  return [
    `Answer from the knowledge base ${target.name}. Results are variables, numbered #0, #1, … as they are made: sets of entities or of values.`,
    start(shown),
    ways(shown),
    "The final answer is one variable, such as #3.",
    labelSearch.mode === "fuzzy" ? "" : labelSearch.limitation,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function start(shown: (tool: string) => boolean): string {
  const inexact = shown("find_entities") ? "; find_entities where the name is not exact" : "";
  const fromClass = shown("instances") ? " or from a class (instances)" : "";
  return `Start from an entity of the question (by name${inexact})${fromClass}.`;
}

function ways(shown: (tool: string) => boolean): string {
  const sets = ["intersection", "union", "difference"].every(shown);
  const picks = ["argmax", "argmin", "filter"].every(shown);
  const after = shown("get_attributes") ? " after get_attributes" : "";
  const parts = [
    sets ? "combine variables by intersection, union and difference" : "",
    picks ? `pick by argmax, argmin and filter${after}` : "",
    shown("count") ? "and count" : "",
  ].filter((part) => part !== "");
  const leads = shown("get_relations") && shown("get_neighbors");
  const led = leads ? "get_relations, then get_neighbors, leads to a new variable" : "";
  const built = parts.join(", ");
  const sentence = [led, built].filter((part) => part !== "").join("; ");
  const rest =
    !sets && shown("query_sparql")
      ? "Conditions, comparisons, superlatives and counts are said in SPARQL with query_sparql: a complete result of one column becomes a variable."
      : "";
  return [sentence === "" ? "" : `${sentence}.`, rest].filter((part) => part !== "").join(" ");
}
