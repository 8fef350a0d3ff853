import { nameWords } from "../../../util/name-words.ts";
import type { Operation } from "../document/api-document.ts";
import type { PathShape } from "./path-shape.ts";

/** What an operation does with things of its kind. */
export type OperationKind = "list" | "search" | "item" | "create" | "update" | "delete" | "action";

const SEARCHES = /^(?:search|find|lookup|query|autocomplete|suggest)$/u;
const TEXT_PARAMETER = /^(?:q|query|search|search_?(?:text|term|query)|keywords?|term|text|name)$/iu;

/** True where a free text finds things. */
export function takesText({ parameters }: Operation): boolean {
  return parameters.some((each) => each.in === "query" && TEXT_PARAMETER.test(each.name));
}

/**
 * What an operation does, by method and path; `siblings` are the paths of the document with their methods (`GET /x`), by which a POST that makes a thing
 * is told from one that does something to a thing.
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

/** A POST named after a search without anything to search by makes something (a saved search). */
function takesBodyOnly({ body, parameters }: Operation): boolean {
  return body === undefined && parameters.length === 0;
}
