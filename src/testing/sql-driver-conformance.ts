import assert from "node:assert/strict";
import { openedOnce } from "./opened-once.ts";
import { sqlDriverDialectConformance } from "./sql-driver-dialect-conformance.ts";
import { sqlDriverErrorConformance } from "./sql-driver-error-conformance.ts";
import { sqlDriverGuardConformance } from "./sql-driver-guard-conformance.ts";
import { sqlDriverResultConformance } from "./sql-driver-result-conformance.ts";
import { sqlDriverSchemaConformance } from "./sql-driver-schema-conformance.ts";
import { sqlDriverStopConformance } from "./sql-driver-stop-conformance.ts";
import type { SqlDriverSubject, WithDriver } from "./sql-driver-subject.ts";
import { sqlDriverWidthConformance } from "./sql-driver-width-conformance.ts";
import type { TestRunner } from "./test-runner.ts";

export type { SqlAttack, SqlDriverSubject } from "./sql-driver-subject.ts";

/** What every SQL driver must hold to: schema, results and their bounds, errors, stopping, read-only, language facts. */
export function sqlDriverConformance(runner: TestRunner, subject: SqlDriverSubject): void {
  const withDriver: WithDriver = openedOnce(runner, () => subject.open());

  withDriver("names its target without path or credentials, by a key that stays", async (driver) => {
    const again = await subject.open();
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
  sqlDriverResultConformance(withDriver, subject);
  sqlDriverWidthConformance(withDriver, subject);
  sqlDriverErrorConformance(withDriver);
  sqlDriverStopConformance(runner, withDriver, subject);
  sqlDriverGuardConformance(withDriver, subject);
  sqlDriverDialectConformance(withDriver);
}
