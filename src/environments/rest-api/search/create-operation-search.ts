import type { ApiDocument } from "../document/api-document.ts";
import type { FoundOperation, OperationSearch } from "./operation-search.ts";
import { createOperationRanker } from "./rank-operations.ts";

/** An index over all operations, in memory: words, their forms and synonyms, what paths mean, and where identifiers come from. */
export function createOperationSearch(document: ApiDocument): OperationSearch {
  const rank = createOperationRanker(document);
  return {
    search(text, limit) {
      const scores = rank(text);
      const found = document.operations.flatMap((operation, at): readonly FoundOperation[] => {
        const score = scores[at] ?? 0;
        return score > 0 ? [{ operation, score }] : [];
      });
      return found
        .sort((a, b) => b.score - a.score || (a.operation.id < b.operation.id ? -1 : 1))
        .slice(0, Math.max(limit, 0));
    },
  };
}
