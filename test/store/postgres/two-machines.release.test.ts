import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import { bareEnvironment } from "../../support/bare-environment.ts";
import { carryRun } from "../../support/crashing-run.ts";
import { expectOneEffect } from "../../support/expect-one-effect.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { linkSamples } from "../../support/shared-samples.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { onceFree } from "../../support/stores-at.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await postgresIsMissing();
const folder = temporaryFolder();
const cli = join(import.meta.dirname, "../../mcp/support/serve-cli.ts");
const crashing = join(import.meta.dirname, "../../support/crashing-run.ts");
const KILLS = 9;

/** Nothing of one machine is there on another but the address of the store. */
function machine(name: string, store: string) {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const cache = join(home, "cache");
  linkSamples(cache);
  const own = { HOME: home, FUXI_CACHE_DIR: cache, XDG_DATA_HOME: "", FUXI_STORE: store, NO_COLOR: "1" };
  const env = { ...bareEnvironment(), ...own };
  return (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", env, input: "" });
}

describe.skipIf(missing !== undefined)(`machines that share a store on PostgreSQL ${missing ?? ""}`, () => {
  const { begin, end, url } = scratchStores();
  beforeAll(begin);
  afterAll(end);

  it("answer each other's questions", () => {
    const store = url();
    const [a, b] = [machine("a", store), machine("b", store)];
    const asked = a("ask", "sample:cinema", "Who directed Homecoming?", "--json", "--quiet");
    expect([asked.status, asked.stderr]).toEqual([4, ""]);
    const { token: runId } = JSON.parse(asked.stdout);
    const answered = b("resume", runId, "--answer", "1", "--json", "--quiet");
    expect([answered.status, answered.stderr]).toEqual([0, ""]);
    expect(JSON.parse(answered.stdout)).toMatchObject({ outcome: "answered" });
    expect(a("runs", "list").stdout).toContain("answered");
    expect(machine("c", "")("runs", "list").stdout).toBe("");
    expect(machine("c", "")("runs", "list", "--store", store).stdout).toContain("answered");
    expect(a("resume", runId, "--answer", "1").stderr).toMatch(/has ended/u);
  }, 120_000);

  it("go on with a run whose process was killed, to the same trajectory", async () => {
    const store = url();
    const timeless = (events: readonly RunEvent[]) =>
      events.map(({ at: _, milliseconds: __, ...event }) => event);
    const whole = await carryRun(url());
    for (const last of [1, 4, 9]) {
      const { signal, stderr } = await onceFree(async () => {
        const died = spawnSync(process.execPath, [crashing, store, String(last)], { encoding: "utf8" });
        if (died.stderr.includes("carried on by another process")) throw new TypeError(died.stderr);
        return died;
      });
      expect([signal, stderr]).toEqual(["SIGKILL", ""]);
    }
    const resumed = await onceFree(() => carryRun(store));
    expect(timeless(resumed.events)).toEqual(timeless(whole.events));
  }, 60_000);

  it(`make an order once at most, killed at ${KILLS} moments around it`, async () => {
    await expectOneEffect(KILLS, () => url());
  }, 180_000);
});
