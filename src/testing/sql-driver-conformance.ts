import assert from "node:assert/strict";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import { sqlDriverDialectConformance } from "./sql-driver-dialect-conformance.ts";
import { sqlDriverErrorConformance } from "./sql-driver-error-conformance.ts";
import { sqlDriverGuardConformance } from "./sql-driver-guard-conformance.ts";
import { sqlDriverResultConformance } from "./sql-driver-result-conformance.ts";
import { sqlDriverSchemaConformance } from "./sql-driver-schema-conformance.ts";
import { sqlDriverStopConformance } from "./sql-driver-stop-conformance.ts";
import type { TestRunner } from "./test-runner.ts";

/** A text that must not change anything. */
export interface SqlAttack {
  readonly sql: string;
  /** Refused with an error (the default), refused only when it is run and not yet compiled, or run as the harmless query that it is. */
  readonly outcome?: "refused" | "refused-when-run" | "harmless";
}

export interface SqlDriverSubject {
  /** Opens a driver on a database made by `sqlDriverFixture`, with cells cut at `maxCellLength`. */
  open(options: { readonly maxCellLength?: number }): Promise<SqlDriver>;
  /** Runs a statement with the engine's own client, as the owner of the database. */
  execute(sql: string): Promise<void>;
  /** Everything that an attack could change: content of the database, settings, files; as a text to compare. */
  state(): Promise<string>;
  /** What this engine could be tricked with, on top of the suite's own list. */
  readonly attacks: readonly SqlAttack[];
  /** Ends the processes (or connections) that the driver uses, as a crash would. Absent with a reason in `skip`. */
  killEngine?(driver: SqlDriver): Promise<void>;
  readonly skip?: Readonly<Partial<Record<"killEngine", string>>>;
}

/** Runs one test on a driver of its own. */
export type WithDriver = (
  title: string,
  body: (driver: SqlDriver) => Promise<void>,
  options?: { readonly maxCellLength?: number },
) => void;

/** What every SQL driver must hold to: schema, results and their bounds, errors, stopping, read-only, language facts. */
export function sqlDriverConformance(runner: TestRunner, subject: SqlDriverSubject): void {
  const withDriver: WithDriver = (title, body, options = {}) =>
    runner.it(title, async () => {
      const driver = await subject.open(options);
      try {
        await body(driver);
      } finally {
        await driver.close();
      }
    });

  withDriver("names its target without path or credentials, by a key that stays", async (driver) => {
    const again = await subject.open({});
    try {
      assert.deepEqual(again.target, driver.target);
      assert.match(driver.target.name, /^[^/\\:@]+$/u);
      assert.match(driver.target.key, /^[0-9a-f]{16,}$/u);
      assert.notEqual(driver.target.engineVersion, "");
    } finally {
      await again.close();
    }
  });
  sqlDriverSchemaConformance(withDriver, subject);
  sqlDriverResultConformance(withDriver);
  sqlDriverErrorConformance(withDriver);
  sqlDriverStopConformance(runner, withDriver, subject);
  sqlDriverGuardConformance(withDriver, subject);
  sqlDriverDialectConformance(withDriver);
}
