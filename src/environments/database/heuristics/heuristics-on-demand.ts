import type { Heuristics } from "../../../environment/capabilities.ts";
import type { DatabaseServices } from "../database-services.ts";

/** `databaseHeuristics`, loaded with the first question: most callers have a model and never need the rules. */
export function heuristicsOnDemand(environmentId: string, services: DatabaseServices): Heuristics {
  return {
    async interpret(task, context) {
      const { databaseHeuristics } = await import("./database-heuristics.ts");
      return databaseHeuristics(environmentId, services).interpret(task, context);
    },
  };
}
