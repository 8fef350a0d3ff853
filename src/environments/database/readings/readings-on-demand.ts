import type { Readings } from "../../../environment/readings.ts";
import type { DatabaseServices } from "../database-services.ts";

/** `databaseReadings`, loaded with the first words that somebody asks about. */
export function readingsOnDemand(services: DatabaseServices): Readings {
  return {
    async find(words, task, limit, context) {
      const { databaseReadings } = await import("./database-readings.ts");
      return databaseReadings(services).find(words, task, limit, context);
    },
  };
}
