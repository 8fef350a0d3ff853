import type { SqlCapability, SqlRows } from "../../environment/capabilities.ts";
import type { DatabaseServices } from "./database-services.ts";
import { actionsOfDraft, draftOfQuery } from "./draft/draft-of-query.ts";

import { tableDefinitions } from "./table-definitions.ts";
import { rowsJson } from "./tools/cell.ts";

/** SQL beside the tools, for scorers and the oracle policy. */
export function sqlCapability(environment: string, services: DatabaseServices): SqlCapability {
  const { driver } = services;
  const { dialect, target } = driver;
  return {
    dialect: dialect.name.toLowerCase(),
    engine: { name: target.engine, version: target.engineVersion },
    async query(sql, { maxRows }, { signal, limits: { milliseconds } }) {
      const result = await driver.query(sql, [], {
        maxRows,
        maxCellLength: Number.POSITIVE_INFINITY,
        milliseconds,
        signal,
      });
      return { ...rowsJson(result), truncated: result.truncated } as SqlRows;
    },
    takeApart(sql) {
      const draft = draftOfQuery(sql, dialect);
      return draft && actionsOfDraft(environment, draft, dialect);
    },
    definitions: ({ sampleRows }, context) => tableDefinitions(services, sampleRows, context),
  };
}
