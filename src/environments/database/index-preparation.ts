import type { Preparation } from "../../environment/capabilities.ts";
import type { DatabaseServices } from "./database-services.ts";
import { indexEstimate } from "./index/index-estimate.ts";

const count = (n: number): string => n.toLocaleString("en");

/** Building the value index, as what an environment can prepare. */
export function indexPreparation(services: DatabaseServices): Preparation {
  const { driver } = services;
  return {
    ...(driver.columnStatistics === undefined
      ? {}
      : { estimate: async ({ signal }) => indexEstimate(driver, services.schema, signal) }),
    async prepare({ signal, onProgress }) {
      const state = await services.index.ensureBuilt({
        signal,
        onProgress: ({ columnsDone, columnsTotal, valuesDone, column }) => {
          const at = column === undefined ? "" : `, now ${column.table}.${column.column}`;
          onProgress?.({
            share: columnsTotal === 0 ? 1 : columnsDone / columnsTotal,
            text: `${columnsDone} of ${columnsTotal} columns, ${count(valuesDone)} values${at}`,
          });
        },
      });
      const size = `${(state.bytes / 1e6).toFixed(1)} MB`;
      const lost = `; ${state.unsaved} of the columns could not be kept: check the rights and the free space of the cache folder`;
      const text = `${count(state.values)} values of ${state.columns} columns indexed, ${size}`;
      return { text: state.unsaved === 0 ? text : text + lost };
    },
  };
}
