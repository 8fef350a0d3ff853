import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { mulberry32 } from "../../src/util/mulberry32.ts";
import { carryEffectRun } from "./effect-run.ts";
import { onceFree } from "./stores-at.ts";

const program = join(import.meta.dirname, "effect-run.ts");
/** Killed at once from different events on, so that the moments lie around the order whatever the machine's speed. */
const FROM = ["looked", "ordered", "answered"] as const;

/** Kills a process that makes an order so many times, has another one go on, and expects that the order was made once at most. `place`: of a new store. */
export async function expectOneEffect(kills: number, place: (kill: number) => string): Promise<void> {
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const random = mulberry32(4);
  const made: number[] = [];
  const unknown: boolean[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      orders = 0;
      const path = place(kill);
      const child = spawn(process.execPath, [program, path, url], { stdio: ["ignore", "ignore", "inherit"] });
      const ended = once(child, "exit");
      const from = FROM[kill % FROM.length];
      const wait = random() * 12;
      happened = (what) => {
        if (what === from) setTimeout(() => child.kill("SIGKILL"), wait);
      };
      await ended;
      happened = () => {};
      const { outcome, events } = await onceFree(() => carryEffectRun(path, url)).catch((error: unknown) => {
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
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(Math.max(...made)).toBe(1);
  // Of the moments some lie between the order and its result: then the order is not made again, and that is told.
  expect(unknown.filter(Boolean).length).toBeGreaterThan(0);
  expect(made.filter((count, at) => count === 0 && unknown[at] !== true)).toEqual([]);
}
