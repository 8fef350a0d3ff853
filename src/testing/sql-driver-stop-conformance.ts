import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { rejectsWith } from "./rejects-with.ts";
import { ENDLESS, refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";
import type { SqlDriverSubject, WithDriver } from "./sql-driver-subject.ts";
import type { TestRunner } from "./test-runner.ts";

export function sqlDriverStopConformance(
  runner: TestRunner,
  withDriver: WithDriver,
  subject: SqlDriverSubject,
): void {
  withDriver("stops a statement at its time limit, and answers the next one", async (driver) => {
    for (const milliseconds of [40, 400]) {
      const facts = await refusalOf(driver.query(ENDLESS, [], statementOptions({ milliseconds })), ENDLESS);
      assert.equal(facts.kind, "time-limit");
      assert.equal(await singleValue(driver, "SELECT 1"), 1);
    }
    await rejectsWith("engine-timeout", driver.query(ENDLESS, [], statementOptions({ milliseconds: 40 })));
  });

  withDriver("stops a statement that is cancelled, and answers the next one", async (driver) => {
    const controller = new AbortController();
    const running = driver.query(ENDLESS, [], statementOptions({ signal: controller.signal }));
    const rejected = rejectsWith("cancelled", running);
    await delay(60);
    controller.abort();
    await rejected;
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("refuses work under a signal that is already aborted", async (driver) => {
    const signal = AbortSignal.abort();
    await rejectsWith("cancelled", driver.query("SELECT 1", [], statementOptions({ signal })));
    await rejectsWith("cancelled", driver.compile("SELECT 1", signal));
    await rejectsWith("cancelled", driver.introspect(signal));
  });

  withDriver("leaves other statements alone when one is stopped", async (driver) => {
    const stopped = refusalOf(driver.query(ENDLESS, [], statementOptions({ milliseconds: 300 })), ENDLESS);
    const others = Promise.all([1, 2, 3, 4, 5].map((number) => singleValue(driver, `SELECT ${number}`)));
    assert.deepEqual(await others, [1, 2, 3, 4, 5]);
    assert.equal((await stopped).kind, "time-limit");
  });

  runner.it("cancels what still runs when it is closed, and takes no more work", async () => {
    const driver = await subject.open();
    const running = rejectsWith("cancelled", driver.query(ENDLESS, [], statementOptions()));
    await delay(60);
    await driver.close();
    await running;
    await rejectsWith("cancelled", driver.query("SELECT 1", [], statementOptions()));
    await driver.close();
  });

  const title = "tells when the engine dies in the middle of a statement, and answers the next one";
  const { killEngine } = subject;
  if (killEngine === undefined) {
    runner.skip(title, subject.skip?.killEngine ?? "the subject cannot kill its engine");
    return;
  }
  withDriver(title, async (driver) => {
    let over = false;
    const lost = rejectsWith("engine-unavailable", driver.query(ENDLESS, [], statementOptions())).finally(
      () => {
        over = true;
      },
    );
    // On a busy machine the statement may not have come to the engine by the first time.
    while (!over) {
      await delay(100);
      await killEngine(driver);
    }
    await lost;
    await answersAgain(driver);
    await killEngine(driver);
    await answersAgain(driver);
  });
}

/** Until the driver has heard of the death, a statement may still go to the dead engine, which is told as that and nothing else. */
async function answersAgain(driver: SqlDriver): Promise<void> {
  for (let attempt = 1; attempt < 40; attempt++) {
    try {
      assert.equal(await singleValue(driver, "SELECT 1"), 1);
      return;
    } catch (error) {
      if (!FuxiError.isInstance(error) || error.code !== "engine-unavailable") throw error;
      await delay(50);
    }
  }
  assert.equal(await singleValue(driver, "SELECT 1"), 1);
}
