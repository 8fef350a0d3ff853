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
  it("goes on in other processes, killed again and again, to the same trajectory", async () => {
    const whole = await carryRun(join(folder, "whole.store"));
    expect(whole.outcome.type).toBe("answered");
    const path = join(folder, "crashed.store");
    for (const last of [1, 4, 9]) {
      const { signal, stderr } = spawnSync(process.execPath, [program, path, String(last)], {
        encoding: "utf8",
      });
      expect([signal, stderr]).toEqual(["SIGKILL", ""]);
    }
    const resumed = await carryRun(path);
    expect(timeless(resumed.events)).toEqual(timeless(whole.events));
  });
});
