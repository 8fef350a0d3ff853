import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mulberry32 } from "../../../src/util/mulberry32.ts";
import { carryEffectRun } from "../../support/effect-run.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const program = join(import.meta.dirname, "../../support/effect-run.ts");
const KILLS = 50;
/** Killed at once from different events on, so that the moments lie around the order whatever the machine's speed. */
const FROM = ["looked", "ordered", "answered"] as const;

let orders = 0;
let happened: (what: (typeof FROM)[number]) => void = () => {};
const server = createServer(async (request, response) => {
  if (request.method !== "POST") {
    happened("looked");
    response.setHeader("content-type", "application/json").end(JSON.stringify({ orders }));
    return;
  }
  for await (const _ of request);
  orders++;
  happened("ordered");
  response.statusCode = 201;
  response.setHeader("content-type", "application/json").end(JSON.stringify({ order: orders }));
  happened("answered");
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it(`makes an order once at most, killed at ${KILLS} moments around it`, async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const random = mulberry32(4);
  const made: number[] = [];
  const unknown: boolean[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    orders = 0;
    const path = join(folder, `${kill}.store`);
    const child = spawn(process.execPath, [program, path, url], { stdio: ["ignore", "ignore", "inherit"] });
    const ended = once(child, "exit");
    const from = FROM[kill % FROM.length];
    const wait = random() * 12;
    happened = (what) => {
      if (what === from) setTimeout(() => child.kill("SIGKILL"), wait);
    };
    await ended;
    happened = () => {};
    const { outcome, events } = await carryEffectRun(path, url).catch((error: unknown) => {
      // One that was done before it could be killed has nothing left to do.
      if ((error as { code?: unknown }).code === "run-not-resumable")
        return { outcome: { type: "answered" }, events: [] };
      throw error;
    });
    expect(outcome.type).toBe("answered");
    made.push(orders);
    unknown.push(
      events.some((event) => event.type === "action-failed" && event.failure.code === "effect-unknown"),
    );
  }
  expect(Math.max(...made)).toBe(1);
  // Of the moments some lie between the order and its result: then the order is not made again, and that is told.
  expect(unknown.filter(Boolean).length).toBeGreaterThan(0);
  expect(made.filter((count, at) => count === 0 && unknown[at] !== true)).toEqual([]);
}, 120_000);
