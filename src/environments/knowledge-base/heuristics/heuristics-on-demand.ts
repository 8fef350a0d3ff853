import type { Heuristics } from "../../../environment/capabilities.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";

/** `knowledgeBaseHeuristics`, loaded with the first question: most callers have a model and never need the rules. */
export function heuristicsOnDemand(environment: string, services: KnowledgeBaseServices): Heuristics {
  // One for all questions: it remembers what the words of the data mean.
  let loaded: Promise<Heuristics> | undefined;
  return {
    async interpret(task, context) {
      loaded ??= import("./knowledge-base-heuristics.ts").then(({ knowledgeBaseHeuristics }) =>
        knowledgeBaseHeuristics(environment, services),
      );
      return (await loaded).interpret(task, context);
    },
  };
}
