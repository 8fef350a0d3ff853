import { nameWords } from "../../../util/name-words.ts";
import type { Operation } from "../document/api-document.ts";

/** What an operation does with the entities of its path. */
export type OperationKind = "list" | "search" | "item" | "create" | "update" | "delete" | "action";

const SEARCHES = /^(?:search|find|lookup|query|autocomplete|suggest)$/u;
const TEXT_PARAMETER = /^(?:q|query|search|search_?(?:text|term|query)|keywords?|term|text|name)$/iu;

/** True for an operation that searches by free text. */
export function takesText({ parameters }: Operation): boolean {
  return parameters.some((each) => each.in === "query" && TEXT_PARAMETER.test(each.name));
}

/**
 * Classifies an operation by method and path. `siblings`: the paths of the document with their methods (`GET /x`), which tell a POST that creates an
 * entity from one that acts on it.
 */
export function operationKind(
  operation: Operation,
  shape: PathShape,
  siblings: ReadonlySet<string>,
): OperationKind {
  const words = nameWords(operation.operationId ?? "");
  switch (operation.method) {
    case "GET":
    case "HEAD":
      if (isSearch(operation, shape, words)) return "search";
      return shape.endsInVariable ? "item" : "list";
    case "DELETE":
      return "delete";
    case "PATCH":
      return "update";
    case "PUT":
      return shape.endsInVariable || siblings.has(`GET ${operation.path}`) ? "update" : "action";
    default:
      if (isSearch(operation, shape, words)) return "search";
      if (shape.endsInVariable) return "update";
      return shape.variables.length === 0 || siblings.has(`GET ${operation.path}`) ? "create" : "action";
  }
}

function isSearch(operation: Operation, { segments }: PathShape, words: readonly string[]): boolean {
  const named = [...segments.flat(), ...words.slice(0, 2), ...nameWords(operation.summary).slice(0, 1)];
  return (
    named.some((word) => SEARCHES.test(word)) && (operation.method === "GET" || !takesBodyOnly(operation))
  );
}

/** A POST named after a search that takes nothing to search by creates something (a saved search). */
function takesBodyOnly({ body, parameters }: Operation): boolean {
  return body === undefined && parameters.length === 0;
}

export interface PathVariable {
  readonly name: string;
  /** Folded words for the identified entity: from the name without `id`, and from the segment before it. */
  readonly nouns: readonly string[];
}

export interface PathShape {
  /** Words of the literal segments, without version and `api`. */
  readonly segments: readonly (readonly string[])[];
  readonly variables: readonly PathVariable[];
  /** True for a path to one item: `/x/{id}`. */
  readonly endsInVariable: boolean;
}

const MEANINGLESS = /^(?:v\d+(?:\.\d+)*|api|rest|public|\d+(?:\.\d+)*)$/iu;
/** Words of a name that only say that it is an identifier. */
export const ID_WORDS: ReadonlySet<string> = new Set(
  "id ids uuid guid key slug token exposed identifier".split(" "),
);

/** Folded words of a name without `ID_WORDS`. */
function nounWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => !ID_WORDS.has(word));
}

/** Analyses a path template: `/v1/customers/{customer}/cards/{id}`. */
export function pathShape(path: string): PathShape {
  const parts = path.split("/").filter((part) => part !== "" && !MEANINGLESS.test(part));
  const variables: PathVariable[] = [];
  const segments: (readonly string[])[] = [];
  let before: readonly string[] = [];
  for (const part of parts) {
    const plain = nameWords(part.replace(/\{[^}]*\}/gu, " "));
    if (plain.length > 0) {
      segments.push(plain);
      before = plain;
    }
    for (const [, name = ""] of part.matchAll(/\{([^}]*)\}/gu)) {
      variables.push({ name, nouns: [...new Set([...nounWords(name), ...before])] });
      before = [];
    }
  }
  return { segments, variables, endsInVariable: /\}$/u.test(parts.at(-1) ?? "") };
}

/** A path with unnamed variables, to compare templates. */
export function pathForm(path: string): string {
  return path.replace(/\{[^}]*\}/gu, "{}");
}
