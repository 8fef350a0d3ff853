import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/trajectory/run-event.ts";
import { carryRun } from "../support/crashing-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const program = join(import.meta.dirname, "../support/crashing-run.ts");
const timeless = (events: readonly RunEvent[]) =>
  events.map(({ at: _, milliseconds: __, ...event }) => event);

describe("a run whose process is killed", () => {
  it.each([
    ["react", [1, 4, 9]],
    ["decoupled", [4, 5, 11]],
  ] as const)(
    "goes on in other processes, killed again and again, to the same trajectory (%s)",
    async (strategy, deaths) => {
      const whole = await carryRun(join(folder, `whole-${strategy}.store`), () => {}, strategy);
      expect(whole.outcome.type).toBe("answered");
      const path = join(folder, `crashed-${strategy}.store`);
      for (const last of deaths) {
        const { signal, stderr } = spawnSync(process.execPath, [program, path, String(last), strategy], {
          encoding: "utf8",
        });
        expect([signal, stderr]).toEqual(["SIGKILL", ""]);
      }
      const resumed = await carryRun(path, () => {}, strategy);
      expect(timeless(resumed.events)).toEqual(timeless(whole.events));
    },
  );
});
