import assert from "node:assert/strict";
import type { SqlDriver, StatementOptions } from "../../../../src/environments/database/driver/sql-driver.ts";
import {
  type EngineErrorFacts,
  SqlEngineError,
} from "../../../../src/environments/database/driver/sql-engine-error.ts";
import type { SqlValue } from "../../../../src/environments/database/driver/sql-value.ts";

/** Counts to two billion before it gives its one row: minutes of work on any engine. */
export const ENDLESS = `WITH RECURSIVE counter(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counter WHERE i < 2000000000)
  SELECT count(*) FROM counter`;

/** Four billion rows of those cells, which engines give as they make them. */
export function longResult(cells: string): string {
  const tables = Array.from({ length: 16 }, (_, at) => `book b${at}`);
  return `SELECT ${cells} FROM ${tables.join(" CROSS JOIN ")}`;
}

export function statementOptions(changed: Partial<StatementOptions> = {}): StatementOptions {
  return { maxRows: 100, milliseconds: 20_000, signal: new AbortController().signal, ...changed };
}

/** The one value of the one row. */
export async function singleValue(
  driver: SqlDriver,
  sql: string,
  parameters: readonly SqlValue[] = [],
): Promise<SqlValue | undefined> {
  const { rows } = await driver.query(sql, parameters, statementOptions());
  assert.equal(rows.length, 1, sql);
  return rows[0]?.[0];
}

/** What the engine said when it refused. */
export async function refusalOf(promise: Promise<unknown>, sql: string): Promise<EngineErrorFacts> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof SqlEngineError, `${sql}: ${String(error)}`);
    return error.facts;
  }
  assert.fail(`not refused: ${sql}`);
}
