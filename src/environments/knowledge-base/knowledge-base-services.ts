import type { ReadCache } from "./access/read-cache.ts";
import type { TripleStore } from "./triple-store/triple-store.ts";
import type { Names } from "./vocabulary/names.ts";

/** Shared context of the tools and rules of one knowledge base. */
export interface KnowledgeBaseServices {
  /** The environment's id. */
  readonly environment: string;
  readonly store: TripleStore;
  readonly names: Names;
  /** Earlier answers of the store, by the content of the query. */
  readonly cache: ReadCache;
}

/**
 * Instructions for the model on working with a knowledge base.
 * @param shown whether the model sees a tool
 */
export function knowledgeBaseInstructions(
  { target, labelSearch }: TripleStore,
  shown: (tool: string) => boolean = () => true,
): string {
  return [
    `Answer from the knowledge base ${target.name}. ${numbering(shown)}`,
    start(shown),
    ways(shown),
    'Hand in one variable, such as #3; "which …" and "name a …" ask for all that fit.',
    labelSearch.mode === "fuzzy" ? "" : labelSearch.limitation,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Tools that models took for calls that make a variable, which shifted all later numbers. */
const WITHOUT_NUMBER = [
  "find_entities",
  "find_classes",
  "get_relations",
  "get_attributes",
  "describe",
  "get_path",
];

function numbering(shown: (tool: string) => boolean): string {
  const others = WITHOUT_NUMBER.filter(shown).join(", ");
  const except = others === "" ? "" : `; ${others} and failed calls take none`;
  return `Calls that make a set number it as the next variable, #0, #1, …${except}.`;
}

function start(shown: (tool: string) => boolean): string {
  const inexact = shown("find_entities") ? "; find_entities where the name is not exact" : "";
  const fromClass = shown("instances") ? " or a class (instances)" : "";
  return `Start from an entity of the question (by name${inexact})${fromClass}.`;
}

function ways(shown: (tool: string) => boolean): string {
  const sets = ["intersection", "union", "difference"].every(shown);
  const picks = ["argmax", "argmin", "filter"].every(shown);
  const after = shown("get_attributes") ? " (after get_attributes)" : "";
  const unlisted = shown("get_relations") ? "; relations named here need no get_relations" : "";
  const sentences = [
    shown("get_neighbors") ? `get_neighbors follows a relation${unlisted}.` : "",
    sets ? "Combine variables by intersection, union and difference." : "",
    picks ? `Pick by filter, argmax and argmin${after}.` : "",
    !sets && shown("query_sparql")
      ? "Conditions, comparisons, superlatives and counts are said in SPARQL with query_sparql: a complete result of one column becomes a variable."
      : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
