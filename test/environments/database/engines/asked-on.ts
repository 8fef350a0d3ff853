import { afterAll, beforeAll } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { ENGINES, type Engine } from "../../../support/per-engine.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { ODD_TABLES } from "./odd-tables.ts";

/** The engines that run here, and of the others why not. */
export const RUNNING: readonly Engine[] = ENGINES.filter((engine) => SHOPS[engine].missing === undefined);
export const MISSING: readonly string[] = ENGINES.flatMap((engine) => SHOPS[engine].missing ?? []);

/** The query in the engine's own quotes. */
export function inQuotesOf(engine: Engine, sql: string): string {
  return engine === "mariadb" ? sql.replaceAll('"', "`") : sql;
}

/**
 * Asks `check_query` on a shop of that engine. The answer in one line: `code → first suggestion` of a failure, `warning code → …` of the first
 * warning, or else the rows as JSON, with the codes of the notes behind them.
 */
export function askedOn(engine: Engine): (sql: string) => Promise<string> {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await SHOPS[engine].create(ODD_TABLES);
    environment = await shop.open();
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });
  return async (sql) => {
    const context = testContext();
    const workspace = await environment.openWorkspace({ question: "?" }, context);
    const action = { environment: "shop", tool: "check_query", arguments: { query: sql } };
    const { failure, observation } = await environment.act(workspace, action, context);
    const [warning] = observation?.warnings ?? [];
    const finding = failure ?? warning;
    if (finding) {
      const [first] = finding.suggestions;
      return `${failure ? "" : "warning "}${finding.code}${first ? ` → ${first.text}` : ""}`;
    }
    if (!observation) throw new Error(`neither observed nor failed: ${sql}`);
    const { rows } = observation.data.preview as { readonly rows: readonly unknown[] };
    const notes = observation.notes.map(({ code }) => code).filter((code) => code !== "duplicate-rows");
    return [JSON.stringify(rows), ...notes].join(" ");
  };
}
