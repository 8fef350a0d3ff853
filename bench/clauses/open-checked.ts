import { tmpdir } from "node:os";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../src/environment/act-context.ts";
import type { Finding, ToolFailure } from "../../src/environment/tool-failure.ts";
import {
  createDatabaseEnvironment,
  type DatabaseServices,
  openSqliteDriver,
} from "../../src/environments/database/index.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import type { GoldQuery } from "./gold-query.ts";

/** What `check_query` says about a query. */
export interface Verdict {
  readonly failure?: ToolFailure;
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
}

export interface CheckedDatabase {
  readonly services: DatabaseServices;
  check(sql: string): Promise<Verdict>;
  /** Rows as one text, sorted unless the query orders them; undefined for an error. */
  result(sql: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openChecked(
  gold: Pick<GoldQuery, "database" | "file" | "descriptions">,
): Promise<CheckedDatabase> {
  const driver = await openSqliteDriver({ path: gold.file });
  const environment = await createDatabaseEnvironment({
    id: gold.database,
    driver,
    cacheFolder: tmpdir(),
    indexMode: "memory",
    ...(gold.descriptions === undefined ? {} : { descriptionsFolder: gold.descriptions }),
  });
  const context: ActContext = {
    principal: { id: "bench" },
    signal: new AbortController().signal,
    limits: DEFAULT_ACT_LIMITS,
    artifacts: memoryArtifactStore(),
  };
  await environment.index.ensureBuilt({ signal: context.signal });
  const workspace = await environment.openWorkspace(undefined, context);
  return {
    services: environment.services,
    async check(sql) {
      const action = { environment: gold.database, tool: "check_query", arguments: { query: sql } };
      const { failure, observation } = await environment.act(workspace, action, context);
      if (failure) return { failure, warnings: [], notes: [] };
      return { warnings: observation.warnings, notes: observation.notes };
    },
    async result(sql) {
      try {
        const { rows } = await driver.query(sql, [], {
          maxRows: 20_000,
          milliseconds: 5000,
          signal: context.signal,
        });
        const texts = rows.map((row) =>
          row.map((cell) => (cell === null ? "∅" : String(cell))).join("\u0001"),
        );
        if (!/\border\s+by\b/iu.test(sql)) texts.sort();
        return texts.join("\u0002");
      } catch {
        return undefined;
      }
    },
    close: () => environment.close(),
  };
}
