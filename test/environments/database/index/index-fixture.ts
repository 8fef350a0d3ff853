import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  openValueIndex,
  type ValueIndexOptions,
} from "../../../../src/environments/database/index/open-value-index.ts";
import type {
  ColumnRef,
  LookupResult,
  ValueIndex,
} from "../../../../src/environments/database/index/value-index.ts";
import { type LocalDriver, localSqliteDriver } from "../../../support/local-sqlite-driver.ts";

export const signal: AbortSignal = new AbortController().signal;

/** A database in memory made by a script; closed after the test. */
export function databaseOf(script: string): LocalDriver {
  const driver = localSqliteDriver();
  driver.database.exec(script);
  onTestFinished(() => driver.close());
  return driver;
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "value-index-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function openIndex(driver: LocalDriver, options: Partial<ValueIndexOptions> = {}): ValueIndex {
  const mode = options.cacheFolder === undefined ? "memory" : "cached";
  return openValueIndex({ driver, schema: driver.schema(), cacheFolder: "", mode, ...options });
}

export async function builtIndex(script: string): Promise<ValueIndex> {
  const index = openIndex(databaseOf(script));
  await index.ensureBuilt({ signal });
  return index;
}

/** `table.column=value×count tier` of each match. */
export function told({ matches }: LookupResult): readonly string[] {
  return matches.map(({ column, value, count, tier }) => `${named(column)}=${value}×${count} ${tier}`);
}

export function named(column: ColumnRef): string {
  return `${column.table}.${column.column}`;
}

export async function exact(
  index: ValueIndex,
  value: string,
  column?: ColumnRef,
): Promise<readonly string[]> {
  return told(
    await index.findExact(value, { limit: 20, signal, ...(column === undefined ? {} : { column }) }),
  );
}

export async function near(index: ValueIndex, value: string, column?: ColumnRef): Promise<readonly string[]> {
  return told(
    await index.findFuzzy(value, { limit: 5, signal, ...(column === undefined ? {} : { column }) }),
  );
}
