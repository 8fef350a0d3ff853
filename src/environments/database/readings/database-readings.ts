import type { Readings } from "../../../environment/readings.ts";
import { stopIfCancelled } from "../act-limits.ts";
import type { DatabaseServices } from "../database-services.ts";
import { nameReadings } from "./name-readings.ts";
import { tellingApart, valueReadings } from "./value-readings.ts";

/** In UTF-16 units; longer texts are no names. */
const LONGEST_WORDS = 200;

/**
 * Possible meanings of words in a database: cells by their value (through the value index, with their rows if these are few), columns and
 * tables by their names, codes by their descriptions. At most a few lookups in the index and a dozen bounded queries.
 *
 * @throws FuxiError `cancelled`, `engine-unavailable`
 */
export function databaseReadings(services: DatabaseServices): Readings {
  return {
    async find(words, _task, limit, { signal }) {
      stopIfCancelled(signal);
      const text = words
        .slice(0, LONGEST_WORDS)
        .replaceAll("\u0000", " ")
        .replace(/^[\s"'“”‘’`?!.,;:]+|[\s"'“”‘’`?!.,;:]+$/gu, "");
      if (limit <= 0 || text === "") return [];
      const found = [...(await valueReadings(text, services, signal)), ...nameReadings(text, services)];
      return tellingApart(found.toSorted((one, other) => other.score - one.score)).slice(0, limit);
    },
  };
}
